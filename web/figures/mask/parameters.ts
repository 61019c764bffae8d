// The table of the figure `mask`.
import type { Group, Reading, Table } from "../../state/table.js";
import { type Common, choice, parametersOf, whole } from "../common.js";
import { readEdits } from "../program.js";

const simple = ["none", "causal", "padding", "prefix", "window", "block"] as const;
const kinds = [...simple, "permutation"] as const;
const joins = ["alone", "and", "or", "not"] as const;

export type MaskState = Common<"mask"> & {
  kind: (typeof kinds)[number];
  /** How the second mask joins the first; `not` turns the first one over. */
  join: (typeof joins)[number];
  second: (typeof simple)[number];
  queries: number;
  keys: number;
  /** Padding, prefix and window. */
  length: number;
  /** The first key of padding that is real. */
  start: number;
  /** Positions in the order in which they are predicted, from 1: "3,1,4,2". */
  order: string;
  stream: "query" | "content";
  /** The documents of the keys as the reader wrote them: "1,1,1,2,2,2" (documentsOf). */
  documents: string;
  seed: number;
  gradients: boolean;
  edits: string;
};

export const MOST = 32;

const numbersOf = (text: string) => text.split(/[\s,，;]+/).filter((one) => one !== "");

/** 1 … n in some order. */
function readOrder(given: string): Reading {
  const items = numbersOf(given).map(Number);
  const whole = items.every((_, at) => items.includes(at + 1));
  const fits = whole && items.length > 0 && items.length <= MOST;
  return fits ? { value: items.join(",") } : { reason: "malformed", allowed: "3,1,4,2" };
}

function readDocuments(given: string): Reading {
  const items = numbersOf(given).map(Number);
  const fits = items.every((item) => Number.isInteger(item) && item >= 1 && item <= MOST);
  return fits && items.length > 0 && items.length <= MOST
    ? { value: items.join(",") }
    : { reason: "malformed", allowed: "1,1,1,2,2,2" };
}

const first = { label: "mask.parameter.order" } as const;

export const maskTable: Table<MaskState> = {
  named: true,
  parameters: parametersOf(
    "mask",
    [
      { name: "kind", label: "mask.parameter.kind", ...choice(kinds), default: "causal" },
      { name: "join", label: "mask.parameter.join", ...choice(joins) },
      { name: "second", label: "mask.parameter.second", ...choice(simple), default: "padding" },
      { name: "queries", label: "mask.parameter.queries", ...whole(10, 1, MOST) },
      { name: "keys", label: "mask.parameter.keys", ...whole(10, 1, MOST) },
      { name: "length", label: "mask.parameter.length", ...whole(4, 0, MOST) },
      { name: "start", label: "mask.parameter.start", ...whole(0, 0, MOST) },
      { name: "order", ...first, type: "order", default: "", longest: 100, read: readOrder },
      { name: "stream", label: "mask.parameter.stream", ...choice(["query", "content"]) },
      {
        name: "documents",
        label: "mask.parameter.documents",
        type: "text",
        default: "",
        longest: 100,
        read: readDocuments,
      },
      { name: "seed", label: "mask.parameter.seed", ...whole(1, 0, 2 ** 32 - 1) },
      { name: "gradients", label: "mask.parameter.gradients", type: "boolean", default: false },
      {
        name: "edits",
        label: "mask.parameter.edits",
        type: "cells",
        default: "",
        longest: 40_000,
        own: true,
        read: readEdits,
      },
    ],
    [
      ...["kind", "join", "second", "queries", "keys", "length", "start", "order", "stream"],
      ...["documents", "seed", "gradients", "edits"],
    ],
  ),
  settle(state) {
    return { state: fitted(state), ignored: [] };
  },
};

/** Lengths inside the keys; an order of as many items as there are keys. */
function fitted(state: MaskState): MaskState {
  const { keys } = state;
  const queries = state.kind === "permutation" ? keys : Math.min(state.queries, keys);
  const length = Math.min(state.length, keys);
  const start = Math.min(state.start, length);
  return { ...state, queries, length, start, order: orderOf(state) };
}

function orderOf({ keys, order }: MaskState): string {
  const given = numbersOf(order).map(Number);
  const kept = given.filter((place) => place <= keys);
  const missing = Array.from({ length: keys }, (_, at) => at + 1).filter(
    (place) => !kept.includes(place),
  );
  return [...kept, ...missing].join(",");
}

/** The document of every key; without a word of the reader, two of equal length. */
export function documentsOf({ keys, documents }: MaskState): number[] {
  const items = numbersOf(documents).map(Number);
  return Array.from(
    { length: keys },
    (_, key) => items[key] ?? items.at(-1) ?? (key < keys / 2 ? 1 : 2),
  );
}

/** Which of the first or the second mask needs what. */
const uses = (state: MaskState, ...wanted: string[]) =>
  wanted.includes(state.kind) ||
  ((state.join === "and" || state.join === "or") && wanted.includes(state.second));

export function groups(state: MaskState): readonly Group[] {
  const idle = new Set<string>();
  if (state.join === "alone" || state.join === "not") idle.add("second");
  if (!uses(state, "padding", "prefix", "window")) idle.add("length");
  if (!uses(state, "padding")) idle.add("start");
  if (!uses(state, "block")) idle.add("documents");
  for (const name of ["order", "stream"]) if (state.kind !== "permutation") idle.add(name);
  if (state.kind === "permutation") idle.add("queries");
  const group = (name: "rule" | "size", parameters: string[]): Group => ({
    name,
    label: `mask.group.${name}`,
    parameters: parameters.filter((one) => !idle.has(one)),
  });
  return [
    group("rule", ["kind", "length", "start", "order", "stream", "documents", "join", "second"]),
    group("size", ["queries", "keys", "seed", "gradients"]),
  ];
}
