import { fill as en } from "../i18n/en/lessons/fill.js";
import { fill as zh } from "../i18n/zh/lessons/fill.js";
import type { Lesson } from "./lesson.js";

/** A query that sees no key: NaN, uniform and 0 in the same row. */
export const fill: Lesson = {
  words: { en, zh },
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
