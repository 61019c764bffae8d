// What can be put from one run into another: rows of tensors of the model, one position each.
import { DEPTHS, type Depth, HEADS, type Head, SIZES } from "../language.js";

export const PARTS = ["stream", "output", "head"] as const;
export type Part = (typeof PARTS)[number];

export interface Row {
  readonly tensor: string;
  /** The stream after it, or what it adds to the stream. */
  readonly depth?: Depth;
  /** Of a tensor [1, H, T, D]; the others are [1, T, C]. */
  readonly head?: Head;
}

const outputOf = ({ added, layer }: Depth) =>
  `decoder.${layer}.${added === "attention" ? "self_attention" : added}.output`;

const rows: Readonly<Record<Part, readonly Row[]>> = {
  stream: DEPTHS.map((depth) => ({ tensor: depth.tensor, depth })),
  output: DEPTHS.filter(({ added }) => added !== "x").map((depth) => ({
    ...{ tensor: outputOf(depth), depth },
  })),
  head: HEADS.map((head) => ({
    ...{ tensor: `decoder.${head.layer}.self_attention.head_outputs`, head },
  })),
};

export const rowsOf = (part: Part): readonly Row[] => rows[part];

/** The tensors that these rows are of, each once. */
export const tensorsOf = (part: Part): string[] => [
  ...new Set(rowsOf(part).map(({ tensor }) => tensor)),
];

/** The cells of a row at a position, flat, in a run of so many positions. */
export function cellsOf({ head }: Row, position: number, length: number): number[] {
  const width = head ? SIZES.head : SIZES.width;
  const first = ((head?.head ?? 0) * length + position) * width;
  return Array.from({ length: width }, (_, at) => first + at);
}

/** The runs without a patch come first: what is put in, and what it is put into. */
export const [CLEAN, CORRUPTED, FIRST] = [0, 1, 2] as const;

/** Which run it is that has a row patched at a position. */
export const runOf = (row: number, position: number, length: number) =>
  FIRST + row * length + position;
