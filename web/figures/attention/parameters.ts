// The table of the attention laboratory: every control, link and attribute.
import type { GradientTarget } from "../../engine/types.js";
import type { Language } from "../../i18n/types.js";
import { type Edit, formatCell, formatEdits, parseCell, parseEdits } from "../../state/cells.js";
import { assemble } from "../../state/codec.js";
import { defaults, type Ignored, type Reading, type Table, type Value } from "../../state/table.js";
import { head as beginning, excerpt } from "../../state/text.js";
import { parseTokens } from "../../state/tokens.js";
import { readMatrix } from "./pasted.js";
import { axesOf, editable, fullIndex } from "./tensors.js";

// A type, not an interface: it must be assignable to State.
export type AttentionState = {
  view: "attention";
  example: "exact" | "previous-token" | "same-word" | "free";
  text: string;
  /** `The|cat|sat`; "" = the core's own rule on `text`. */
  tokens: string;
  weights: "exact" | "random" | "identity" | "previous-token" | "same-word";
  d_model: number;
  d_k: number;
  heads: number;
  /** The head shown, from 0. */
  head: number;
  seed: number;
  mask: "none" | "causal" | "padding" | "combined";
  length: number;
  scaling: boolean;
  positions: boolean;
  /** `scores[0,0,1,2]=3.5;…` */
  edits: string;
  /** `scores:1,0;0,1` or `weights:…`, or "". */
  matrix: string;
  /** `output` (its sum) or a cell `output[0,1,0]`. */
  of: string;
  gradients: boolean;
  /** The cell opened in the inspector, `weights[0,0,1,2]` or `d:weights[0,0,1,2]`, or "". */
  open: string;
  mode: "guided" | "all";
  lang: "auto" | "en" | "zh";
  theme: "auto" | "light" | "dark";
};

export const LONGEST_TEXT = 10_000;
export const MOST_TOKENS = 64;
export const MOST_ROWS = 64;

/** The words that have a vector in the example worked by hand. */
export const exactWords = ["The", "cat", "sat"];

function within(value: number): boolean {
  return Math.abs(value) <= 1e9;
}

function readEdits(given: string): Reading {
  const { edits, wrong } = parseEdits(given);
  const fitting: Edit[] = [];
  let misfit: Edit | undefined;
  for (const edit of edits) {
    const index = fullIndex(edit.tensor, edit.index);
    const usable = edit.tensor === "mask" ? [0, 1].includes(edit.value) : within(edit.value);
    if (index !== undefined && usable) fitting.push({ ...edit, index });
    else misfit ??= edit;
  }
  const first = wrong[0] ?? (misfit && formatEdits([misfit]));
  const value = formatEdits(fitting);
  if (first === undefined) return { value };
  const allowed = `scores[0,0,1,2]=3.5;mask[0,0,0,1]=0 (${editable.join(", ")})`;
  return value === "" ? { reason: "malformed", allowed } : { value, wrong: first, allowed };
}

function readTarget(given: string): Reading {
  const name = given.trim();
  if (/^[a-z][a-z0-9_.]{0,40}$/.test(name)) return { value: name };
  const cell = parseCell(name);
  if (cell !== undefined && !cell.gradient) return { value: formatCell(cell) };
  return { reason: "malformed", allowed: "output, output[0,1,0]" };
}

function readCell(given: string): Reading {
  const cell = parseCell(given.trim());
  if (cell !== undefined) return { value: formatCell(cell) };
  return { reason: "malformed", allowed: "weights[0,0,1,2], d:weights[0,0,1,2]" };
}

const examples = ["exact", "previous-token", "same-word", "free"] as const;
const weights = ["exact", "random", "identity", "previous-token", "same-word"] as const;

const presets: Record<(typeof examples)[number], Partial<AttentionState>> = {
  exact: {},
  // Each position finds the one before it: needs the positions, and width to tell them apart.
  "previous-token": {
    text: "The cat sat on the mat",
    weights: "previous-token",
    d_model: 64,
    d_k: 64,
    positions: true,
  },
  "same-word": {
    text: "the dog saw the cat and the cat saw the dog",
    weights: "same-word",
    d_model: 64,
    d_k: 64,
  },
  free: { text: "The cat sat on the mat", weights: "random", d_model: 16, d_k: 8 },
};

