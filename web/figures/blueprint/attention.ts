// Inside of an attention: one head from queries and keys to its output.
import { typeset } from "../../formulas/blueprint.gen.js";
import { type Language, t } from "../../i18n/t.js";
import type { Matrix } from "../../scene/scene.js";
import { largestOf } from "../largest.js";
import { counted, grid, pairs } from "../pairs.js";
import { crosses } from "./boxes.js";
import { type Data, openIn, rowOf } from "./data.js";
import { tokensOf } from "./rows.js";

/** What is drawn of an attention: only that of the decoder to itself has a mask. */
export function stagesOf(id: string) {
  const hides = /^decoder.*self_attention$/.test(id);
  return {
    query: `${id}.heads.query`,
    key: `${id}.heads.key`,
    scores: `${id}.${hides ? "masked" : "scaled"}`,
    weights: `${id}.weights`,
    value: `${id}.heads.value`,
    output: `${id}.head_outputs`,
    ...(hides && { mask: `${id}.causal_mask` }),
  };
}

export function attention(data: Data, language: Language): { panels: Matrix[]; joints: string[] } {
  const { state, tensors, catalogue } = data;
  const { box, tokens, row } = openIn(data);
  const across = crosses(box);
  const keys = across ? tokensOf(catalogue, "encoder") : tokens;
  const stages = stagesOf(box.id);
  const lead = [0, state.head];
  const column = across ? rowOf(data, "encoder") : strongest(data, stages.weights, row).key;
  const mask = tensors[stages.mask ?? ""]?.data as Uint8Array | undefined;

  const vectors = (kind: "query" | "key" | "value" | "output"): Matrix[] => {
    const tensor = stages[kind];
    const found = tensors[tensor];
    if (!found) return [];
    const own = kind === "query" || kind === "output";
    const made = grid(language, {
      ...{
        id: kind,
        tensor,
        data: found,
        lead,
        map: "diverging",
        role: kind === "output" ? "value" : kind,
      },
      title: t(language, `blueprint.panel.${kind}`),
      active: { row: own ? row : column, column: 0 },
      ...{ down: t(language, "common.axis.token"), rows: own ? tokens : keys },
      ...{ across: t(language, "common.axis.feature"), columns: counted(found.shape.at(-1) ?? 0) },
    });
    return [{ ...made, size: "medium" }];
  };
  const stage = (kind: "scores" | "weights"): Matrix[] => {
    const tensor = stages[kind];
    const found = tensors[tensor];
    if (!found) return [];
    const made = pairs(language, {
      ...{ id: kind, tensor, data: found, lead, mask, active: { row, column } },
      ...{
        map: kind === "scores" ? "diverging" : "sequential",
        hidden: kind === "scores" ? "−∞" : "0",
      },
      ...{ queries: tokens, keys, formula: typeset[kind], editable: true },
      entry: catalogue.find(({ name }) => name === tensor),
      title: t(language, `blueprint.panel.${kind}`),
    });
    return [{ ...made, size: "medium" }];
  };

  return {
    panels: [
      ...vectors("query"),
      ...vectors("key"),
      ...stage("scores"),
      ...stage("weights"),
      ...vectors("value"),
      ...vectors("output"),
    ],
    joints: ["", "·", "→", "→", "·", "→"],
  };
}

/** The key with the largest weight in a row of the head that is shown, and that weight. */
export function strongest({ tensors, state }: Data, weights: string, row: number) {
  const found = tensors[weights];
  const [rows = 1, keys = 1] = found?.shape.slice(-2) ?? [];
  const from = (state.head * rows + row) * keys;
  const all = found?.data.subarray(from, from + keys) ?? [];
  const [key = 0] = largestOf(all);
  return { key, weight: all[key] };
}
