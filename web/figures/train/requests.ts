// What the engine is asked to train: one model a seed, and those of the second kind beside them.
import type { TrainRequest, TransformerConfig } from "../../engine/types.js";
import type { Comparison, TrainState } from "./parameters.js";
import { isAnswered, type Kind, tasks } from "./tasks.js";

export type Side = "first" | "second";

/** What is asked of held-out examples at every look, beside a score. */
export type Asking = "none" | "answers" | "clozes";

/** One model and its run of training. */
export interface Request {
  /** The kind of models that it is one of. */
  readonly side: string;
  readonly asks: Asking;
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
    keys: (state) => state,
    order: (state) => state,
    recurrent: (state) => ({ ...state, kind: "recurrent", positions: "none" }),
    rate: (state) => state,
  };

/** The state of the model on one side. */
export function sideOf(state: TrainState, side: Side): TrainState {
  const { against } = state;
  return side === "second" && against !== "none" ? otherwise[against](state) : state;
}

/** What is no setting of the figure: one matrix for queries and keys, the norm after the sum. */
function besides({ against }: TrainState, side: Side): TransformerConfig["settings"] {
  if (side === "first") return {};
  return {
    ...(against === "keys" && { share: "query_key" }),
    ...(against === "order" && { order: "post" }),
  };
}

/** A tenth of the rate, where rates are compared. */
function rateOf({ rate, against }: TrainState, side: Side): number {
  return side === "second" && against === "rate" ? Number(rate) / 10 : Number(rate);
}

/** Of `layers` in each part, as every learner here is made. */
export function settingsOf(
  kind: Kind,
  vocabulary: number,
  layers: number,
  width: number,
  heads: number,
): NonNullable<TransformerConfig["settings"]> {
  return {
    ...{ kind, vocabulary, heads, d_model: width, d_ff: 2 * width, max_length: 64 },
    ...{ encoder_layers: layers, decoder_layers: layers },
  };
}

function requestOf(state: TrainState, side: Side, seed: number): Request {
  const { task, corpus, kind, layers, positions, mask, shifted } = sideOf(state, side);
  const { vocabulary, parameters } = tasks[task];
  const [width, heads] = [Number(state.d_model), Number(sideOf(state, side).heads)];
  const several = typeof vocabulary !== "number";
  const known = several ? vocabulary[corpus] : vocabulary;
  return {
    side,
    asks: isAnswered(task) ? "answers" : "none",
    model: {
      ...{ kind: "transformer", seed },
      settings: {
        ...settingsOf(kind, known, layers, width, heads),
        ...{ positions, mask, ...besides(state, side) },
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
