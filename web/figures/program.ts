// A figure that is a program: operations of the engine's table, one after another, and a
// description of what came out. Most figures of one idea are (web/README.md, "Add a figure").
import type {
  CatalogueEntry,
  GradientTarget,
  Intervention,
  Program,
  Step,
  Tensor,
} from "../engine/types.js";
import type { Language } from "../i18n/t.js";
import { isFloat, LARGEST_FLOAT } from "../scene/numbers.js";
import type { Scene } from "../scene/scene.js";
import { type Edit, formatCell, formatEdits, parseEdits } from "../state/cells.js";
import type { Group, Ignored, Look, Reading, State, Table } from "../state/table.js";
import type { ViewName } from "./common.js";

/** What the figure draws: the engine's own numbers, untouched. */
export interface ProgramData<S extends State = State> {
  readonly state: S;
  readonly ignored: readonly Ignored[];
  readonly tokens: readonly string[];
  readonly truncated: number | undefined;
  readonly catalogue: readonly CatalogueEntry[];
  readonly tensors: Readonly<Record<string, Tensor>>;
  /** d(tensor) by the tensor's name, of `figure.gradients(state)`. */
  readonly gradients: Readonly<Record<string, Tensor>>;
  readonly unfinished?: boolean;
}

export interface Pair {
  readonly query: number;
  readonly key: number;
}

export interface Options {
  readonly language: Language;
  /** The pair kept in view: row and column of the panels whose cells are pairs. */
  readonly active?: Pair;
  readonly ignored?: readonly Ignored[];
  /** Verdicts on the chapter's claims, where the state leaves it open. */
  readonly claims?: boolean;
}

/** The pair, moved to the last query and key that a tensor drawn has: sizes may have shrunk. */
export function within(
  { query, key }: Pair,
  tensors: Readonly<Record<string, Tensor>>,
  pairOf: (tensor: string, index: readonly number[]) => Partial<Pair>,
): Pair {
  const last = Object.entries(tensors).map(([name, { shape }]) =>
    pairOf(
      name,
      shape.map((size) => size - 1),
    ),
  );
  const kept = (place: number, name: keyof Pair) => {
    const ends = last.flatMap((pair) => pair[name] ?? []);
    return ends.length === 0 ? place : Math.max(0, Math.min(place, Math.max(...ends)));
  };
  return { query: kept(query, "query"), key: kept(key, "key") };
}

/** Further runs, one after another, for what a single run cannot show: the spread over seeds. */
export interface Repeats {
  readonly count: number;
  /** The program of run `at`, from 0: another seed, the same tensors. */
  program(at: number): Program;
  /** Tensors of one number each. All runs together they are `runs.NAME` [runs]. */
  readonly names: readonly string[];
}

/**
 * Steps of a run of its own, and which of their tensors are drawn. They may use the gradients drawn,
 * `d:NAME` each, what they read of the run that is drawn, and inputs of their own.
 */
export interface Measures {
  readonly steps: readonly Step[];
  readonly names: readonly string[];
  /** Tensors of the run that are inputs, too, by their own names, and constants. */
  readonly of?: readonly string[];
  readonly inputs?: Program["inputs"];
}

/** What a figure says of itself, wherever the run that it draws comes from. */
export interface Drawing<S extends State, D extends ProgramData<S> = ProgramData<S>> {
  readonly name: ViewName;
  /** With `text` and `tokens` where the figure has a sentence, `edits` where its cells can be set. */
  readonly table: Table<S>;
  /** Names of the tensors that the scene draws; `gradient_map` of a layer's (engine, Run). */
  drawn(state: S): readonly string[];
  /** What is differentiated, and whose gradients the scene draws. */
  gradients?(state: S): { of: GradientTarget; names: readonly string[] } | undefined;
  /** What is measured of these gradients, or of a run with these tensors; its own have other names. */
  measures?(state: S, catalogue: readonly CatalogueEntry[]): Measures | undefined;
  /** Of a table with `edits`: whether cells of this tensor are the reader's to set; default: all. */
  settable?(tensor: string, state: S): boolean;
  /** NaN and ∞ are its subject: sentences may name them. */
  readonly speaksOfNaN?: boolean;
  groups(state: S): readonly Group[];
  looks?(state: S, data: D | undefined, language: Language): Record<string, Look>;
  /** The state after a control was used, with what follows from it. */
  change?(state: S, values: Partial<S>, language: Language, data?: D): S;
  /** What a cell says of the pair in view; its furthest place is the furthest of the pair. */
  pairOf?(tensor: string, index: readonly number[]): Partial<Pair>;
}

