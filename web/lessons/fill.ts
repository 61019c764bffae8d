import type { Lesson } from "./lesson.js";

/** A query that sees no key: NaN, uniform and 0 in the same row. */
export const fill: Lesson = {
  name: "fill",
  begin: "example=key",
  async solved(run) {
    if (run.state.example === "multiply") return false;
    const names = ["infinity", "large", "weights"];
    const [infinity = [], large = [], zero = []] = await Promise.all(
      names.map(async (name) => Array.from((await run.tensor(name)).data, Number)),
    );
    const size = Math.sqrt(zero.length);
    return Array.from({ length: size }, (_, row) => row * size).some((first) => {
      const cells = (of: number[]) => of.slice(first, first + size);
      return (
        cells(infinity).every(Number.isNaN) &&
        cells(large).every((weight) => weight === 1 / size) &&
        cells(zero).every((weight) => weight === 0)
      );
    });
  },
};
