// What the reader set lately: a result that shows it may not be drawn yet, and an older one may
// come first.
import { type Matrix, settable } from "../../scene/scene.js";

/** Milliseconds in which a result is expected. */
const LATELY = 1000;

export class Recent {
  /** By flat index. */
  readonly #set = new Map<number, { value: number; time: number }>();

  constructor(private readonly now = () => performance.now()) {}

  set(at: number, value: number): void {
    this.#set.set(at, { value, time: this.now() });
  }

  /** What was set lately, else what is drawn. */
  value(matrix: Matrix, at: number): number {
    const own = this.#set.get(at);
    return own && this.now() - own.time < LATELY ? own.value : Number(matrix.values[at]);
  }

  /** What was set is taken back. */
  forget(): void {
    this.#set.clear();
  }

  /** A result is drawn: what it shows is no longer waited for, and of another matrix nothing is. */
  drawn(matrix: Matrix, before: Matrix | undefined): void {
    if (this.#set.size === 0) return;
    if (!before || !alike(matrix, before) || this.#changed(matrix, before)) this.forget();
    for (const [at, { value }] of this.#set) {
      if (Number(matrix.values[at]) === Math.fround(value)) this.#set.delete(at);
    }
  }

  /** Whether a cell that a reader can set was set by something else. */
  #changed(matrix: Matrix, before: Matrix): boolean {
    const { columns } = matrix;
    return Array.from(matrix.values).some(
      (value, at) =>
        !Object.is(value, before.values[at]) &&
        !this.#set.has(at) &&
        settable(matrix, Math.floor(at / columns), at % columns) !== undefined,
    );
  }
}

function alike(one: Matrix, other: Matrix): boolean {
  const words = ({ id, rows, columns, rowAxis, columnAxis }: Matrix) =>
    JSON.stringify([id, rows, columns, rowAxis.labels, columnAxis.labels]);
  return words(one) === words(other);
}