/** Sentences to start from, per language; the first is the one a chosen example shows. */
export const sentences: Record<Language, Record<(typeof examples)[number], readonly string[]>> = {
  en: {
    exact: ["The cat sat"],
    "previous-token": ["The cat sat on the mat", "I love natural language processing"],
    "same-word": ["the dog saw the cat and the cat saw the dog", "what you see is what you get"],
    free: ["The cat sat on the mat", "The cat chased the dog", "I love AI"],
  },
  zh: {
    exact: ["The cat sat"],
    "previous-token": ["我爱自然语言处理", "小狗追逐小猫"],
    "same-word": ["知之为知之，不知为不知，是知也", "小狗追小猫，小猫追小狗"],
    free: ["我去河边的银行散步", "小明很聪明，他考了满分。", "我去银行取钱"],
  },
};

const choice = <const Words extends readonly string[]>(values: Words) =>
  ({ type: "choice", values, default: values[0] as string }) as const;

export const attentionTable: Table<AttentionState> = {
  parameters: [
    { name: "view", label: "attention.parameter.view", ...choice(["attention"]) },
    { name: "example", label: "attention.parameter.example", ...choice(examples) },
    {
      name: "text",
      label: "attention.parameter.text",
      type: "text",
      default: "The cat sat",
      longest: LONGEST_TEXT,
    },
    {
      name: "tokens",
      label: "attention.parameter.tokens",
      type: "tokens",
      default: "",
      longest: LONGEST_TEXT,
    },
    { name: "weights", label: "attention.parameter.weights", ...choice(weights) },
    { name: "d_model", label: "attention.parameter.d_model", ...whole(4, 1, 256) },
    { name: "d_k", label: "attention.parameter.d_k", ...whole(4, 1, 256) },
    { name: "heads", label: "attention.parameter.heads", ...whole(1, 1, 16) },
    { name: "head", label: "attention.parameter.head", ...whole(0, 0, 15) },
    { name: "seed", label: "attention.parameter.seed", ...whole(1, 0, 2 ** 32 - 1) },
    {
      name: "mask",
      label: "attention.parameter.mask",
      ...choice(["none", "causal", "padding", "combined"]),
    },
    { name: "length", label: "attention.parameter.length", ...whole(2, 0, MOST_TOKENS) },
    { name: "scaling", label: "attention.parameter.scaling", type: "boolean", default: true },
    { name: "positions", label: "attention.parameter.positions", type: "boolean", default: false },
    {
      name: "edits",
      label: "attention.parameter.edits",
      type: "cells",
      default: "",
      longest: 40_000,
      read: readEdits,
    },
    {
      name: "matrix",
      label: "attention.parameter.matrix",
      type: "text",
      default: "",
      longest: 100_000,
      read: readMatrix,
    },
    {
      name: "of",
      label: "attention.parameter.of",
      type: "text",
      default: "output",
      read: readTarget,
    },
    { name: "gradients", label: "attention.parameter.gradients", type: "boolean", default: false },
    { name: "open", label: "attention.parameter.open", type: "text", default: "", read: readCell },
    { name: "mode", label: "attention.parameter.mode", ...choice(["guided", "all"]) },
    { name: "lang", label: "attention.parameter.lang", ...choice(["auto", "en", "zh"]) },
    { name: "theme", label: "attention.parameter.theme", ...choice(["auto", "light", "dark"]) },
  ],
  presets: { by: "example", values: presets, guess },
  settle,
};

function whole(value: number, minimum: number, maximum: number) {
  return { type: "integer", default: value, minimum, maximum } as const;
}

/** True when every word of the sentence has a vector in the example worked by hand. */
function isExactSentence(state: { text?: string; tokens?: string }): boolean {
  const words = state.tokens ? parseTokens(state.tokens) : (state.text ?? "").trim().split(/\s+/);
  return words.every((word) => exactWords.includes(word));
}

const exactSizes = { d_model: 4, d_k: 4, heads: 1 } as const;
type Size = keyof typeof exactSizes;
const sizes = Object.keys(exactSizes) as Size[];

