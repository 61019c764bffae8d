// The tasks of the figure `train`: how each is asked, how large it is made here, and the settings
// that learn it. tests/engine/train.test.ts holds them against the core's own table.
import type { AttributeValue } from "../../engine/types.js";

export const taskNames = [
  ...["copy", "reverse", "sort", "addition", "date", "pinyin", "continuation", "span_corruption"],
  ...["previous_token", "cyclic_previous_token", "relations", "fill_mask"],
  ...["grammar", "markov", "induction"],
] as const;
export type TaskName =
  | ("copy" | "reverse" | "sort" | "addition" | "date" | "pinyin" | "continuation")
  | "span_corruption"
  | ("previous_token" | "cyclic_previous_token" | "relations" | "fill_mask")
  | ("grammar" | "markov" | "induction");
export type Kind = "encoder_decoder" | "decoder" | "encoder" | "recurrent";
/** A question and an answer of its own length, a label for every token, or the next token. */
export type Form = "sequence" | "labels" | "sentence" | "window";

export interface TaskFacts {
  readonly form: Form;
  /** Tokens that there are, in English and in Chinese where it has both. */
  readonly vocabulary: number | Readonly<Record<"en" | "zh", number>>;
  /** Where they are not the core's defaults. */
  readonly parameters?: Readonly<Record<string, AttributeValue>>;
  /** The next token is asked: the text that is looked into. */
  readonly text?: Readonly<Record<"en" | "zh", string>>;
}

/** Of 12 letters: with the four tokens that every vocabulary has, 16. */
const letters = { symbols: 12, length_min: 5, length_max: 12 };
export const words = { en: 45, zh: 69 };
const same = (text: string) => ({ en: text, zh: text });

export const tasks: Readonly<Record<TaskName, TaskFacts>> = {
  copy: { form: "sequence", vocabulary: 16, parameters: letters },
  reverse: { form: "sequence", vocabulary: 16, parameters: letters },
  sort: { form: "sequence", vocabulary: 16, parameters: letters },
  addition: { form: "sequence", vocabulary: 15 },
  date: { form: "sequence", vocabulary: 48 },
  pinyin: { form: "sequence", vocabulary: 83 },
  continuation: { form: "sequence", vocabulary: words },
  // With the two sentinels of a single gap.
  span_corruption: { form: "sequence", vocabulary: { en: 47, zh: 71 } },
  previous_token: { form: "labels", vocabulary: 12 },
  cyclic_previous_token: { form: "labels", vocabulary: 12 },
  relations: { form: "labels", vocabulary: 24 },
  fill_mask: { form: "labels", vocabulary: words },
  grammar: {
    ...{ form: "sentence", vocabulary: words },
    text: {
      en: "the dogs that the cat sees sleep .",
      zh: "一 位 老 师 喜 欢 这 只 猫 。",
    },
  },
  // A walk of the chain: mostly one on, now and then three, or none.
  markov: { form: "window", vocabulary: 12, text: same("a b c f g g h a d e f a b c d e") },
  induction: {
    ...{ form: "window", vocabulary: 20 },
    text: same("d k b n g a l d k b n g a l d k b n"),
  },
};

export const kindsOf: Readonly<Record<Form, readonly Kind[]>> = {
  sequence: ["encoder_decoder", "decoder", "recurrent"],
  labels: ["encoder"],
  sentence: ["decoder", "recurrent"],
  window: ["decoder", "recurrent"],
};

/** Whether held-out questions have one answer, so that whole answers can be right or wrong. */
export const isAnswered = (task: TaskName) =>
  tasks[task].form === "sequence" || tasks[task].form === "labels";
