// The state of a view is one flat table of parameters. The URL, the attributes
// of <clearhead-figure>, the controls and the defaults all come from it.
import type { Key } from "../i18n/t.js";

export type Value = number | boolean | string;
export type State = Readonly<Record<string, Value>>;

export type ParameterType =
  | "integer"
  | "number"
  | "boolean"
  | "choice"
  | "text"
  /** Sparse cells, `scores[0,0,1,2]=3.5;mask[0,0,0,1]=0` (state/cells.ts). */
  | "cells"
  /** Hand-made boundaries, `The|cat|sat` with `\|` and `\\` (state/tokens.ts). */
  | "tokens"
  /** The numbers 1 … n in an order of their own, `3,1,4,2`; `read` knows n. */
  | "order";

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly default: Value;
  readonly minimum?: number;
  readonly maximum?: number;
  /** A place: counted from 0 in links, as in indices, and from 1 where people read it. */
  readonly fromOne?: boolean;
  /** How far something goes on by itself: the control starts it and stops it. */
  readonly runs?: boolean;
  /** The words of a choice. The text of each is `<label>.<word>`. */
  readonly values?: readonly string[];
  readonly label: Key;
  /** Longest text in characters; longer ones are cut (text) or ignored (the rest). */
  readonly longest?: number;
  /** The reader's own work: it is told when another change takes it back. */
  readonly own?: boolean;
  /**
   * For values with a grammar of their own: the canonical spelling, or what is wrong.
   * Canonical means that reading it again gives the same spelling.
   */
  readonly read?: (given: string) => Reading;
}

/** What a figure says about a control beyond the table: limits that follow from the state. */
export interface Look {
  minimum?: number;
  maximum?: number;
  /** The words offered now. */
  values?: readonly string[];
  /** What words are called that the dictionary has no text of. */
  texts?: Readonly<Record<string, string>>;
  disabled?: boolean;
  /** Of what goes on by itself: how far it is, and where it can be stopped. */
  reached?: number;
  ahead?: number;
  /** What its button says, and how far it is in words; default: steps of training. */
  play?: string;
  progress?: string;
  multiline?: boolean;
  /** A sentence under the control. */
  hint?: string;
}

/** Controls that belong together, under one heading. */
export interface Group {
  readonly name: string;
  readonly label: Key;
  readonly parameters: readonly string[];
}

/** `wrong`: a part that was left out of the value, to be reported. */
export type Reading =
  | { value: string; wrong?: string; reason?: Reason; allowed?: string }
  | { reason: Reason; allowed: string };

/** Why a value was not taken; the text of each is `common.ignored.<reason>`. */
export type Reason =
  | "unknown" // no such parameter
  | "version" // a link of another version
  | "repeated" // given twice; the first counts
  | "number" // not a number, or not a whole one
  | "range" // outside minimum … maximum
  | "choice" // not one of the words
  | "malformed" // not of its grammar
  | "encoding" // a "%" that begins no byte of UTF-8
  | "long" // too long: ignored as a whole
  | "cut" // too long: the beginning was taken
  | "conflict" // contradicts another parameter, which counts
  | "shape" // does not fit the tensors of this sentence
  | "tensor" // there is no tensor of this name
  | "lost" // does not fit what was changed
  | "refused" // the engine did not take it; `allowed` is the code of its error
  | "many"; // too many parameters; the rest was not read

/** One value that was not taken: what was given, what is allowed, why. */
export interface Ignored {
  readonly name: string;
  /** As given, at most 60 characters of it. */
  readonly given: string;
  readonly reason: Reason;
  /** "1…256", "none, causal, padding, combined", "scores[0,0,1,2]=3.5;…": not prose. */
  readonly allowed: string;
}

/** A choice that sets several of the other parameters; anything given explicitly wins. */
export interface Presets<S extends State> {
  readonly by: string;
  readonly values: Readonly<Record<string, Partial<S>>>;
  /** Which preset is meant when only other parameters were given. */
  guess(given: Partial<S>): string;
}

export interface Table<S extends State> {
  readonly parameters: readonly Parameter[];
  readonly presets?: Presets<S>;
  /** A link says which figure it is of, unless it is of the first one. */
  readonly named?: boolean;
  /** Resolves contradictions between values that are each allowed. */
  settle?(state: S): { state: S; ignored: Ignored[] };
}

/** What a parameter allows, in one line for an error: "1…256", "none, causal", … */
export function allowed(parameter: Parameter): string {
  switch (parameter.type) {
    case "integer":
    case "number":
      return `${parameter.minimum ?? "−∞"}…${parameter.maximum ?? "∞"}`;
    case "boolean":
      return "true, false";
    case "choice":
      return (parameter.values ?? []).join(", ");
    default:
      return parameter.longest === undefined ? "" : `≤ ${parameter.longest}`;
  }
}

/** The values that hold when nothing but the preset is chosen. */
export function defaults<S extends State>(table: Table<S>, preset?: string): S {
  const state: Record<string, Value> = {};
  for (const parameter of table.parameters) state[parameter.name] = parameter.default;
  const presets = table.presets;
  if (presets !== undefined) {
    const chosen = preset ?? String(state[presets.by]);
    const values = Object.hasOwn(presets.values, chosen) ? presets.values[chosen] : undefined;
    if (values !== undefined) Object.assign(state, values, { [presets.by]: chosen });
  }
  return state as S;
}
