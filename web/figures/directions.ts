// What the shipped model `translate` translates: the task stands before the sentence, as in T5.
// Source of the form: Raffel et al. 2020.

export const DIRECTIONS = ["fr", "zh", "de"] as const;
export type Direction = (typeof DIRECTIONS)[number];

const TASKS: Readonly<Record<Direction, { prefix: string; example: string }>> = {
  fr: { prefix: "translate French to English: ", example: "Je t'aime" },
  zh: { prefix: "translate Chinese to English: ", example: "我爱你。" },
  de: { prefix: "translate English to German: ", example: "The house is wonderful." },
};

export const exampleOf = (direction: Direction) => TASKS[direction].example;

/** What the encoder reads. */
export const asked = (direction: Direction, text: string) => TASKS[direction].prefix + text;

/** The sentence after the direction was changed: an example gives way to the next one. */
export function following(from: Direction, to: Direction, text: string): string {
  return text === exampleOf(from) ? exampleOf(to) : text;
}
