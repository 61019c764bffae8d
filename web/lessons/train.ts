import { train as en } from "../i18n/en/lessons/train.js";
import { train as zh } from "../i18n/zh/lessons/train.js";
import type { Lesson } from "./lesson.js";

/** Small enough to be learnt, and too few right answers to have been. */
const [LOSS, RIGHT] = [0.1, 0.25];

/** A leak: the loss falls, and what the model writes by itself stays wrong. */
export const train: Lesson = {
  words: { en, zh },
  begin: "controls=task,steps,shifted,head",
  async solved(run) {
    if (Number(run.state.steps) < 40 || run.state.against !== "none") return false;
    const [loss, right] = await Promise.all(
      ["training.loss", "training.right"].map((name) => run.tensor(name)),
    );
    const last = (tensor: typeof loss) => Number(tensor?.data.at(-1));
    return last(loss) < LOSS && last(right) < RIGHT;
  },
};