export interface ProgramFigure<S extends State> extends Drawing<S> {
  /** The most tokens of a sentence. */
  readonly longest?: number;
  /** `gathered`: what there is of the repeats so far, for the program's inputs. */
  program(
    state: S,
    tokens: readonly string[],
    gathered?: Readonly<Record<string, Tensor>>,
  ): Program;
  repeats?(state: S): Repeats;
  describe(data: ProgramData<S>, options: Options): Scene;
}

/** Reads the parameter `edits`: cells of any tensor; whether they fit is known with its shape. */
export const readEdits = (given: string) =>
  readFitting(given, "scores[0,1]=3.5;mask[1,0]=0", () => true);

/** Edits of which a figure takes only those that fit; `allowed` shows what they look like. */
export function readFitting(
  given: string,
  allowed: string,
  fits: (edit: Edit) => boolean,
): Reading {
  const { edits, wrong } = parseEdits(given);
  const taken = edits.filter((edit) => isFloat(edit.value) && fits(edit));
  const value = formatEdits(taken);
  const [malformed] = wrong;
  const unfit = edits.find((edit) => !taken.includes(edit));
  const told =
    malformed === undefined
      ? unfit && {
          ...{ wrong: formatEdits([unfit]), reason: "range" as const },
          allowed: isFloat(unfit.value) ? allowed : LARGEST_FLOAT,
        }
      : { wrong: malformed, reason: "malformed" as const, allowed };
  if (!told) return { value };
  return value === "" ? told : { value, ...told };
}

/** The edits that fit the tensors of this catalogue; the others are reported. */
export function editsOf(
  text: string,
  catalogue: readonly CatalogueEntry[],
): { interventions: Intervention[]; ignored: Ignored[] } {
  const sets = new Map<string, { indices: number[]; values: number[] }>();
  const ignored: Ignored[] = [];
  for (const edit of parseEdits(text).edits) {
    const shape = catalogue.find(({ name }) => name === edit.tensor)?.shape;
    if (!shape || !fits(edit, shape)) {
      ignored.push(shape ? misfit(edit, shape) : unknown(edit, catalogue));
      continue;
    }
    const set = sets.get(edit.tensor) ?? { indices: [], values: [] };
    set.indices.push(edit.index.reduce((sum, place, axis) => sum * (shape[axis] ?? 1) + place, 0));
    set.values.push(edit.value);
    sets.set(edit.tensor, set);
  }
  const interventions = [...sets].map(([tensor, set]) => ({
    ...{ tensor, action: "set" as const },
    ...set,
  }));
  return { interventions, ignored };
}

function fits({ index }: Edit, shape: readonly number[]): boolean {
  return index.length === shape.length && index.every((at, axis) => at < (shape[axis] ?? 0));
}

/** Names as many tensors as a sentence holds. */
function unknown(edit: Edit, catalogue: readonly CatalogueEntry[]): Ignored {
  const names = catalogue.slice(0, 8).map(({ name }) => name);
  const allowed = [...names, ...(catalogue.length > 8 ? ["…"] : [])].join(", ");
  return { name: "edits", given: formatEdits([edit]), reason: "tensor", allowed };
}

function misfit(edit: Edit, shape: readonly number[]): Ignored {
  const last = shape.map((size) => Math.max(0, size - 1));
  const first = formatCell({ ...edit, index: last.map(() => 0), gradient: false });
  const allowed = `${first} … [${last.join(",")}]`;
  return { name: "edits", given: formatEdits([edit]), reason: "shape", allowed };
}
