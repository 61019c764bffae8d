// The table of the attention laboratory: every control, link and attribute.
import type { GradientTarget } from "../../engine/types.js";
import { languageOf } from "../../i18n/t.js";
import { isFloat, LARGEST_FLOAT } from "../../scene/numbers.js";
import { type Edit, formatCell, formatEdits, parseCell, parseEdits } from "../../state/cells.js";
import type { Reading, Reason, Table } from "../../state/table.js";
import { examples, guess, presets, settle, weightKinds } from "./examples.js";
import { readMatrix } from "./pasted.js";
import { editable, fullIndex } from "./tensors.js";

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
  /** Names of the controls to show, `mask,heads`; "none"; "": those of the mode. */
  controls: string;
  /** Nothing can be changed, everything can be looked into. */
  readonly: boolean;
  /** Verdicts on what the chapter claims; auto: what the element says. */
  claims: "auto" | "on" | "off";
  lang: "auto" | "en" | "zh";
  theme: "auto" | "light" | "dark";
};

export const LONGEST_TEXT = 10_000;
export const MOST_TOKENS = 64;

function readEdits(given: string): Reading {
  const { edits, wrong } = parseEdits(given);
  const fitting: Edit[] = [];
  let reason: Reason = "malformed";
  let first = wrong[0];
  let allowed = `scores[0,0,1,2]=3.5;mask[0,0,0,1]=0 (${editable.join(", ")})`;
  for (const edit of edits) {
    const index = fullIndex(edit.tensor, edit.index);
    const range =
      edit.tensor === "mask"
        ? [0, 1].includes(edit.value) || "0, 1"
        : isFloat(edit.value) || LARGEST_FLOAT;
    if (index !== undefined && range === true) fitting.push({ ...edit, index });
    else if (first === undefined) {
      first = formatEdits([edit]);
      if (index !== undefined) [reason, allowed] = ["range", String(range)];
    }
  }
  const value = formatEdits(fitting);
  if (first === undefined) return { value };
  return value === "" ? { reason, allowed } : { value, wrong: first, reason, allowed };
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

/** `zh-CN` means Chinese here. */
function readLanguage(given: string): Reading {
  return { value: languageOf(given) ?? given };
}

/** What `controls` may name: the parameters that a reader sets. */
const controlNames = [
  ...["example", "text", "tokens", "weights", "d_model", "d_k", "heads", "head", "seed"],
  ...["mask", "length", "scaling", "positions", "gradients", "of", "edits", "matrix"],
];

function readControls(given: string): Reading {
  if (given.trim() === "none") return { value: "none" };
  const names = given.split(",").map((name) => name.trim().replaceAll("-", "_"));
  const value = controlNames.filter((name) => names.includes(name)).join(",");
  const wrong = names.find((name) => !controlNames.includes(name));
  const allowed = ["none", ...controlNames].join(", ");
  if (wrong === undefined) return { value };
  return value === "" ? { reason: "choice", allowed } : { value, wrong, allowed };
}

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
    { name: "weights", label: "attention.parameter.weights", ...choice(weightKinds) },
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
      own: true,
      read: readEdits,
    },
    {
      name: "matrix",
      label: "attention.parameter.matrix",
      type: "text",
      default: "",
      longest: 100_000,
      own: true,
      read: readMatrix,
    },
    {
      name: "of",
      label: "attention.parameter.of",
      type: "text",
      default: "output",
      own: true,
      read: readTarget,
    },
    { name: "gradients", label: "attention.parameter.gradients", type: "boolean", default: false },
    { name: "open", label: "attention.parameter.open", type: "text", default: "", read: readCell },
    { name: "mode", label: "attention.parameter.mode", ...choice(["guided", "all"]) },
    {
      name: "controls",
      label: "attention.parameter.controls",
      type: "text",
      default: "",
      read: readControls,
    },
    { name: "readonly", label: "attention.parameter.readonly", type: "boolean", default: false },
    { name: "claims", label: "attention.parameter.claims", ...choice(["auto", "on", "off"]) },
    {
      name: "lang",
      label: "attention.parameter.lang",
      ...choice(["auto", "en", "zh"]),
      read: readLanguage,
    },
    { name: "theme", label: "attention.parameter.theme", ...choice(["auto", "light", "dark"]) },
  ],
  presets: { by: "example", values: presets, guess },
  settle,
};

function whole(value: number, minimum: number, maximum: number) {
  return { type: "integer", default: value, minimum, maximum } as const;
}

/** The scalar that `of` means. */
export function targetOf(state: AttentionState): GradientTarget {
  const cell = parseCell(state.of);
  return cell === undefined
    ? { tensor: state.of, reduce: "sum" }
    : { tensor: cell.tensor, index: [...cell.index] };
}
