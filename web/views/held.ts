// One run of the engine and everything asked of it, each thing asked once.
import type { Gradients, GradientTarget, Run, Tensor } from "../engine/types.js";

export const GRADIENT_MAP = "gradient_map";

type Slot = "drawn" | "opened";

/** Equal for what runs alike, and for nothing else: NaN, ∞ and −∞ differ. */
export function keyOf(given: unknown): string {
  return JSON.stringify(given, (_, value) => {
    if (ArrayBuffer.isView(value)) return (value as Float32Array).join();
    return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  });
}

export class Held {
  readonly #answers = new Map<string, Promise<unknown>>();
  /** The gradients drawn, and those of the output cell whose slope is opened. */
  readonly #gradients = new Map<Slot, { key: string; promise: Promise<Gradients> }>();

  constructor(
    /** What was run: equal keys mean equal numbers. */
    readonly key: string,
    readonly run: Run,
  ) {}

  /** Of the run, or the map of its gradients, which is computed from it and no part of it. */
  tensor(name: string): Promise<Tensor> {
    return this.#once(name, () =>
      name === GRADIENT_MAP ? this.run.gradientMap() : this.run.tensor(name),
    );
  }

  /** The gradients of this target; those of another one in its place are released. */
  gradients(of: GradientTarget, slot: Slot = "drawn"): Promise<Gradients> {
    const key = JSON.stringify(of);
    const known = this.#gradients.get(slot);
    if (known?.key === key) return known.promise;
    this.#release(slot);
    const promise = this.run.gradients({ of });
    this.#gradients.set(slot, { key, promise });
    promise.catch(() => {
      if (this.#gradients.get(slot)?.promise === promise) this.#gradients.delete(slot);
    });
    return promise;
  }

  async gradient(of: GradientTarget, name: string): Promise<Tensor> {
    const gradients = await this.gradients(of);
    return this.#once(`d:${name} of ${JSON.stringify(of)}`, () => gradients.tensor(name));
  }

  /** With the run go its gradients. */
  async dispose(): Promise<void> {
    this.#answers.clear();
    this.#release("drawn");
    this.#release("opened");
    await this.run.dispose();
  }

  #release(slot: Slot): void {
    const old = this.#gradients.get(slot)?.promise;
    this.#gradients.delete(slot);
    if (slot === "drawn") {
      for (const name of this.#answers.keys()) {
        if (name.startsWith("d:")) this.#answers.delete(name);
      }
    }
    // A gradient that never came needs no release.
    old?.then((gradients) => gradients.dispose()).catch(() => undefined);
  }

  #once<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(name);
    if (known !== undefined) return known as Promise<T>;
    const answer = ask();
    this.#answers.set(name, answer);
    answer.catch(() => this.#answers.delete(name));
    return answer;
  }
}
