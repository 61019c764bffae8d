import type { Lesson } from "./lesson.js";

/** The reader's own arrows: another key has the largest weight than has the largest cosine. */
export const vectors: Lesson = {
  name: "vectors",
  begin: "",
  async solved(run) {
    const [weights, cosine] = await Promise.all([run.tensor("weights"), run.tensor("cosine")]);
    const [most, nearest] = [weights, cosine].map(({ data }) => {
      const values = Array.from(data, Number);
      return values.indexOf(Math.max(...values));
    });
    return run.state.edits !== "" && most !== nearest;
  },
};
