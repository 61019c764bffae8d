// One run of the engine and everything asked of it, each thing asked once.
import type { Gradients, GradientTarget, Run, Tensor } from "../engine/types.js";

export class Held {
  readonly #answers = new Map<string, Promise<unknown>>();
  #gradients: { key: string; promise: Promise<Gradients> } | undefined;

  constructor(
    /** What was run: equal keys mean equal numbers. */
    readonly key: string,
    readonly run: Run,
  ) {}

  tensor(name: string): Promise<Tensor> {
    return this.#once(name, () => this.run.tensor(name));
  }

  map(): Promise<Tensor> {
    return this.#once("‖∂out/∂x‖", () => this.run.gradientMap());
  }

  /** The gradients of this target; those of another one are released. */
  gradients(of: GradientTarget): Promise<Gradients> {
    const key = JSON.stringify(of);
    if (this.#gradients?.key !== key) {
      this.#release();
      const promise = this.run.gradients({ of });
      this.#gradients = { key, promise };
      promise.catch(() => {
        if (this.#gradients?.promise === promise) this.#gradients = undefined;
      });
    }
    return this.#gradients.promise;
  }

  async gradient(of: GradientTarget, name: string): Promise<Tensor> {
    const gradients = await this.gradients(of);
    return this.#once(`d:${name} of ${JSON.stringify(of)}`, () => gradients.tensor(name));
  }

  /** With the run go its gradients. */
  async dispose(): Promise<void> {
    this.#answers.clear();
    this.#release();
    await this.run.dispose();
  }

  #release(): void {
    const old = this.#gradients?.promise;
    this.#gradients = undefined;
    for (const name of this.#answers.keys()) if (name.startsWith("d:")) this.#answers.delete(name);
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