/** A link that names no example means the one its other values fit. */
function guess(given: Partial<AttentionState>): string {
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

function settle(state: AttentionState): { state: AttentionState; ignored: Ignored[] } {
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

/** The axes that a parameter's change makes longer, shorter or other. */
const changes: Partial<Record<keyof AttentionState, string>> = {
  text: "TV",
  tokens: "TV",
  d_model: "C",
  d_k: "D",
  heads: "H",
};

/** Drops what names cells of tensors whose axes changed: edits, the pasted matrix, the opened cell. */
function forget(state: AttentionState, axes: string): AttentionState {
  const stays = (tensor: string) =>
    ![...(axesOf(tensor) ?? [])].some((axis) =>
      // F and G are heads side by side, W goes with D.
      axis === "F" || axis === "G" ? /[HD]/.test(axes) : axes.includes(axis === "W" ? "D" : axis),
    );
  const keep = (text: string) => {
    const cell = parseCell(text);
    return cell === undefined || stays(cell.tensor);
  };
  return {
    ...state,
    edits: formatEdits(parseEdits(state.edits).edits.filter((edit) => stays(edit.tensor))),
    matrix: axes.includes("T") ? "" : state.matrix,
    of: keep(state.of) ? state.of : "output",
    open: keep(state.open) ? state.open : "",
  };
}

function kept(state: AttentionState): Partial<AttentionState> {
  return { mode: state.mode, lang: state.lang, theme: state.theme };
}

/**
 * The state after controls were used: the new values, and what follows from them.
 * A sentence or a size that the example worked by hand does not have leads to the free example.
 */
export function change(
  state: AttentionState,
  values: Partial<AttentionState>,
  language: Language = "en",
): AttentionState {
  if (values.example !== undefined && values.example !== state.example) {
    const text = language === "zh" ? sentences.zh[values.example][0] : undefined;
    const given = { ...(text === undefined ? {} : { text }), ...kept(state), ...values };
    return assemble(attentionTable, given).state;
  }
  let next: AttentionState = { ...state, ...values };
  const changed = (name: keyof AttentionState) => next[name] !== state[name];
  if (changed("text")) {
    next.text = beginning(next.text, LONGEST_TEXT);
    if (values.tokens === undefined) next.tokens = "";
  }
  const names = Object.keys(changes) as (keyof AttentionState)[];
  const axes = names.map((name) => (changed(name) ? changes[name] : "")).join("");
  if (axes !== "") next = forget(next, axes);
  if (changed("weights")) next = withWeights(next);
  const sized = sizes.some((size) => next[size] !== exactSizes[size]);
  if (next.weights === "exact" && (sized || !isExactSentence(next))) {
    // The sizes of the free example, except for those just chosen.
    const chosen = Object.fromEntries(sizes.filter(changed).map((size) => [size, next[size]]));
    const { weights: random, d_model, d_k } = presets.free;
    const free = { ...next, example: "free", weights: random, d_model, d_k, ...chosen };
    next = forget(free as AttentionState, "TCDHV");
  }
  next.head = Math.min(next.head, next.heads - 1);
  return assemble(attentionTable, next).state;
}

/** Other weights bring the sizes and positions that they need. */
function withWeights(state: AttentionState): AttentionState {
  if (state.weights === "exact") {
    return assemble(attentionTable, { example: "exact", ...kept(state) }).state;
  }
  const next = { ...state, example: state.example === "exact" ? "free" : state.example };
  if (state.weights === "previous-token" || state.weights === "same-word") {
    const preset = defaults(attentionTable, state.weights);
    next.d_model = Math.max(state.d_model, preset.d_model);
    next.d_k = Math.max(state.d_k, preset.d_k);
    next.positions = preset.positions;
  }
  return forget(next as AttentionState, "CDH");
}

/** The scalar that `of` means. */
export function targetOf(state: AttentionState): GradientTarget {
  const cell = parseCell(state.of);
  return cell === undefined
    ? { tensor: state.of, reduce: "sum" }
    : { tensor: cell.tensor, index: [...cell.index] };
}
