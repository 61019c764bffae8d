// What is computed of the runs: how far apart two logits are in each, what share of the difference a
// patch brings back, and what comes next in three of them.
// Source: Zhang and Nanda 2024 (the normalised difference of two logits).
import type { Step, Tensor } from "../../engine/types.js";
import type { Measures } from "../program.js";
import { difference, joined, step } from "../steps.js";
import type { Asked } from "./asked.js";
import type { PatchState } from "./parameters.js";
import { CLEAN, CORRUPTED, FIRST, runOf } from "./places.js";

/** logit(token) − logit(against) of every run: [1, runs]. */
export const BETWEEN = "difference";
/** 0 where a patch changes nothing, 1 where it brings back all: [1, patches], row by row. */
export const RECOVERED = "recovered";
/** What comes next in the clean, the corrupted and the patched run: [3, 1, V]. */
export const SPREADS = "spreads";

/** The runs that are looked into, in the order of `SPREADS`. */
export const lookedInto = ({ row }: PatchState, { position, corrupted }: Asked) => [
  ...[CLEAN, CORRUPTED],
  runOf(row, position, corrupted.ids.length + 1),
];

const some = (name: string, start: number, length: number) =>
  step(name, "slice", { a: BETWEEN }, { axis: 1, start, length });

const shares = (runs: number): Step[] => [
  difference(BETWEEN, "runs.token", "runs.against"),
  some("clean", CLEAN, 1),
  some("corrupted", CORRUPTED, 1),
  some("patched", FIRST, runs - FIRST),
  difference("gained", "patched", "corrupted"),
  difference("whole", "clean", "corrupted"),
  step(RECOVERED, "divide", { a: "gained", divisor: "whole" }),
];

/** The probabilities behind the last token of a run. */
const spreadOf = (run: number, length: number): Step[] => [
  step(
    `last.${run}`,
    "slice",
    { a: `run${run}.logits` },
    { axis: 1, start: length - 1, length: 1 },
  ),
  step(`spread.${run}`, "softmax", { a: `last.${run}` }),
];

export function measures(
  state: PatchState,
  asked: Asked,
  gathered: Readonly<Record<string, Tensor>>,
): Measures | undefined {
  if (asked.fits !== "yes") return undefined;
  const length = asked.corrupted.ids.length + 1;
  const looked = lookedInto(state, asked);
  const inputs: Record<string, Tensor> = {};
  for (const name of ["runs.token", "runs.against"]) {
    const data = gathered[name]?.data ?? new Float32Array();
    inputs[name] = { shape: [1, data.length], data };
  }
  for (const [at, run] of looked.entries()) {
    const logits = asked.logits[at];
    if (logits) inputs[`run${run}.logits`] = logits;
  }
  return {
    inputs,
    steps: [
      ...shares(inputs["runs.token"]?.data.length ?? 0),
      ...looked.flatMap((run) => spreadOf(run, length)),
      ...joined(
        SPREADS,
        looked.map((run) => `spread.${run}`),
        0,
      ),
    ],
    names: [BETWEEN, RECOVERED, SPREADS],
  };
}
