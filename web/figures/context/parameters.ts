// The table of the figure `context`.
import type { Group, Table } from "../../state/table.js";
import { type Common, parametersOf, whole } from "../common.js";

/** The masks side by side. */
export const KINDS = ["none", "causal", "window", "prefix"] as const;
export type Kind = (typeof KINDS)[number];

export const MOST = 64;
/** n of the chapter's chart. */
export const CHAPTER = 10;

export type ContextState = Common<"context"> & {
  /** n, positions. */
  length: number;
  /** Keys up to the query, itself included. */
  window: number;
  /** The first keys, which all see. */
  prefix: number;
};

const own = ["length", "window", "prefix"];

export const contextTable: Table<ContextState> = {
  named: true,
  parameters: parametersOf(
    "context",
    [
      { name: "length", label: "context.parameter.length", ...whole(CHAPTER, 1, MOST) },
      { name: "window", label: "context.parameter.window", ...whole(4, 1, MOST) },
      { name: "prefix", label: "context.parameter.prefix", ...whole(3, 0, MOST) },
    ],
    own,
  ),
};

export function groups(): readonly Group[] {
  return [{ name: "context", label: "context.group", parameters: own }];
}

/** The lengths at which shares are measured, at equal distances: powers of two. */
export const LENGTHS = [1, 2, 4, 8, 16, 32, MOST] as const;
