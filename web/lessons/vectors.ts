import { largestOf } from "../figures/largest.js";
import { vectors as en } from "../i18n/en/lessons/vectors.js";
import { vectors as zh } from "../i18n/zh/lessons/vectors.js";
import type { Lesson } from "./lesson.js";

/**
 * The reader's own arrows: a longer key wins over the one that points most closely along q. Of
 * negative scores the shorter key has the larger one; that is not what the task asks for.
 */
export const vectors: Lesson = {
  words: { en, zh },
  begin: "",
  async solved(run) {
    const [scores = [], cosine = [], lengths = []] = await Promise.all(
      ["scores", "cosine", "lengths"].map(async (name) =>
        Array.from((await run.tensor(name)).data, Number),
      ),
    );
    const [[most = -1, ...tied], [nearest = -1, ...alike]] = [
      ...[largestOf(scores), largestOf(cosine, 1e-6)],
    ] as const;
    if (run.state.edits === "" || tied.length > 0 || alike.length > 0) return false;
    const longer = (lengths[most] ?? 0) > (lengths[nearest] ?? 0);
    return most !== nearest && (scores[most] ?? 0) > 0 && longer;
  },
};
