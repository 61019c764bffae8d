// What the engine is asked to train: one model a seed, and those of the second kind beside them.
import type { TrainRequest, TransformerConfig } from "../../engine/types.js";
import type { Comparison, TrainState } from "./parameters.js";
import { tasks } from "./tasks.js";

export type Side = "first" | "second";

/** One model and its run of training. */
export interface Request {
  readonly side: Side;
  readonly model: TransformerConfig;
  readonly training: TrainRequest;
}

/** The second model: the first with one thing otherwise. */
const otherwise: Readonly<Record<Exclude<Comparison, "none">, (state: TrainState) => TrainState>> =
  {
    positions: (state) => ({ ...state, positions: "none" }),
    mask: (state) => ({ ...state, mask: "none" }),
    shift: (state) => ({ ...state, shifted: false }),
    heads: (state) => ({ ...state, heads: "1" }),
    layers: (state) => ({ ...state, layers: 1 }),
    recurrent: (state) => ({ ...state, kind: "recurrent", positions: "none" }),
    rate: (state) => state,
  };

/** The state of the model on one side. */
export function sideOf(state: TrainState, side: Side): TrainState {
  const { against } = state;
  return side === "second" && against !== "none" ? otherwise[against](state) : state;
}

/** A tenth of the rate, where rates are compared. */
function rateOf({ rate, against }: TrainState, side: Side): number {
  return side === "second" && against === "rate" ? Number(rate) / 10 : Number(rate);
}

function requestOf(state: TrainState, side: Side, seed: number): Request {
  const { task, corpus, kind, layers, positions, mask, shifted } = sideOf(state, side);
  const { vocabulary, parameters } = tasks[task];
  const [width, heads] = [Number(state.d_model), Number(sideOf(state, side).heads)];
  const several = typeof vocabulary !== "number";
  return {
    side,
    model: {
      ...{ kind: "transformer", seed },
      settings: {
        ...{ kind, vocabulary: several ? vocabulary[corpus] : vocabulary, positions, mask, heads },
        ...{ d_model: width, d_ff: 2 * width, max_length: 64 },
        ...{ encoder_layers: layers, decoder_layers: layers },
      },
    },
    training: {
      task,
      parameters: { ...parameters, ...(several && { language: corpus }) },
      settings: {
        ...{ seed, rate: rateOf(state, side), batch: Number(state.batch), shifted },
        steps: state.plan,
      },
    },
  };
}

/** Of every model: first those of the first kind, seed by seed. */
export function requestsOf(state: TrainState): readonly Request[] {
  const sides: Side[] = state.against === "none" ? ["first"] : ["first", "second"];
  return sides.flatMap((side) =>
    Array.from({ length: state.seeds }, (_, at) => requestOf(state, side, state.seed + at)),
  );
}
