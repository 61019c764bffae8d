// The heads of the shipped model `language`, and how they are removed: each row of a batch is the same
// sentence without some of them.
// Source: Michel et al. 2019, "Are Sixteen Heads Really Better than One?", section 2.3 (a head times 0).
import type { Intervention } from "../../engine/types.js";

export const SIZES = { layers: 2, heads: 4, head: 12 } as const;

export interface Head {
  readonly layer: number;
  readonly head: number;
}

const count = (length: number) => Array.from({ length }, (_, at) => at);

export const HEADS: readonly Head[] = count(SIZES.layers).flatMap((layer) =>
  count(SIZES.heads).map((head) => ({ layer, head })),
);

/** Layer and head as readers count them. */
export const shortName = ({ layer, head }: Head) => `${layer + 1}·${head + 1}`;

/** The rows of the batch: all heads; without each of them alone; without the first 1, 2 … of an order. */
export const aloneRow = (head: number) => 1 + head;
export const prunedRow = (removed: number) => (removed === 0 ? 0 : HEADS.length + removed);

/** What is removed from each row, as numbers of heads. */
export const singles: readonly (readonly number[])[] = [[], ...HEADS.map((_, head) => [head])];
export const pruned = (order: readonly number[]): readonly (readonly number[])[] => [
  ...singles,
  ...order.map((_, at) => order.slice(0, at + 1)),
];

/** Multiplies by 0 what these heads give, [rows, H, T, D], in each row of a batch of `length` tokens. */
export function removals(rows: readonly (readonly number[])[], length: number): Intervention[] {
  const size = length * SIZES.head;
  return count(SIZES.layers).flatMap((layer) => {
    const indices = rows.flatMap((removed, row) =>
      removed
        .filter((head) => HEADS[head]?.layer === layer)
        .flatMap((head) => {
          const first = (row * SIZES.heads + (HEADS[head]?.head ?? 0)) * size;
          return Array.from({ length: size }, (_, cell) => first + cell);
        }),
    );
    const tensor = `decoder.${layer}.self_attention.head_outputs`;
    // Without indices all cells would be meant.
    return indices.length === 0 ? [] : [{ tensor, action: "scale", indices, values: [0] }];
  });
}
