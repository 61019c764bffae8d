// What the sessions of all figures have in common: the newest update counts, and one run is
// held, whose numbers open.
import type {
  Axis,
  CatalogueEntry,
  ExplainOptions,
  Explanation,
  GradientTarget,
  Tensor,
} from "../engine/types.js";
import type { Cell } from "../state/cells.js";
import type { State } from "../state/table.js";
import { GRADIENT_MAP, type Held } from "./held.js";
import type { Data, Session } from "./view.js";

export abstract class RunSession<S extends State, D extends Data<S>> implements Session<S, D> {
  protected held: Held | undefined;
  /** What the gradients of the newest data are of. */
  protected target: GradientTarget = { tensor: "output", reduce: "sum" };
  #newest = new AbortController();
  #disposed = false;

  protected abstract compute(state: S, signal: AbortSignal): Promise<D>;

  async update(state: S, signal?: AbortSignal): Promise<D> {
    this.#newest.abort();
    const own = new AbortController();
    this.#newest = own;
    const stop = () => own.abort();
    if (this.#disposed || signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    try {
      own.signal.throwIfAborted();
      const data = await this.compute(state, own.signal);
      own.signal.throwIfAborted();
      return data;
    } catch (error) {
      // What a superseded run trips over (a model released meanwhile) is no failure.
      own.signal.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  async explain(cell: Cell, options?: ExplainOptions): Promise<Explanation> {
    const held = this.#current();
    const rank = held.run.catalogue.find(({ name }) => name === cell.tensor)?.shape.length;
    // Links write four axes for a mask, whatever the run's mask has.
    const index = cell.index.slice(Math.max(0, cell.index.length - (rank ?? Infinity)));
    if (!cell.gradient) return held.run.explain(cell.tensor, index, options);
    if (cell.of) return slope(held, cell.tensor, index, [...cell.of], options);
    const gradients = await held.gradients(this.target);
    return gradients.explain(cell.tensor, index, options);
  }

  async tensor(name: string, gradient = false): Promise<Tensor> {
    const held = this.#current();
    return gradient ? held.gradient(this.target, name) : held.tensor(name);
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#newest.abort();
    await this.release();
  }

  /** Of an older input there is nothing to look into. */
  protected async release(): Promise<void> {
    const held = this.held;
    this.held = undefined;
    await held?.dispose();
  }

  #current(): Held {
    if (this.held !== undefined) return this.held;
    const message = "there is no result to look into: give a sentence of at least one token first";
    throw Object.assign(new Error(message), { code: "empty" });
  }
}

/** The chain rule of one output cell: every gradient in it is one of that cell. */
async function slope(
  held: Held,
  tensor: string,
  index: number[],
  of: number[],
  options?: ExplainOptions,
): Promise<Explanation> {
  const gradients = await held.gradients({ tensor: "output", index: of }, "opened");
  const found = await gradients.explain(tensor, index, options);
  const terms = found.terms.map((term) => (term.gradient ? { ...term, of } : term));
  return { ...found, of, terms };
}

/** With the map of the gradients, which is computed from a run and no part of it. */
export function withMap(
  catalogue: readonly CatalogueEntry[],
  size: number,
  labels?: string[],
): CatalogueEntry[] {
  const axis: Axis = { role: "position", size, ...(labels && { labels }) };
  const map: CatalogueEntry = {
    name: GRADIENT_MAP,
    shape: [size, size],
    axes: [axis, axis],
    dtype: "f32",
    operation: GRADIENT_MAP,
    inputs: ["output", "x"],
    edits: [],
  };
  return [...catalogue, map];
}

/** True for the engine's answers to a value that does not fit, as opposed to a failure. */
export function isMisfit(error: unknown): error is Error & { code: string } {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "range" || code === "shape" || code === "unknown" || code === "argument";
}

/** What is asked for each of these names, by name. */
export async function collect<T, Name extends string>(
  names: readonly Name[],
  ask: (name: Name) => Promise<T>,
): Promise<Record<Name, T>> {
  const found = await Promise.all(names.map(ask));
  const all = names.map((name, at) => [name, found[at]]);
  return Object.fromEntries(all) as Record<Name, T>;
}
