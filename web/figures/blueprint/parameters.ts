// The table of the figure `blueprint`.
import { type Language, t } from "../../i18n/t.js";
import { type Cell, parseCell } from "../../state/cells.js";
import type { Group, Look, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf } from "../common.js";
import { DIRECTIONS, type Direction, exampleOf, following } from "../directions.js";
import { readEdits } from "../program.js";
import { boxes, boxOf, crosses, type Stack } from "./boxes.js";
import { boxName } from "./names.js";

export type BlueprintState = Common<"blueprint"> & {
  direction: Direction;
  text: string;
  /** What the decoder has read; "": what the model writes by itself. */
  target: string;
  /** The box that is open, by the name of its tensors. */
  box: string;
  head: number;
  /** Of the encoder, and of the decoder: the row that is followed, from 0. */
  token: number;
  word: number;
  edits: string;
};

/** Of the shipped model. */
export const HEADS = 4;
/** Tokens on either side. */
export const MOST_TOKENS = 24;

const own = ["direction", "text", "target", "box", "head", "token", "word", "edits"];
const ids = boxes.map(({ id }) => id);

export const blueprintTable: Table<BlueprintState> = {
  named: true,
  parameters: parametersOf(
    "blueprint",
    [
      { name: "direction", label: "blueprint.parameter.direction", ...choice(DIRECTIONS) },
      {
        ...{ name: "text", label: "blueprint.parameter.text", type: "text", longest: 400 },
        default: exampleOf("fr"),
      },
      {
        ...{ name: "target", label: "blueprint.parameter.target", type: "text", longest: 400 },
        default: "",
      },
      {
        ...{ name: "box", label: "blueprint.parameter.box", ...choice(ids) },
        default: "decoder.1.cross_attention",
      },
      { name: "head", label: "blueprint.parameter.head", ...nth(0, HEADS - 1) },
      { name: "token", label: "blueprint.parameter.token", ...nth(7, MOST_TOKENS - 1) },
      { name: "word", label: "blueprint.parameter.word", ...nth(1, MOST_TOKENS - 1) },
      {
        ...{ name: "edits", label: "blueprint.parameter.edits", type: "cells", default: "" },
        ...{ longest: 20_000, own: true, read: readEdits },
      },
    ],
    own,
  ),
};

/** Which rows a box has: those of the encoder, of the decoder, or pairs of both. */
function followed(state: BlueprintState): string[] {
  const box = boxOf(state.box);
  if (crosses(box)) return ["word", "token"];
  return [box.stack === "encoder" ? "token" : "word"];
}

export function groups(state: BlueprintState): readonly Group[] {
  return [
    {
      ...{ name: "sentence", label: "blueprint.group.sentence" },
      parameters: ["direction", "text", "target"],
    },
    {
      ...{ name: "shown", label: "blueprint.group.shown" },
      parameters: ["box", "head", ...followed(state)],
    },
  ];
}

export function looks(
  counts: Readonly<Record<Stack, number>>,
  language: Language,
): Record<string, Look> {
  return {
    box: { texts: Object.fromEntries(boxes.map((box) => [box.id, boxName(box, language)])) },
    token: { maximum: Math.max(0, counts.encoder - 1) },
    word: { maximum: Math.max(0, counts.decoder - 1) },
    target: { hint: t(language, "blueprint.target.hint") },
  };
}

/** A cell of a head or of a token makes that head and that token the ones that are followed. */
export function change(state: BlueprintState, values: Partial<BlueprintState>): BlueprintState {
  const { direction } = values;
  const cell = parseCell(values.open ?? "");
  const text = direction && following(state.direction, direction, state.text);
  const other = [direction, values.text, values.target].some((value) => value !== undefined);
  return {
    ...state,
    ...(text !== undefined && { text }),
    // What was read, and the numbers that were set, are of the old sentence.
    ...(direction !== undefined && { target: "" }),
    ...(other && { edits: "" }),
    ...(cell && placeOf(state, cell)),
    ...values,
  };
}

/** The head and the rows of a cell of the open box. */
function placeOf({ box }: BlueprintState, { tensor, index }: Pick<Cell, "tensor" | "index">) {
  const { stack } = boxOf(box);
  const across = crosses(boxOf(box));
  const [row, column] = [index.at(-2) ?? 0, index.at(-1) ?? 0];
  const own = (at: number) => (stack === "encoder" ? { token: at } : { word: at });
  const head = { head: index.at(-3) ?? 0 };
  if (/attention\.(scaled|masked|weights)$/.test(tensor))
    return { ...head, ...own(row), ...(across && { token: column }) };
  if (/attention\.heads\.(key|value)$/.test(tensor))
    return { ...head, ...(across ? { token: row } : own(row)) };
  if (/attention\.(heads\.query|head_outputs)$/.test(tensor)) return { ...head, ...own(row) };
  // Lists of tokens, and tokens with their features.
  if (tensor === "share" || tensor === "statistics") return own(column);
  return tensor.startsWith(stack) ? own(row) : {};
}
