// What models report while they learn, as tensors: of every model a column, and over the models of
// one kind the mean, the least and the largest.
import type { Program, Score, Step, Tensor } from "../../engine/types.js";
import { joined, step } from "../steps.js";
import { floats } from "../tensors.js";
import type { Side } from "./requests.js";

/** A look at held-out examples. */
export interface Look {
  readonly step: number;
  readonly score: Score;
  /** Of each question, where questions have answers. */
  readonly right: readonly boolean[];
}

/** What one model reported. */
export interface Reported {
  readonly side: Side;
  /** The step that it began with. */
  readonly from: number;
  /** Of every step after it. */
  readonly losses: readonly number[];
  readonly looks: readonly Look[];
  /** Answers to many questions, after so many steps. */
  readonly exam: { readonly step: number; readonly right: readonly boolean[] };
}

/** Tensors of reports are told from those of the model by this. */
export const REPORT = "training.";
export const measures = ["loss", "accuracy", "right", "exam"] as const;
export type Measure = (typeof measures)[number];
/** How far all models are, whatever their kind. */
interface Common {
  readonly reached: number;
  readonly looks: number;
  readonly questions: number;
}

/** [places, models], or [places, models, questions] of right and wrong answers. */
type Columns = (of: readonly Reported[], common: Common) => Tensor;

const losses: Columns = (of, { reached }) => {
  const places = reached - (of[0]?.from ?? 0);
  return floats([places, of.length], (flat) => {
    const [at, model] = [Math.floor(flat / of.length), flat % of.length];
    return of[model]?.losses[at] ?? 0;
  });
};

const accuracies: Columns = (of, { looks }) =>
  floats([looks, of.length], (flat) => {
    const [at, model] = [Math.floor(flat / of.length), flat % of.length];
    return of[model]?.looks[at]?.score.accuracy ?? 0;
  });

const answers: Columns = (of, { looks }) => {
  const questions = of[0]?.looks[0]?.right.length ?? 0;
  return floats([looks, of.length, questions], (flat) => {
    const [row, question] = [Math.floor(flat / questions), flat % questions];
    const [at, model] = [Math.floor(row / of.length), row % of.length];
    return Number(of[model]?.looks[at]?.right[question] ?? false);
  });
};

const exams: Columns = (of, { questions }) =>
  floats([Math.min(1, questions), of.length, questions], (flat) => {
    const [model, question] = [Math.floor(flat / questions), flat % questions];
    return Number(of[model]?.exam.right[question] ?? false);
  });

const columns: Readonly<Record<Measure, Columns>> = {
  ...{ loss: losses, accuracy: accuracies, right: answers, exam: exams },
};

/** The reports of `learners` on the first `reached` steps; what nobody reported is left out. */
export function reportsOf(learners: readonly Reported[], reached: number): Program {
  const inputs: Record<string, Tensor> = {};
  const steps: Step[] = [];
  const least = (counts: number[]) => Math.min(...counts);
  const examined = learners.every(({ exam }) => exam.step === reached);
  const common = {
    reached,
    looks: least(learners.map(({ looks }) => looks.length)),
    questions: examined ? least(learners.map(({ exam }) => exam.right.length)) : 0,
  };
  const kinds = [...new Set(learners.map(({ side }) => side))];
  for (const measure of measures) {
    const parts = kinds.map((side) => {
      const of = learners.filter((one) => one.side === side);
      return { side, of, tensor: columns[measure](of, common) };
    });
    if (parts.some(({ tensor }) => tensor.data.length === 0)) continue;
    const name = REPORT + measure;
    const rows = parts.flatMap(({ side, of, tensor }) => {
      const own = `${REPORT}${side}.${measure}`;
      inputs[own] = tensor;
      const answers = tensor.shape.length > 2;
      if (answers) steps.push(step(`${own}.share`, "statistics", { x: own }));
      // Over the models of the kind, [places]. That of a single model is all that there is.
      const mean = learners.length === 1 ? name : `${own}.mean`;
      steps.push(step(mean, "statistics", { x: answers ? `${own}.share` : own }));
      return of.length === 1 ? [mean] : [mean, `${mean}.least`, `${mean}.largest`];
    });
    if (rows.length > 1) steps.push(...joined(name, rows));
  }
  return { inputs, steps };
}
