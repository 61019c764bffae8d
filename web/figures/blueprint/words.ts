// What the figure says of the sentence, of the open box, and of the chapter's picture.
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import { judges } from "../common.js";
import { stagesOf, strongest } from "./attention.js";
import { crosses, LAYERS } from "./boxes.js";
import { type Data, nextWords, openIn } from "./data.js";
import { boxName } from "./names.js";
import { MOST_TOKENS } from "./parameters.js";
import { tokensOf } from "./rows.js";

export function summaryOf(data: Data, language: Language): string {
  const { catalogue } = data;
  const parts = [
    t(language, "blueprint.summary", {
      source: tokensOf(catalogue, "encoder").length,
      target: tokensOf(catalogue, "decoder").length,
    }),
    t(language, "common.labelled", {
      name: boxName(openIn(data).box, language),
      text: found(data, language),
    }),
  ];
  return parts.join(t(language, "common.sentence.end"));
}

/** What there is to see in the open box, in numbers. */
function found(data: Data, language: Language): string {
  const { box, tokens, row } = openIn(data);
  const { tensors, state } = data;
  const token = tokens[row] ?? "";
  const write = (value: number | undefined) => formatNumber(Number(value ?? 0), language);
  const percent = (share: number | undefined) =>
    formatNumber(100 * Number(share ?? 0), language, 1);
  const at = (name: string, index: number) => write(tensors[name]?.data[index]);
  switch (box.kind) {
    case "attention": {
      const keys = tokensOf(data.catalogue, crosses(box) ? "encoder" : box.stack);
      const most = strongest(data, stagesOf(box.id).weights, row);
      const [key, weight] = [keys[most.key] ?? "", percent(most.weight)];
      const names = { token, key, weight, head: state.head + 1 };
      return t(language, "blueprint.found.attention", names);
    }
    case "norm": {
      const [mean, sigma] = [at("statistics", row), at("statistics", tokens.length + row)];
      return t(language, "blueprint.found.norm", { token, mean, sigma });
    }
    case "feed_forward": {
      const share = percent(tensors.share?.data[row]);
      const units = tensors[`${box.id}.activated`]?.shape.at(-1) ?? 0;
      return t(language, "blueprint.found.feed_forward", { token, share, units });
    }
    case "output": {
      const [next] = nextWords(data, row, 1);
      const names = { token, next: next?.name ?? "", probability: percent(next?.probability) };
      return t(language, "blueprint.found.output", names);
    }
    default: {
      const lengths = {
        before: at("lengths", 0),
        added: at("lengths", 1),
        after: at("lengths", 2),
      };
      return t(language, "blueprint.found.sum", { token, ...lengths });
    }
  }
}

export function notesOf(data: Data, language: Language, claims: boolean | undefined): string[] {
  const { model, asked, state, catalogue } = data;
  const { d_model, heads } = model.settings;
  const sizes = {
    parameters: model.parameters,
    layers: LAYERS,
    width: Number(d_model),
    heads: Number(heads),
  };
  const source = tokensOf(catalogue, "encoder").length;
  return [
    ...(state.text.trim() === "" ? [t(language, "blueprint.empty")] : []),
    ...(asked.unknown.length > 0
      ? [
          t(language, "blueprint.unknown", {
            words: asked.unknown.join(t(language, "common.list.separator")),
          }),
        ]
      : []),
    ...(asked.truncated ? [t(language, "blueprint.truncated", { limit: MOST_TOKENS })] : []),
    t(language, "blueprint.note.model", sizes),
    t(language, "blueprint.note.order"),
    ...(judges(state, claims) ? [t(language, "blueprint.claim", { ...sizes, source })] : []),
  ];
}
