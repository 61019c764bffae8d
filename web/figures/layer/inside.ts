// Steps for one layer looked at from inside: μ and σ of what its norms are taken of, and the
// activation as a curve on which the hidden units of a token lie.
import type { Program, Step } from "../../engine/types.js";
import { deviation, rootMeanSquare, step } from "../steps.js";
import { floats } from "../tensors.js";
import { activationOf, type LayerState, SUBLAYERS, type Sublayer, sizesOf } from "./parameters.js";
import { scopeOf, stagesOf } from "./stages.js";

/** Places of the curve, from −4 to 4. */
export const CURVE = 33;

export function insideOf(state: LayerState, length: number): Required<Program> {
  const { width } = sizesOf(state);
  return {
    inputs: {
      averaging: floats([width, width], () => 1 / width),
      curve: floats([1, length, CURVE], (at) => (at % CURVE) / 4 - 4),
    },
    steps: [
      ...SUBLAYERS.flatMap((sublayer) => statistics(state, sublayer)),
      step("units", "concatenate", {
        ...{ a: `${scopeOf(state.layer, "feed_forward")}hidden`, b: "curve" },
      }),
      step("bent", "activation", { x: "units" }, { kind: activationOf(state) }),
    ],
  };
}

/** What a norm divides by, and before it the mean that it takes away: [1 or 2, T]. */
export const statisticsOf = (sublayer: Sublayer) => `${sublayer}.statistics`;

function statistics(state: LayerState, sublayer: Sublayer): Step[] {
  const { normed } = stagesOf(state, state.layer, sublayer);
  if (!normed) return [];
  const { from, to } = normed;
  const { width } = sizesOf(state);
  const made = statisticsOf(sublayer);
  if (state.norm === "rms") return rootMeanSquare(made, from, width);
  const sigma = `${sublayer}.sigma`;
  return [
    ...deviation(sigma, from, width),
    step(made, "concatenate", { a: `${to}.mean`, b: sigma }, { axis: 0 }),
  ];
}
