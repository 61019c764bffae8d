// Matrices that a reader types or pastes: CSV, TSV, blanks, JSON, a Python list,
// what numpy and PyTorch print. Numbers may be fractions.
import type { Key } from "../../i18n/t.js";
import type { Message } from "../../i18n/types.js";
import { isFloat, parseNumber } from "../../scene/numbers.js";
import type { Reading } from "../../state/table.js";
import { excerpt } from "../../state/text.js";

export type Pasted = { rows: number[][] } | { error: Message<Key> };

/** Which stage a pasted matrix stands for. */
export interface PastedMatrix {
  readonly tensor: "scores" | "weights";
  readonly rows: number[][];
}

const LARGEST = 64;
const LONGEST = 100_000;

const innermost = /\[[^[\]]*\]/g;

/** Cells of every innermost bracket and what stands beside them, or of every line. */
function split(text: string): string[][] {
  const inner = text.match(innermost);
  const beside =
    inner &&
    text
      .replace(innermost, "")
      .replace(/[[\],;]/g, " ")
      .trim();
  const lines = inner
    ? [...inner.map((row) => row.slice(1, -1)), ...(beside ? [beside] : [])]
    : text.split(/\r?\n|;/);
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "" || inner !== null)
    .map((line) => {
      const bare = line.replace(/,$/, "");
      const mark = bare.includes("\t") ? /\t/ : bare.includes(",") ? /,/ : /\s+/;
      return bare.split(mark).map((cell) => cell.trim());
    });
}

/** Takes `np.array(…, dtype=…)`, `tensor(…, device=…)` off. */
function unwrap(text: string): string {
  const bare = text.trim();
  const call = /^(?:[a-z]+\.)?(?:array|tensor|matrix)\s*\((?=[\s\S]*\)$)/i.exec(bare);
  if (call === null) return bare;
  const end = bare.lastIndexOf("]");
  return bare.slice(call[0].length, end < 0 ? bare.length : end + 1);
}

function problem(key: Key, parameters: Record<string, string | number>): Pasted {
  return { error: { key, parameters } };
}

/** The rows of a pasted square matrix; with `size`, exactly size × size. Never throws. */
export function parseMatrix(text: string, size?: number): Pasted {
  if (text.length > LONGEST) return problem("attention.pasted.long", { longest: LONGEST });
  const cells = split(unwrap(text));
  if (cells.length === 0 || cells[0]?.[0] === "") return problem("attention.pasted.empty", {});
  const columns = cells[0]?.length ?? 0;
  if (cells.length > LARGEST || columns > LARGEST) {
    return problem("attention.pasted.large", { rows: cells.length, columns, largest: LARGEST });
  }
  const rows: number[][] = [];
  for (const [r, line] of cells.entries()) {
    const row: number[] = [];
    for (const [c, cell] of line.entries()) {
      const value = parseNumber(cell);
      if (!isFloat(value)) {
        const at = { row: r + 1, column: c + 1, given: excerpt(cell, 20) };
        return problem("attention.pasted.number", at);
      }
      row.push(value);
    }
    if (row.length !== columns) {
      const at = { row: r + 1, given: row.length, allowed: columns };
      return problem("attention.pasted.ragged", at);
    }
    rows.push(row);
  }
  const wanted = size ?? rows.length;
  if (rows.length !== wanted || columns !== wanted) {
    return problem("attention.pasted.size", { rows: rows.length, columns, size: wanted });
  }
  return { rows };
}

/** `scores:1,0;0,1`: how a matrix is kept in the state. */
export function formatMatrix(matrix: PastedMatrix): string {
  return `${matrix.tensor}:${matrix.rows.map((row) => row.join(",")).join(";")}`;
}

/** The matrix of a state or link, or undefined for "" and what is none. */
export function matrixOf(text: string): PastedMatrix | undefined {
  const match = /^(scores|weights):([\s\S]+)$/.exec(text.trim());
  if (match === null) return undefined;
  const parsed = parseMatrix(match[2] ?? "");
  if ("error" in parsed) return undefined;
  return { tensor: match[1] as PastedMatrix["tensor"], rows: parsed.rows };
}

/** For the table of parameters. */
export function readMatrix(given: string): Reading {
  const matrix = matrixOf(given);
  if (matrix !== undefined) return { value: formatMatrix(matrix) };
  return { reason: "malformed", allowed: "scores:1,0;0,1 · weights:1,0;0,1 (n×n, n ≤ 64)" };
}
