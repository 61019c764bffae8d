// Scripts of cells of the hand-made stage.

import { script } from "../../../web/inspect/torch.js";
import type { Address } from "../../../web/inspect/tree.js";
import { type Setting, stage } from "./model.js";

export const cell = (tensor: string, ...index: number[]): Address => ({
  tensor,
  index,
  gradient: false,
});

export async function scriptOf(address: Address, setting: Setting = {}): Promise<string> {
  const source = stage(setting);
  return script({ ...source, explanation: await source.explain(address, { limit: 0 }) });
}

function random(rows: number, columns: number): number[][] {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.fround(state / 2 ** 32 - 0.5);
  };
  return Array.from({ length: rows }, () => Array.from({ length: columns }, next));
}

/** Every matrix `width` wide and drawn. */
export function wide(width: number): Setting {
  const [table, query, key, value] = [3, width, width, width].map((rows) => random(rows, width));
  return { table, query, key, value } as Setting;
}

/** A cell of every stage. */
export const cells = [
  cell("weights", 0, 0, 1, 2),
  cell("masked", 0, 0, 1, 2),
  cell("scaled", 0, 0, 1, 2),
  cell("scores", 0, 0, 1, 2),
  cell("heads.key", 0, 0, 1, 2),
  cell("query", 0, 1, 2),
  cell("output", 0, 1, 0),
  cell("head_outputs", 0, 0, 1, 1),
  cell("x", 0, 1, 1),
  cell("tokens", 0, 1),
  cell("query.weight", 1, 2),
];
