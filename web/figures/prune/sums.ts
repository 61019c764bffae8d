// What is computed of the run: the loss of a token and of the sentence in every row, what each head
// alone changes, and what is expected at the place of the token.
import type { Step } from "../../engine/types.js";
import type { Measures } from "../program.js";
import { difference, joined, step } from "../steps.js";
import { floats } from "../tensors.js";
import type { Asked } from "./asked.js";
import { aloneRow, HEADS } from "./heads.js";
import { ORDERS, type Order } from "./parameters.js";

/** −log p(token), and its mean over the sentence: [rows, 2]. */
export const LOSSES = "row.losses";
/** By how much they rise without a head: [heads, 2]. */
export const EFFECTS = "effects";
/** p(next token) at the place: [rows, 1, V]. */
export const NEXT = "next";

/** The loss of every head's row minus that of the whole model. */
const effects = (by: Order): Step[] => [
  step(`${by}.whole`, "slice", { a: by }, { axis: 0, start: 0, length: 1 }),
  step(`${by}.alone`, "slice", { a: by }, { axis: 0, start: aloneRow(0), length: HEADS.length }),
  difference(`${by}.effects`, `${by}.alone`, `${by}.whole`),
];

export function measures({ ids, place }: Asked): Measures {
  const length = ids.length + 1;
  const at = { axis: 1, start: place, length: 1 };
  return {
    of: ["losses", "logits"],
    inputs: { averaging: floats([length, 1], () => 1 / length) },
    steps: [
      step("token", "slice", { a: "losses" }, at),
      step("sentence", "matmul", { a: "losses", b: "averaging" }),
      ...joined(LOSSES, ORDERS, 1),
      ...ORDERS.flatMap(effects),
      ...joined(
        EFFECTS,
        ORDERS.map((by) => `${by}.effects`),
        1,
      ),
      step("place.logits", "slice", { a: "logits" }, at),
      step(NEXT, "softmax", { a: "place.logits" }),
    ],
    names: [LOSSES, EFFECTS, NEXT],
  };
}

/** The loss in a row of the batch. */
export const lossIn = (losses: ArrayLike<number>, row: number, by: Order): number =>
  Number(losses[row * ORDERS.length + ORDERS.indexOf(by)]);
