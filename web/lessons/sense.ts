import { sense as en } from "../i18n/en/lessons/sense.js";
import { sense as zh } from "../i18n/zh/lessons/sense.js";
import type { Lesson } from "./lesson.js";

/** How sure the model has to be. */
const SURE = 0.95;
/** Tokens that stand for nothing in particular: padding and what is unknown. */
const NONE = [0, 3];

/** One word differs, and with it the sense. */
export const sense: Lesson = {
  words: { en, zh },
  // The two differ in three words (tests/engine/sense.test.ts).
  begin:
    "first=He%20went%20to%20the%20bank%20to%20catch%20fish.&second=He%20went%20to%20the%20bank%20to%20borrow%20money.&controls=first,second,layer&claims=on",
  async solved(run) {
    const { first, second } = run.state;
    // Without the word there are no senses.
    if (![first, second].every((text) => /\bbank\b/.test(String(text)))) return false;
    const [source, senses] = await Promise.all(["source", "senses"].map((one) => run.tensor(one)));
    const ids = Array.from(source?.data ?? [], Number);
    const length = ids.length / 2;
    const differ = ids.flatMap((id, at) =>
      at < length && id !== ids[at + length] ? [id, ids[at + length] ?? 0] : [],
    );
    const [river = 0, money = 0, otherRiver = 0, otherMoney = 0] = Array.from(
      senses?.data ?? [],
      Number,
    );
    const sure = Math.max(Math.min(river, otherMoney), Math.min(money, otherRiver)) >= SURE;
    return sure && differ.length === 2 && !differ.some((id) => NONE.includes(id));
  },
};
