// What models report while they learn, as tensors: of every model a column, and over the models of
// one kind the mean, the least and the largest.
import type { Cloze, Program, Score, Step, Tensor } from "../../engine/types.js";
import { joined, step } from "../steps.js";
import { floats } from "../tensors.js";

/** A look at held-out examples. */
export interface Look {
  readonly step: number;
  readonly score: Score;
  /** Of each question, where questions have answers. */
  readonly right?: readonly boolean[];
  /** Hidden tokens of texts, with what stands on both sides and with what stands before alone. */
  readonly around?: readonly Cloze[];
  readonly before?: readonly Cloze[];
}

/** What one model reported. */
export interface Reported {
  /** The kind of models that it is one of. */
  readonly side: string;
  /** The step that it began with. */
  readonly from: number;
  /** Of every step after it: the loss, labels that were asked, tokens that were read. */
  readonly losses: readonly number[];
  readonly labels: readonly number[];
  readonly tokens: readonly number[];
  readonly looks: readonly Look[];
  /** Answers to many questions, after so many steps. */
  readonly exam: { readonly step: number; readonly right: readonly boolean[] };
}

/** Tensors of reports are told from those of the model by this. */
export const REPORT = "training.";

/** How far all models are, whatever their kind. */
interface Common {
  readonly reached: number;
  readonly looks: number;
  readonly questions: number;
}

/** [places, models], or [places, models, questions] of what was found of each question. */
export type Columns = (of: readonly Reported[], common: Common) => Tensor;

/** A number of every step. */
export const ofSteps =
  (pick: (one: Reported) => readonly number[]): Columns =>
  (of, { reached }) =>
    floats([reached - (of[0]?.from ?? 0), of.length], (flat) => {
      const [at, model] = [Math.floor(flat / of.length), flat % of.length];
      return pick(of[model] as Reported)[at] ?? 0;
    });

/** A number of every look. */
export const ofLooks =
  (pick: (look: Look) => number): Columns =>
  (of, { looks }) =>
    floats([looks, of.length], (flat) => {
      const [at, model] = [Math.floor(flat / of.length), flat % of.length];
      return pick(of[model]?.looks[at] as Look);
    });

/** A number of every question of every look. */
export const ofQuestions =
  (pick: (look: Look) => readonly (number | boolean)[]): Columns =>
  (of, { looks }) => {
    const first = of[0]?.looks[0];
    const questions = first ? pick(first).length : 0;
    return floats([looks, of.length, questions], (flat) => {
      const [row, question] = [Math.floor(flat / questions), flat % questions];
      const [at, model] = [Math.floor(row / of.length), row % of.length];
      return Number(pick(of[model]?.looks[at] as Look)[question]);
    });
  };

/** Answers to many questions at the end. */
export const ofExam: Columns = (of, { questions }) =>
  floats([Math.min(1, questions), of.length, questions], (flat) => {
    const [model, question] = [Math.floor(flat / questions), flat % questions];
    return Number(of[model]?.exam.right[question] ?? false);
  });

/** The reports of `learners` on the first `reached` steps; what nobody reported is left out. */
export function reportsOf(
  learners: readonly Reported[],
  reached: number,
  columns: Readonly<Record<string, Columns>>,
): { inputs: Record<string, Tensor>; steps: Step[] } & Program {
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
  for (const [measure, columnsOf] of Object.entries(columns)) {
    const parts = kinds.map((side) => {
      const of = learners.filter((one) => one.side === side);
      return { side, of, tensor: columnsOf(of, common) };
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
