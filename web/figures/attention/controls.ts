// The controls of the attention laboratory: their groups, and what the data say about them.
import { type Language, t } from "../../i18n/t.js";
import type { Group, Look } from "../../state/table.js";
import type { AttentionData } from "./data.js";
import type { AttentionState } from "./parameters.js";

const all: readonly Group[] = [
  { name: "sentence", label: "embed.sentence", parameters: ["example", "text", "tokens"] },
  {
    name: "model",
    label: "embed.group.model",
    parameters: ["weights", "d_model", "d_k", "heads", "head", "seed"],
  },
  {
    name: "attention",
    label: "embed.group.attention",
    parameters: ["mask", "length", "scaling", "positions"],
  },
  { name: "gradients", label: "embed.group.gradients", parameters: ["gradients", "of"] },
];

export function groups(state: AttentionState): readonly Group[] {
  const idle = new Set<string>();
  if (state.heads === 1) idle.add("head");
  if (state.mask === "none" || state.mask === "causal") idle.add("length");
  if (!state.gradients) idle.add("of");
  return all.map((group) => ({
    ...group,
    parameters: group.parameters.filter((name) => !idle.has(name)),
  }));
}

export function looks(
  state: AttentionState,
  data: AttentionData | undefined,
  language: Language,
): Record<string, Look> {
  const hint = sentenceHint(state, data, language);
  const { mask } = state;
  return {
    head: { maximum: state.heads - 1 },
    length: {
      maximum: Math.max(1, data?.tokens.length ?? 0),
      ...((mask === "prefix" || mask === "window") && {
        hint: t(language, `embed.length.${mask}`),
      }),
    },
    text: hint === undefined ? {} : { hint },
    of: { hint: t(language, "embed.of.hint") },
  };
}

function sentenceHint(
  { text, tokens }: AttentionState,
  data: AttentionData | undefined,
  language: Language,
): string | undefined {
  const limit = data?.truncated;
  if (limit !== undefined) return t(language, "embed.sentence.truncated", { limit });
  const nothing = text.trim() === "" && tokens === "";
  return nothing ? t(language, "embed.sentence.empty") : undefined;
}
