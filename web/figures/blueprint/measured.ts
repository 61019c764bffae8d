// Steps over the tensors of the run: the distribution over the next token, and what the open box
// shows beside its own tensors.
import type { CatalogueEntry, Step } from "../../engine/types.js";
import type { Measures } from "../program.js";
import { deviation, joined, step } from "../steps.js";
import { floats } from "../tensors.js";
import { addends, type Box, boxOf } from "./boxes.js";
import type { BlueprintState } from "./parameters.js";
import { rowIn } from "./rows.js";

/** Places of the curve on either side of 0. */
const HALF = 17;
export const CURVE = 2 * HALF;
/** So steep that σ(z / STEEP) is 1 below 0 and 0 above it. */
const STEEP = -1e-30;
/** Of the shipped model. */
const ACTIVATION = "relu";

type Made = Measures & { of: readonly string[]; inputs: NonNullable<Measures["inputs"]> };

/** p = softmax(logits) [1, S, V], and what is measured of the open box. */
export function measured(state: BlueprintState, catalogue: readonly CatalogueEntry[]): Measures {
  const box = boxOf(state.box);
  const { steps, names, of, inputs } = ofBox(state, box, catalogue);
  return {
    steps: [step("probabilities", "softmax", { a: "logits" }), ...steps],
    names: ["probabilities", ...names],
    of: [...new Set(["logits", ...of])],
    inputs,
  };
}

function ofBox(state: BlueprintState, box: Box, catalogue: readonly CatalogueEntry[]): Made {
  const shape = (name: string) => catalogue.find((entry) => entry.name === name)?.shape ?? [];
  const row = rowIn(state, box.stack, shape(`${box.stack}.x`).at(-2) ?? 1);
  const width = shape(`${box.stack}.x`).at(-1) ?? 1;
  switch (box.kind) {
    case "norm":
      return norm(box, width);
    case "embedding":
    case "sum":
      return sum(box, row);
    case "feed_forward":
      return feedForward(box, row);
    default:
      return { steps: [], names: [], of: [], inputs: {} };
  }
}

/** μ as the norm took it, and σ: [2, T]. */
function norm({ id, x }: Box, width: number): Made {
  const mean = `${id}.mean`;
  return {
    steps: [
      ...deviation("sigma", x, width),
      step("statistics", "concatenate", { a: mean, b: "sigma" }, { axis: 0 }),
    ],
    names: ["statistics"],
    of: [x, mean],
    inputs: { averaging: floats([width, width], () => 1 / width) },
  };
}

/** Of one token what is added up, the sum, and how long they are: [1, 3, C] and [1, 3]. */
function sum(box: Box, row: number): Made {
  const [a, b] = addends(box);
  const cut = (name: string, from: string) =>
    step(name, "slice", { a: from }, { axis: 1, start: row, length: 1 });
  // Positions have no batch: as one head of them they have.
  const flat = box.kind === "embedding";
  return {
    steps: [
      ...(flat ? [step("one", "split_heads", { x: b }, { heads: 1 })] : []),
      ...[cut("row.a", a), cut("row.b", flat ? "one" : b), cut("row.sum", box.id)],
      ...joined("rows", ["row.a", "row.b", "row.sum"], 1),
      step("lengths", "norm", { x: "rows" }),
    ],
    names: ["rows", "lengths"],
    of: [a, b, box.id],
    inputs: {},
  };
}

/**
 * The hidden units of one token, then places from the least of them over 0 to the largest, and f of
 * all these; and of every token the share of units below 0, where ReLU gives 0.
 */
function feedForward({ id }: Box, row: number): Made {
  const hidden = `${id}.hidden`;
  const ramp = (from: number, to: number) =>
    floats([1, 1, HALF], (at) => from + ((to - from) * at) / (HALF - 1));
  const steps: Step[] = [
    step("one", "slice", { a: hidden }, { axis: 1, start: row, length: 1 }),
    step("ends", "statistics", { x: "one" }),
    step("below", "multiply", { a: "falling", b: "ends.least" }),
    step("above", "multiply", { a: "rising", b: "ends.largest" }),
    ...joined("units", ["one", "below", "above"]),
    step("bent", "activation", { x: "units" }, { kind: ACTIVATION }),
    step("steep", "scale", { a: hidden }, { divisor: STEEP }),
    step("zero", "activation", { x: "steep" }, { kind: "sigmoid" }),
    step("share", "statistics", { x: "zero" }),
  ];
  return {
    ...{ steps, names: ["units", "bent", "share"], of: [hidden] },
    inputs: { falling: ramp(1, 0), rising: ramp(0, 1) },
  };
}
