// Panels of the figure `translate`: the next token, where the decoder looks, and finished texts.
import { typeset } from "../../formulas/translate.gen.js";
import { type Language, t } from "../../i18n/t.js";
import type { Matrix, Role } from "../../scene/scene.js";
import { largestOf } from "../largest.js";
import { listed } from "../listed.js";
import type { ModelData } from "../model.js";
import { pairs } from "../pairs.js";
import { gathered, planeOf } from "../slice.js";
import type { Asked } from "./asked.js";
import { SIZES, type TranslateState } from "./parameters.js";
import { listedOf, tensorsOf } from "./sums.js";

export type Data = ModelData<TranslateState, Asked>;
type Place = { row: number; column: number };

/** A token as the vocabulary has it: ▁ stands for the space before it. */
export const pieceOf = ({ model }: Data, token: number) => model.vocabulary?.[token] ?? `${token}`;

export const BOS = "[BOS]";

/** What the decoder has read when it chooses the next token. */
export const readBy = (data: Data): string[] => {
  const { written, step } = data.asked;
  return [BOS, ...written.tokens.slice(0, step).map((token) => pieceOf(data, token))];
};

/** The tokens that were likeliest next. */
export function candidates({ asked: { written, step } }: Data): number[] {
  const choices = [...(written.choices[step] ?? [])];
  return choices
    .sort((a, b) => b.log_probability - a.log_probability)
    .map((choice) => choice.token);
}

/** Their probabilities. */
export function next(data: Data, language: Language): Matrix[] {
  const { tensors, asked } = data;
  const { probabilities } = tensors;
  if (!probabilities) return [];
  const tokens = candidates(data);
  const chosen = tokens.indexOf(asked.written.tokens[asked.step] ?? -1);
  const made = listed(language, {
    ...{ id: "next", tensor: "probabilities", data: probabilities, role: "query" },
    ...{ formula: typeset.probabilities, active: { row: chosen, column: 0 } },
    title: t(language, "translate.panel.next"),
    down: t(language, "common.axis.token"),
    places: tokens.map((token) => pieceOf(data, token)),
    slice: gathered(probabilities, tokens.length, 1, (row) => [0, 0, tokens[row] ?? 0]),
  });
  return [{ ...made, size: "medium" }];
}

export const weightsOf = ({ layer }: TranslateState) => `decoder.${layer}.cross_attention.weights`;

/** All heads of a layer small, and one of them in detail. */
export function attention(
  data: Data,
  language: Language,
  active: Place | undefined,
): { small: Matrix[]; large: Matrix[] } {
  const { state, tensors, asked } = data;
  const tensor = weightsOf(state);
  const weights = tensors[tensor];
  if (!weights) return { small: [], large: [] };
  // The newest token, and what it attends to most.
  const plane = planeOf(weights, [0, state.head]);
  const row = plane.values.subarray(asked.step * plane.columns, (asked.step + 1) * plane.columns);
  const strongest = { row: asked.step, column: largestOf(row)[0] ?? 0 };
  const map = (id: string, head: number, title: string) =>
    pairs(language, {
      ...{ id, title, tensor, data: weights, lead: [0, head], active: active ?? strongest },
      ...{ map: "sequential", reach: [0, 1] },
      ...{ queries: readBy(data), keys: asked.source.map(({ id }) => pieceOf(data, id)) },
    });
  const small = Array.from({ length: SIZES.heads }, (_, head): Matrix => {
    const name = head === state.head ? "translate.panel.shown" : "translate.panel.head";
    return { ...map(`head.${head}`, head, t(language, name, { head: head + 1 })), size: "tiny" };
  });
  const names = { layer: state.layer + 1, head: state.head + 1 };
  const title = t(language, "translate.panel.attention", names);
  return { small, large: [{ ...map("attention", state.head, title), size: "medium" }] };
}

const roles: Readonly<Record<string, Role>> = { greedy: "key", forced: "value", beam: "query" };

/** What was written greedily, and what the search has finished, the best first. */
export function finished(data: Data, language: Language): Matrix[] {
  const { asked, tensors, state } = data;
  const { name } = tensorsOf(asked).ranking;
  const scores = tensors[name];
  if (!scores) return [];
  const texts = listedOf(asked);
  const before = texts.findIndex(({ kind }) => kind === "beam");
  const made = listed(language, {
    ...{ id: "finished", tensor: name, data: scores, formula: typeset.score },
    title: t(language, "translate.panel.finished", { penalty: state.penalty }),
    down: t(language, "translate.axis.text"),
    places: texts.map(({ kind, text }, at) => {
      return t(language, `translate.text.${kind}`, { text, place: at - before + 1 });
    }),
    roles: texts.map(({ kind }) => roles[kind] ?? "neutral"),
    share: 0.6,
    slice: gathered(scores, texts.length, 1, (row) => [row, 0]),
  });
  return [{ ...made, size: "wide" }];
}
