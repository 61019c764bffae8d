// The further runs of a figure whose numbers are gathered, of a program (figures/program.ts) or of a
// model: some at a time, and any of them again when one of its numbers is opened.
import type {
  Engine,
  ExplainOptions,
  Explanation,
  Run,
  RunOptions,
  Tensor,
} from "../engine/types.js";
import type { Repeats } from "../figures/program.js";
import type { Cell } from "../state/cells.js";
import { keyOf } from "./held.js";

/** Runs of one update, and how many of them wait in the engine together. */
const [CHUNK, TOGETHER] = [100, 8];

/** A number that is taken from every run: a cell of a tensor, or its only one. */
export interface Taken {
  /** All runs together they are `runs.NAME` [runs]. */
  readonly name: string;
  readonly tensor: string;
  readonly index?: readonly number[];
}

export interface Further {
  readonly count: number;
  /** Equal keys mean equal runs, place by place. */
  readonly key: string;
  start(at: number, options: RunOptions): Promise<Run>;
  readonly numbers: readonly Taken[];
}

/** The runs of a program that is repeated. */
export function programs(engine: Engine, repeats: Repeats | undefined): Further | undefined {
  if (!repeats) return undefined;
  const { count, program, names } = repeats;
  return {
    ...{ count, key: keyOf([program(0), names]) },
    start: (at, options) => engine.compute(program(at), options),
    numbers: names.map((name) => ({ name, tensor: name })),
  };
}

/** A tensor of run `at`; gathered: the number taken from it, in the list of all runs. */
interface Place {
  at: number;
  name: string;
  gathered: boolean;
}

/** `runs.NAME[at]` is gathered, whatever axes come before, `runAT.NAME[…]` any tensor of that run. */
function placeOf({ tensor, index }: Pick<Cell, "tensor" | "index">): Place | undefined {
  const [, at, name = ""] = /^run(\d+|s)\.(.+)$/.exec(tensor) ?? [];
  if (at === undefined) return undefined;
  return at === "s"
    ? { at: index.at(-1) ?? 0, name, gathered: true }
    : { at: Number(at), name, gathered: false };
}

/** What there is after some more runs. */
interface Gathered {
  /** `runs.NAME` [runs] of every name. */
  tensors: Record<string, Tensor>;
  unfinished: boolean;
  /** For `show`, as soon as the tensors are shown. */
  further: Further | undefined;
}

export class Gathering {
  /** What was gathered: equal keys mean equal runs. */
  #key = "";
  #rows: number[][] = [];
  /** Those of the data that are shown. */
  #shown: Further | undefined;
  /** The run whose number was opened last. */
  #opened: { key: string; run: Promise<Run> } | undefined;

  async next(further: Further | undefined, signal: AbortSignal): Promise<Gathered> {
    if (!further) return { tensors: {}, unfinished: false, further };
    const { numbers, count, key } = further;
    if (key !== this.#key) [this.#key, this.#rows] = [key, []];
    const rows = this.#rows;
    const end = Math.min(count, rows.length + CHUNK);
    while (rows.length < end) {
      const first = rows.length;
      const size = Math.min(TOGETHER, end - first);
      const some = Array.from({ length: size }, (_, more) =>
        measure(further, first + more, signal),
      );
      const measured = await Promise.all(some);
      // The rows belong to a newer call by now, which measures the same ones.
      signal.throwIfAborted();
      for (const [more, row] of measured.entries()) rows[first + more] = row;
    }
    const shown = rows.slice(0, count);
    const tensors = numbers.map(({ name }, column): [string, Tensor] => [
      `runs.${name}`,
      { shape: [shown.length], data: Float32Array.from(shown, (row) => row[column] as number) },
    ]);
    return { tensors: Object.fromEntries(tensors), unfinished: shown.length < count, further };
  }

  /** From now on numbers open in the runs of these. */
  show(further: Further | undefined): void {
    this.#shown = further;
  }

  /** Whether the cell is one of a further run. */
  has({ tensor, gradient }: Cell): boolean {
    return !gradient && this.#shown !== undefined && placeOf({ tensor, index: [] }) !== undefined;
  }

  /** The explanation of a cell that it has, from its own run. */
  async explain(cell: Cell, options?: ExplainOptions): Promise<Explanation> {
    const { at, name, gathered } = placeOf(cell) as Place;
    const run = await this.#runOf(at);
    const taken = gathered ? this.#shown?.numbers.find((one) => one.name === name) : undefined;
    const tensor = taken?.tensor ?? name;
    const rank = run.catalogue.find((entry) => entry.name === tensor)?.shape.length ?? 0;
    const only = taken?.index ?? Array<number>(rank).fill(0);
    const found = await run.explain(tensor, [...(gathered ? only : cell.index)], options);
    const own = (tensor: string) => `run${at}.${tensor}`;
    const terms = found.terms.map((term) =>
      term.tensor === undefined ? term : { ...term, tensor: own(term.tensor) },
    );
    return { ...found, tensor: cell.tensor, index: [...cell.index], terms };
  }

  async dispose(): Promise<void> {
    this.#shown = undefined;
    const run = this.#opened?.run;
    this.#opened = undefined;
    await run?.then((one) => one.dispose()).catch(() => undefined);
  }

  #runOf(at: number): Promise<Run> {
    const { start, key: all, count } = this.#shown as Further;
    if (at >= count) {
      const message = `there is no run ${at}: the figure has ${count}, 0…${count - 1}`;
      throw Object.assign(new Error(message), { code: "range" });
    }
    const key = `${at} of ${all}`;
    if (this.#opened?.key !== key) {
      this.#opened?.run.then((one) => one.dispose()).catch(() => undefined);
      const run = start(at, { record: "inspect" });
      this.#opened = { key, run };
      run.catch(() => {
        if (this.#opened?.run === run) this.#opened = undefined;
      });
    }
    return this.#opened.run;
  }
}

async function measure({ start, numbers }: Further, at: number, signal: AbortSignal) {
  const run = await start(at, { signal });
  try {
    return await Promise.all(numbers.map((number) => numberOf(run, number)));
  } finally {
    await run.dispose();
  }
}

async function numberOf(run: Run, { tensor, index = [] }: Taken): Promise<number> {
  const { shape, data } = await run.tensor(tensor);
  return Number(data[index.reduce((sum, place, axis) => sum * (shape[axis] ?? 1) + place, 0)]);
}
