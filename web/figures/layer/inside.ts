// Steps for one layer looked at from inside: μ and σ of what its norms are taken of, and the
// activation as a curve on which the hidden units of a token lie.
import type { Program, Step } from "../../engine/types.js";
import { difference, step } from "../steps.js";
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
  const own = (name: string) => `${sublayer}.${name}`;
  const divisor = { divisor: Math.sqrt(sizesOf(state).width), symbol: "√C" };
  const size = (name: string, x: string) => [
    step(own("length"), "norm", { x }),
    step(name, "scale", { a: own("length") }, divisor),
  ];
  if (state.norm === "rms") return size(statisticsOf(sublayer), from);
  return [
    step(own("mean"), "linear", { x: from, weight: "averaging" }),
    difference(own("centred"), from, own("mean")),
    ...size(own("sigma"), own("centred")),
    step(statisticsOf(sublayer), "concatenate", { a: `${to}.mean`, b: own("sigma") }, { axis: 0 }),
  ];
}
