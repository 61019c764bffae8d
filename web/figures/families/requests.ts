// What the engine is asked to train: of every family one model a seed, all of the same width, of as
// many layers, on the same sentences in the same order.
import { type Request, settingsOf } from "../train/requests.js";
import { words } from "../train/tasks.js";
import { type FamiliesState, type Family, families, HEADS } from "./parameters.js";

/** Sentinels of as many gaps as a sentence has at the largest share, and the one at the end. */
const SENTINELS = 4;

/** How a family is asked about a sentence. */
export function taskOf(family: Family, { pair }: Pick<FamiliesState, "pair">): string {
  if (family === "encoder") return "fill_mask";
  if (family === "decoder") return "grammar";
  return pair === "spans" ? "span_corruption" : "continuation";
}

/** Whether tokens of a share are hidden from it. */
export const hides = (family: Family, { pair }: Pick<FamiliesState, "pair">) =>
  family === "encoder" || (family === "encoder_decoder" && pair === "spans");

/** An encoder with a decoder has half of the layers in each. */
export const layersOf = (family: Family, { layers }: Pick<FamiliesState, "layers">) =>
  family === "encoder_decoder" ? Number(layers) / 2 : Number(layers);

function requestOf(state: FamiliesState, family: Family, seed: number): Request {
  const { corpus, share } = state;
  const width = Number(state.d_model);
  const layers = layersOf(family, state);
  return {
    ...{ side: family, asks: "clozes" },
    model: {
      ...{ kind: "transformer", seed },
      settings: settingsOf(family, words[corpus] + SENTINELS, layers, width, HEADS),
    },
    training: {
      task: taskOf(family, state),
      parameters: { language: corpus, ...(hides(family, state) && { share: Number(share) }) },
      settings: { seed, rate: Number(state.rate), batch: Number(state.batch), steps: state.plan },
    },
  };
}

export function requestsOf(state: FamiliesState): readonly Request[] {
  return families.flatMap((family) =>
    Array.from({ length: state.seeds }, (_, at) => requestOf(state, family, state.seed + at)),
  );
}
