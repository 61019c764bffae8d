// What a figure measures of the run or the gradients that it draws (figures/program.ts): a run of its
// own, whose numbers open down to cells of those.
import type {
  CatalogueEntry,
  Engine,
  ExplainOptions,
  Explanation,
  Program,
  Tensor,
} from "../engine/types.js";
import type { Measures } from "../figures/program.js";
import type { Cell } from "../state/cells.js";
import { Held, keyOf } from "./held.js";
import { collect } from "./session.js";

const GIVEN = "d:";

/** A run that measures, what the scene draws of it, and all that there is of it. */
interface Measured {
  held?: Held;
  tensors: Record<string, Tensor>;
  catalogue: readonly CatalogueEntry[];
}

const NOTHING: Measured = { tensors: {}, catalogue: [] };

export class Measuring {
  /** Of the data that are shown. */
  #shown = NOTHING;

  constructor(private readonly engine: Engine) {}

  /** What is measured of this run and these gradients: for `show`, as soon as they are shown. */
  async next(
    measures: Measures | undefined,
    of: Held,
    gradients: Readonly<Record<string, Tensor>>,
    signal: AbortSignal,
  ): Promise<Measured> {
    if (!measures) return NOTHING;
    const slopes = Object.entries(gradients).map(([name, tensor]) => [GIVEN + name, tensor]);
    const taken = await collect(measures.of ?? [], (name) => of.tensor(name));
    signal.throwIfAborted();
    const inputs = { ...Object.fromEntries(slopes), ...taken, ...measures.inputs };
    const program: Program = { inputs, steps: [...measures.steps] };
    const key = keyOf(program);
    const old = this.#shown.held;
    const options = { record: "inspect", signal } as const;
    const held =
      old?.key === key ? old : new Held(key, await this.engine.compute(program, options));
    try {
      const tensors = await collect(measures.names, (name) => held.tensor(name));
      signal.throwIfAborted();
      const own = held.run.catalogue.filter(
        ({ name }) => !name.startsWith(GIVEN) && !Object.hasOwn(taken, name),
      );
      return { held, tensors, catalogue: own };
    } catch (error) {
      if (held !== old) await held.dispose();
      throw error;
    }
  }

  show(measured: Measured): void {
    const old = this.#shown.held;
    this.#shown = measured;
    if (old !== measured.held) old?.dispose().catch(() => undefined);
  }

  has(tensor: string): boolean {
    return this.#shown.catalogue.some(({ name }) => name === tensor);
  }

  tensor(name: string): Promise<Tensor> {
    return (this.#shown.held as Held).tensor(name);
  }

  /** Of a number that it has; what its run was given are gradients. */
  async explain({ tensor, index }: Cell, options?: ExplainOptions): Promise<Explanation> {
    const found = await (this.#shown.held as Held).run.explain(tensor, [...index], options);
    const terms = found.terms.map((term) =>
      term.tensor?.startsWith(GIVEN)
        ? { ...term, tensor: term.tensor.slice(GIVEN.length), gradient: true }
        : term,
    );
    return { ...found, terms };
  }

  dispose(): void {
    this.show(NOTHING);
  }
}
