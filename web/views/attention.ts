// The attention laboratory: from a state to the numbers of its figure.
import { loaded } from "../engine/errors.js";
import type {
  CatalogueEntry,
  Engine,
  GradientTarget,
  Model,
  SelfAttentionConfig,
  Tensor,
} from "../engine/types.js";
import { pairOf } from "../figures/attention/active.js";
import { change } from "../figures/attention/change.js";
import { groups, looks } from "../figures/attention/controls.js";
import type { AttentionData, AttentionGradients } from "../figures/attention/data.js";
import { describe } from "../figures/attention/describe.js";
import type { Interventions } from "../figures/attention/interventions.js";
import {
  type AttentionState,
  attentionTable,
  MOST_TOKENS,
  targetOf,
} from "../figures/attention/parameters.js";
import { attention as en } from "../i18n/en/attention.js";
import { provide } from "../i18n/t.js";
import { attention as zh } from "../i18n/zh/attention.js";
import type { Ignored } from "../state/table.js";
import { excerpt } from "../state/text.js";
import { GRADIENT_MAP, Held, keyOf } from "./held.js";
import { Sentence } from "./sentence.js";
import { collect, isMisfit, RunSession, withMap } from "./session.js";
import type { View } from "./view.js";

/** The stages that the figure draws, in both modes and only when all are shown. */
const drawn = [
  ...["tokens", "embeddings", "positions", "x", "query", "key", "value"],
  ...["scores", "scaled", "mask", "masked", "weights", "output"],
];
const drawnInAll = ["embedding.table", "query.weight", "key.weight", "value.weight"];
const drawnGradients = ["output", "weights", "scaled", "scores", "value", "query", "key", "x"];
const drawnGradientsInAll = ["masked", "embeddings", "query.weight", "key.weight", "value.weight"];

function configOf(state: AttentionState): SelfAttentionConfig {
  const { d_model, d_k, heads, seed, weights, mask, length, scaling, positions } = state;
  const kind = "self_attention";
  return { kind, d_model, d_k, heads, seed, weights, mask, length, scaling, positions };
}

/** The reader's own numbers; what reads them is loaded with the first one. */
async function interventionsOf(state: AttentionState, tokens: string[]): Promise<Interventions> {
  if (state.edits === "" && state.matrix === "") {
    return { interventions: [], ignored: [], pasted: undefined };
  }
  const read = await loaded(import("../figures/attention/interventions.js"));
  return read.interventionsOf(state, tokens);
}

/** What could be differentiated instead of `of`; undefined: `of` can. */
function otherTargets(
  of: GradientTarget,
  catalogue: readonly CatalogueEntry[],
): string | undefined {
  const targets = catalogue.filter(({ dtype }) => dtype === "f32");
  const shape = targets.find(({ name }) => name === of.tensor)?.shape;
  if (shape === undefined) return targets.map(({ name }) => name).join(", ");
  if (!("index" in of)) return undefined;
  const inside = shape.every((size, axis) => (of.index[axis] ?? size) < size);
  if (inside && of.index.length === shape.length) return undefined;
  const last = shape.map((size) => size - 1);
  return `${of.tensor}[${last.map(() => 0).join()}] … [${last.join()}]`;
}

class AttentionSession extends RunSession<AttentionState, AttentionData> {
  readonly #engine: Engine;
  readonly #sentence: Sentence;
  #model: { key: string; model: Model } | undefined;

  constructor(engine: Engine) {
    super();
    this.#engine = engine;
    this.#sentence = new Sentence(engine, MOST_TOKENS);
  }

  override async dispose(): Promise<void> {
    const model = this.#model;
    this.#model = undefined;
    await super.dispose();
    await model?.model.dispose();
  }

