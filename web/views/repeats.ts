// The further runs of a figure whose numbers are gathered (figures/program.ts): some at a time, and
// any of them again when one of its numbers is opened.
import type { Engine, ExplainOptions, Explanation, Run, Tensor } from "../engine/types.js";
import type { Repeats } from "../figures/program.js";
import type { Cell } from "../state/cells.js";
import { keyOf } from "./held.js";

/** Runs of one update, and how many of them wait in the engine together. */
const [CHUNK, TOGETHER] = [100, 8];

/** A tensor of run `at`; gathered: its one number, in the list of all runs. */
interface Place {
  at: number;
  name: string;
  gathered: boolean;
}

/** `runs.NAME[at]` is gathered, `runAT.NAME[…]` any tensor of that run. */
function placeOf({ tensor, index }: Pick<Cell, "tensor" | "index">): Place | undefined {
  const [, at, name = ""] = /^run(\d+|s)\.(.+)$/.exec(tensor) ?? [];
  if (at === undefined) return undefined;
  return at === "s"
    ? { at: index[0] ?? 0, name, gathered: true }
    : { at: Number(at), name, gathered: false };
}

/** What there is after some more runs. */
interface Gathered {
  /** `runs.NAME` [runs] of every name. */
  tensors: Record<string, Tensor>;
  unfinished: boolean;
  /** For `show`, as soon as the tensors are shown. */
  repeats: Repeats | undefined;
}

export class Gathering {
  /** What was gathered: equal keys mean equal runs. */
  #key = "";
  #rows: number[][] = [];
  /** Those of the data that are shown. */
  #repeats: Repeats | undefined;
  /** The run whose number was opened last. */
  #opened: { key: string; run: Promise<Run> } | undefined;

  constructor(private readonly engine: Engine) {}

  async next(repeats: Repeats | undefined, signal: AbortSignal): Promise<Gathered> {
    if (!repeats) return { tensors: {}, unfinished: false, repeats };
    const { names, count } = repeats;
    const key = keyOf([repeats.program(0), names]);
    if (key !== this.#key) [this.#key, this.#rows] = [key, []];
    const rows = this.#rows;
    const end = Math.min(count, rows.length + CHUNK);
    while (rows.length < end) {
      const first = rows.length;
      const size = Math.min(TOGETHER, end - first);
      const some = Array.from({ length: size }, (_, more) =>
        this.#measure(repeats, first + more, signal),
      );
      const measured = await Promise.all(some);
      // The rows belong to a newer call by now, which measures the same ones.
      signal.throwIfAborted();
      for (const [more, row] of measured.entries()) rows[first + more] = row;
    }
    const shown = rows.slice(0, count);
    const tensors = names.map((name, column): [string, Tensor] => [
      `runs.${name}`,
      { shape: [shown.length], data: Float32Array.from(shown, (row) => row[column] as number) },
    ]);
    return { tensors: Object.fromEntries(tensors), unfinished: shown.length < count, repeats };
  }

  /** From now on numbers open in the runs of these. */
  show(repeats: Repeats | undefined): void {
    this.#repeats = repeats;
  }

  async #measure({ program, names }: Repeats, at: number, signal: AbortSignal): Promise<number[]> {
    const run = await this.engine.compute(program(at), { signal });
    try {
      const tensors = await Promise.all(names.map((name) => run.tensor(name)));
      return tensors.map(({ data }) => Number(data[0]));
    } finally {
      await run.dispose();
    }
  }

  /** Whether the cell is one of a further run. */
  has({ tensor, gradient }: Cell): boolean {
    return !gradient && this.#repeats !== undefined && placeOf({ tensor, index: [] }) !== undefined;
  }

  /** The explanation of a cell that it has, from its own run. */
  async explain(cell: Cell, options?: ExplainOptions): Promise<Explanation> {
    const { at, name, gathered } = placeOf(cell) as Place;
    const run = await this.#runOf(at);
    const rank = run.catalogue.find((entry) => entry.name === name)?.shape.length ?? 0;
    const index = gathered ? Array<number>(rank).fill(0) : [...cell.index];
    const found = await run.explain(name, index, options);
    const own = (tensor: string) => `run${at}.${tensor}`;
    const terms = found.terms.map((term) =>
      term.tensor === undefined ? term : { ...term, tensor: own(term.tensor) },
    );
    return { ...found, tensor: cell.tensor, index: [...cell.index], terms };
  }

  async dispose(): Promise<void> {
    this.#repeats = undefined;
    const run = this.#opened?.run;
    this.#opened = undefined;
    await run?.then((one) => one.dispose()).catch(() => undefined);
  }

  #runOf(at: number): Promise<Run> {
    const { program, count } = this.#repeats as Repeats;
    if (at >= count) {
      const message = `there is no run ${at}: the figure has ${count}, 0…${count - 1}`;
      throw Object.assign(new Error(message), { code: "range" });
    }
    const key = keyOf(program(at));
    if (this.#opened?.key !== key) {
      this.#opened?.run.then((one) => one.dispose()).catch(() => undefined);
      const run = this.engine.compute(program(at), { record: "inspect" });
      this.#opened = { key, run };
      run.catch(() => {
        if (this.#opened?.run === run) this.#opened = undefined;
      });
    }
    return this.#opened.run;
  }
}
