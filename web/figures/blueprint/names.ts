// What the boxes are called: in a list, and above their small matrices.
import { type Language, t } from "../../i18n/t.js";
import { subscript } from "../../scene/text.js";
import type { Box, Stack } from "./boxes.js";

/** "Encoder, layer 1: self-attention" */
export function boxName(box: Box, language: Language): string {
  const { stack, layer, sublayer, kind } = box;
  const place =
    layer === undefined
      ? t(language, `blueprint.stack.${stack}`)
      : t(language, "blueprint.layer", {
          stack: t(language, `blueprint.stack.${stack}`),
          layer: layer + 1,
        });
  const own = sublayer && t(language, `blueprint.part.${sublayer}`);
  const text =
    own === undefined
      ? t(
          language,
          `blueprint.part.${kind === "norm" ? "last_norm" : (kind as "embedding" | "output")}`,
        )
      : kind === "norm" || kind === "sum"
        ? t(language, `blueprint.part.${kind}`, { part: own })
        : own;
  return t(language, "common.labelled", { name: place, text });
}

/** Of the tokens of a stack. */
const letterOf = (stack: Stack) => (stack === "encoder" ? "x" : "y");

/** "x₂" of the encoder, "y₂" of the decoder: what the tokens are after two sublayers. */
export function boxTitle({ stack, sublayer, kind, row }: Box, language: Language): string {
  if (kind === "embedding" || kind === "sum") return letterOf(stack) + subscript(row);
  if (kind === "norm") return t(language, "blueprint.title.norm");
  if (kind === "output") return t(language, "blueprint.title.output");
  return t(language, `blueprint.part.${sublayer ?? "feed_forward"}`);
}

/** What is added to x in a sum, in a word. */
export const addedName = ({ kind, sublayer }: Box, language: Language) =>
  t(
    language,
    kind === "embedding"
      ? "blueprint.row.positions"
      : `blueprint.part.${sublayer ?? "feed_forward"}`,
  );