  protected async compute(state: AttentionState, signal: AbortSignal): Promise<AttentionData> {
    const { tokens, truncated } = await this.#sentence.split(state);
    signal.throwIfAborted();
    if (tokens.length === 0) {
      await this.release();
      return empty(state);
    }
    const wanted = await interventionsOf(state, tokens);
    signal.throwIfAborted();
    const ignored = [...wanted.ignored];
    let { pasted } = wanted;
    const fresh = await this.#run(state, tokens, wanted, signal, (refused) => {
      ignored.push(refused);
      pasted = undefined;
    });
    let gradients: AttentionGradients | undefined;
    let tensors: Record<string, Tensor>;
    try {
      [tensors, gradients] = await Promise.all([
        this.#tensors(fresh.held, state),
        state.gradients ? this.#gradients(fresh.held, state, ignored) : undefined,
      ]);
      signal.throwIfAborted();
    } catch (error) {
      await fresh.discard();
      throw error;
    }
    this.target = gradients?.of ?? targetOf(state);
    await fresh.keep();
    const catalogue = withMap(fresh.held.run.catalogue, tokens.length, tokens);
    return { state, ignored, tokens, truncated, catalogue, tensors, pasted, gradients };
  }

  /**
   * The run of this state: the one at hand when nothing that it depends on changed.
   * `keep` puts it in the place of the old one and releases that; `discard` releases it.
   */
  async #run(
    state: AttentionState,
    tokens: string[],
    { interventions }: Interventions,
    signal: AbortSignal,
    refused: (ignored: Ignored) => void,
  ): Promise<{ held: Held; keep(): Promise<void>; discard(): Promise<void> }> {
    const config = configOf(state);
    const modelKey = JSON.stringify(config);
    const key = keyOf([config, tokens, interventions]);
    const nothing = async () => {};
    if (this.held?.key === key) return { held: this.held, keep: nothing, discard: nothing };
    const known = this.#model?.key === modelKey ? this.#model : undefined;
    const made = known ?? { key: modelKey, model: await this.#engine.model(config) };
    const drop = async () => {
      if (made !== known) await made.model.dispose();
    };
    try {
      signal.throwIfAborted();
      const start = (changes: typeof interventions) =>
        made.model.run({ tokens }, { record: "inspect", interventions: changes, signal });
      const run = await start(interventions).catch((error: unknown) => {
        if (interventions.length === 0 || !isMisfit(error)) throw error;
        const given = excerpt(state.edits || state.matrix);
        refused({ name: "edits", given, reason: "refused", allowed: error.code });
        return start([]);
      });
      const held = new Held(key, run);
      return {
        held,
        keep: async () => {
          const [oldRun, oldModel] = [this.held, this.#model];
          this.held = held;
          this.#model = made;
          await oldRun?.dispose();
          if (oldModel !== made) await oldModel?.model.dispose();
        },
        discard: async () => {
          await held.dispose();
          await drop();
        },
      };
    } catch (error) {
      await drop();
      throw error;
    }
  }

  async #tensors(held: Held, state: AttentionState): Promise<Record<string, Tensor>> {
    const known = new Set(held.run.catalogue.map((entry) => entry.name));
    const names = state.mode === "all" ? [...drawn, ...drawnInAll] : drawn;
    return collect(
      names.filter((name) => known.has(name)),
      (name) => held.tensor(name),
    );
  }

  async #gradients(
    held: Held,
    state: AttentionState,
    ignored: Ignored[],
  ): Promise<AttentionGradients> {
    let of = targetOf(state);
    const allowed = otherTargets(of, held.run.catalogue);
    if (allowed !== undefined) {
      ignored.push({ name: "of", given: state.of, reason: "choice", allowed });
      of = { tensor: "output", reduce: "sum" };
    }
    const map = held.tensor(GRADIENT_MAP);
    // Awaited below; when the gradients fail first, that is the error to tell.
    map.catch(() => undefined);
    const gradients = await held.gradients(of);
    const names =
      state.mode === "all" ? [...drawnGradients, ...drawnGradientsInAll] : drawnGradients;
    const tensors = await collect(
      names.filter((name) => gradients.names.includes(name)),
      (name) => held.gradient(of, name),
    );
    return { of, value: gradients.value, map: await map, tensors };
  }
}

function empty(state: AttentionState): AttentionData {
  const nothing = { truncated: undefined, pasted: undefined, gradients: undefined };
  return { state, ignored: [], tokens: [], catalogue: [], tensors: {}, ...nothing };
}

provide("attention", { en, zh });
export const attention: View<AttentionState, AttentionData> = {
  name: "attention",
  table: attentionTable,
  open: (engine) => new AttentionSession(engine),
  describe,
  change,
  target: targetOf,
  pairOf,
  groups,
  looks,
};
