// The map: both stacks as boxes with their live tensors, and the lines along which a word goes.
import { type Language, t } from "../../i18n/t.js";
import { diagram, type Link } from "../../scene/diagram.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Diagram, Matrix } from "../../scene/scene.js";
import { counted, grid, pairs } from "../pairs.js";
import { panel } from "../panel.js";
import { gathered } from "../slice.js";
import { stagesOf } from "./attention.js";
import { type Box, boxes, crosses, LAYERS, STACKS, tensorOf } from "./boxes.js";
import { type Data, nextWords, rowOf } from "./data.js";
import { boxName, boxTitle } from "./names.js";
import { tokensOf } from "./rows.js";

/** Words that fit into a box. */
const WORDS = 3;
const MEMORY = "encoder.norm";
const COLUMNS = {
  embedding: 0,
  sum: 0,
  norm: 1,
  attention: 2,
  feed_forward: 2,
  output: 2,
} as const;

export function mapOf(data: Data, language: Language): Diagram {
  const { state, catalogue } = data;
  const links = boxes.flatMap((box) => linksTo(box, language));
  return diagram({
    title: t(language, "blueprint.map"),
    parameter: "box",
    lanes: [laneOf("encoder"), laneOf("decoder")],
    boxes: boxes.flatMap((box) => {
      const matrix = small(data, language, box);
      if (!matrix) return [];
      return {
        ...{ id: box.id, title: boxTitle(box, language), matrix, open: box.id === state.box },
        spoken: spoken(box, links, language),
        ...{ lane: STACKS.indexOf(box.stack) as 0 | 1, row: box.row, column: COLUMNS[box.kind] },
      };
    }),
    groups: STACKS.flatMap((stack) =>
      Array.from({ length: LAYERS }, (_, layer) => {
        const own = boxes.filter((box) => box.stack === stack && box.layer === layer);
        const rows = own.flatMap(({ kind, row }) => (kind === "sum" ? [] : [row]));
        const text = t(language, "blueprint.group", { layer: layer + 1 });
        const lane = STACKS.indexOf(stack) as 0 | 1;
        return { lane, from: Math.min(...rows), to: Math.max(...rows), text };
      }),
    ),
    links,
    legend: [
      {
        ...{ map: "diverging", ends: ["−m", "0", "m"] },
        text: t(language, "blueprint.legend.features"),
      },
      { map: "sequential", ends: ["0", "1"], text: t(language, "blueprint.legend.weights") },
    ],
  });

  function laneOf(stack: Box["stack"]) {
    return {
      title: t(language, `blueprint.lane.${stack}`),
      words: tokensOf(catalogue, stack),
      active: rowOf(data, stack),
    };
  }
}

/** The lines that lead into a box. */
function linksTo(box: Box, language: Language): Link[] {
  const { id, kind, x } = box;
  switch (kind) {
    case "embedding":
      return [];
    case "norm":
    case "output":
      return [{ from: x, to: id }];
    case "sum":
      return [
        { from: x, to: id },
        { from: id.replace(/_sum$/, ""), to: id },
      ];
    default: {
      const own = { from: `${id}_norm`, to: id };
      if (!crosses(box)) return [own];
      const label = box.layer === 0 ? { label: t(language, "blueprint.memory") } : {};
      return [own, { from: MEMORY, to: id, ...label }];
    }
  }
}

/** "Encoder, layer 1: self-attention. Reads … Goes to …" */
function spoken(box: Box, links: readonly Link[], language: Language): string {
  const names = (ids: readonly string[]) =>
    boxes
      .filter(({ id }) => ids.includes(id))
      .map((one) => boxName(one, language))
      .join("; ");
  const from = names(links.filter(({ to }) => to === box.id).map((link) => link.from));
  const to = names(links.filter((link) => link.from === box.id).map((link) => link.to));
  return [
    boxName(box, language),
    ...(from ? [t(language, "blueprint.reads", { from })] : []),
    ...(to ? [t(language, "blueprint.goes", { to })] : []),
  ].join(t(language, "common.sentence.end"));
}

/** The tensor of a box as it is drawn in it. */
function small(data: Data, language: Language, box: Box): Matrix | undefined {
  const { tensors, catalogue, state } = data;
  const tensor = tensorOf(box);
  const found = tensors[tensor];
  if (!found) return undefined;
  const rows = tokensOf(catalogue, box.stack);
  const row = rowOf(data, box.stack);
  const common = { id: `map.${box.id}`, tensor, data: found, title: boxName(box, language) };
  if (box.kind === "output") return words(data, language, row);
  if (box.kind === "attention") {
    const mask = tensors[stagesOf(box.id).mask ?? ""];
    return pairs(language, {
      ...{ ...common, map: "sequential", reach: [1], lead: [0, state.head] },
      ...{ queries: rows, keys: tokensOf(catalogue, crosses(box) ? "encoder" : box.stack) },
      ...{ mask: mask?.data as Uint8Array | undefined, active: { row, column: 0 } },
    });
  }
  return grid(language, {
    ...{ ...common, map: "diverging", active: { row, column: 0 } },
    ...{ down: t(language, "common.axis.token"), rows },
    ...{ across: t(language, "common.axis.feature"), columns: counted(found.shape.at(-1) ?? 0) },
  });
}

/** The likeliest next words after the one that is followed. */
function words(data: Data, language: Language, row: number): Matrix | undefined {
  const { probabilities } = data.tensors;
  if (!probabilities) return undefined;
  const next = nextWords(data, row, WORDS);
  return panel(language, {
    ...{ id: "map.logits", tensor: "probabilities", role: "neutral", map: "none" },
    title: t(language, "blueprint.title.output"),
    slice: gathered(probabilities, next.length, 1, (at) => [0, row, next[at]?.id ?? 0]),
    rowAxis: { title: "", labels: next.map(({ name }) => name) },
    columnAxis: { title: "", labels: [""] },
    write: (value) => (value < 0.005 ? "≈0" : formatNumber(value, language, 2)),
    speak: (at, _, text) => t(language, "common.labelled", { name: next[at]?.name ?? "", text }),
  });
}
