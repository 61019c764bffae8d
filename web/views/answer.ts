// What a figure asks its model and need not ask again.
import { keyOf } from "./held.js";

/** The newest answer to one question; an older one that is still on its way is given up. */
export class Answer<T> {
  #key = "";
  #stop = new AbortController();
  #value: Promise<T> | undefined;

  once(given: unknown, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const key = keyOf(given);
    if (this.#value && key === this.#key) return this.#value;
    this.#stop.abort();
    this.#stop = new AbortController();
    const value = ask(this.#stop.signal);
    [this.#key, this.#value] = [key, value];
    value.catch(() => {
      if (this.#value === value) this.#value = undefined;
    });
    return value;
  }
}
