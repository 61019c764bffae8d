// The examples: what each sets, which one a link means, and what the one worked by hand fixes.
import type { Ignored, Value } from "../../state/table.js";
import { excerpt } from "../../state/text.js";
import { parseTokens } from "../../state/tokens.js";
import type { AttentionState } from "./parameters.js";

/** The words that have a vector in the example worked by hand. */
export const exactWords = ["The", "cat", "sat"];

export const examples = ["exact", "previous-token", "same-word", "free"] as const;
export const weightKinds = ["exact", "random", "identity", "previous-token", "same-word"] as const;

export const presets: Record<(typeof examples)[number], Partial<AttentionState>> = {
  exact: {},
  // Positions tell each other apart by four pairs of features, words live in the other eight.
  "previous-token": {
    text: "The cat sat on the mat",
    weights: "previous-token",
    d_model: 16,
    d_k: 8,
    positions: true,
  },
  "same-word": {
    text: "the dog saw the cat and the cat saw the dog",
    weights: "same-word",
    d_model: 16,
    d_k: 16,
  },
  free: { text: "The cat sat on the mat", weights: "random", d_model: 16, d_k: 8 },
};

/** The sentence of each example for readers of Chinese; a link always holds the one that is shown. */
export const chineseSentences: Record<(typeof examples)[number], string> = {
  exact: "The cat sat",
  "previous-token": "我爱自然语言处理",
  "same-word": "知之为知之，不知为不知，是知也",
  free: "我去河边的银行散步",
};

/** True when every word of the sentence has a vector in the example worked by hand. */
export function isExactSentence(state: { text?: string; tokens?: string }): boolean {
  const words = state.tokens ? parseTokens(state.tokens) : (state.text ?? "").trim().split(/\s+/);
  return words.every((word) => exactWords.includes(word));
}

export const exactSizes = { d_model: 4, d_k: 4, heads: 1 } as const;
type Size = keyof typeof exactSizes;
export const sizes = Object.keys(exactSizes) as Size[];

/** A link that names no example means the one its other values fit. */
export function guess(given: Partial<AttentionState>): string {
  switch (given.weights) {
    case undefined:
      break;
    case "random":
    case "identity":
      return "free";
    default:
      return given.weights;
  }
  const sentence = given.tokens || given.text !== undefined;
  const free =
    given.seed !== undefined ||
    (sentence && !isExactSentence(given)) ||
    sizes.some((size) => given[size] !== undefined && given[size] !== exactSizes[size]);
  return free ? "free" : "exact";
}

export function settle(state: AttentionState): { state: AttentionState; ignored: Ignored[] } {
  const ignored: Ignored[] = [];
  const settled = { ...state };
  const conflict = (name: keyof AttentionState, value: Value, allowed: string) => {
    const given = excerpt(String(state[name]));
    ignored.push({ name, given, reason: "conflict", allowed });
    Object.assign(settled, { [name]: value });
  };
  if (state.weights === "exact") {
    for (const size of sizes) {
      if (state[size] !== exactSizes[size]) {
        conflict(size, exactSizes[size], `${exactSizes[size]} (weights=exact)`);
      }
    }
    if (!isExactSentence(state)) {
      const words = `${exactWords.join(", ")} (weights=exact)`;
      if (state.tokens) conflict("tokens", "", words);
      if (!isExactSentence({ text: state.text })) conflict("text", exactWords.join(" "), words);
    }
  }
  if (state.weights === "previous-token") {
    // A position and its turn by one step take two pairs, a head at least one.
    for (const [size, least] of [
      ["d_model", 4],
      ["d_k", 2],
    ] as const) {
      if (state[size] < least) conflict(size, least, `≥ ${least} (weights=previous-token)`);
    }
  }
  if (settled.head >= settled.heads) {
    conflict("head", settled.heads - 1, `0…${settled.heads - 1} (heads=${settled.heads})`);
  }
  return { state: settled, ignored };
}
