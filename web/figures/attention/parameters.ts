// The table of the attention laboratory: every control, link and attribute.
import type { GradientTarget } from "../../engine/types.js";
import { isFloat, LARGEST_FLOAT } from "../../scene/numbers.js";
import { type Edit, formatCell, formatEdits, parseCell, parseEdits } from "../../state/cells.js";
import type { Reading, Reason, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf, whole } from "../common.js";
import { examples, guess, presets, settle, weightKinds } from "./examples.js";
import { readMatrix } from "./pasted.js";
import { editable, fullIndex } from "./tensors.js";

// A type, not an interface: it must be assignable to State.
export type AttentionState = Common<"attention"> & {
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
  mask: "none" | "causal" | "padding" | "combined" | "prefix" | "window";
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

/** What `controls` may name: the parameters that a reader sets. */
const controlNames = [
  ...["example", "text", "tokens", "weights", "d_model", "d_k", "heads", "head", "seed"],
  ...["mask", "length", "scaling", "positions", "gradients", "of", "edits", "matrix"],
];

export const attentionTable: Table<AttentionState> = {
  parameters: parametersOf(
    "attention",
    [
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
      { name: "head", label: "attention.parameter.head", ...nth(0, 15) },
      { name: "seed", label: "attention.parameter.seed", ...whole(1, 0, 2 ** 32 - 1) },
      {
        name: "mask",
        label: "attention.parameter.mask",
        ...choice(["none", "causal", "padding", "combined", "prefix", "window"]),
      },
      { name: "length", label: "attention.parameter.length", ...whole(2, 0, MOST_TOKENS) },
      { name: "scaling", label: "attention.parameter.scaling", type: "boolean", default: true },
      {
        name: "positions",
        label: "attention.parameter.positions",
        type: "boolean",
        default: false,
      },
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
      {
        name: "gradients",
        label: "attention.parameter.gradients",
        type: "boolean",
        default: false,
      },
    ],
    controlNames,
  ),
  presets: { by: "example", values: presets, guess },
  settle,
};

/** The scalar that `of` means. */
export function targetOf(state: AttentionState): GradientTarget {
  const cell = parseCell(state.of);
  return cell === undefined
    ? { tensor: state.of, reduce: "sum" }
    : { tensor: cell.tensor, index: [...cell.index] };
}
