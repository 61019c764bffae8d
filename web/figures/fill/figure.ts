// What becomes of hidden scores: −∞, −1e9 or no part at all, in float32 and in float16; and a
// mask that multiplies when softmax is over. They differ where a row has no visible key.
// Source: the chapter's section 2.4; IEEE 754-2008, section 3.4.
import { typeset } from "../../formulas/fill.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Band, Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { pairs } from "../pairs.js";
import { panel } from "../panel.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { planeOf } from "../slice.js";
import { type FillState, fillTable, groups, SIZE } from "./parameters.js";
import { drawn, type Policy, policies, program, sumsOf } from "./program.js";

type Data = ProgramData<FillState>;
type Place = { row: number; column: number };

/** Queries that see no key. */
function blank({ tensors }: Data): number[] {
  const bits = Array.from(tensors.mask?.data ?? []);
  const sees = (row: number) => bits.slice(row * SIZE, (row + 1) * SIZE).some((bit) => bit !== 0);
  return [...Array(SIZE).keys()].filter((row) => !sees(row));
}

function given(language: Language, data: Data, active: Place): Band {
  const { scores, mask, printed } = data.tensors;
  const entry = (name: string) => data.catalogue.find((one) => one.name === name);
  const bits = (id: string, tensor: NonNullable<typeof mask>, title: string, editable: boolean) =>
    pairs(language, {
      ...{ id, data: tensor, map: "mask", title, editable, entry: entry(id), active },
    });
  const panels: Matrix[] = [];
  if (scores) {
    panels.push(
      pairs(language, {
        ...{ id: "scores", data: scores, map: "diverging", editable: true, active },
        ...{ title: t(language, "fill.panel.scores"), entry: entry("scores") },
      }),
    );
  }
  if (mask) panels.push(bits("mask", mask, t(language, "fill.panel.mask"), true));
  if (printed) panels.push(bits("printed", printed, t(language, "fill.panel.printed"), false));
  return { id: "given", title: t(language, "fill.band.given"), panels };
}

function results(language: Language, data: Data, list: Policy[], active: Place): Band {
  const precision = list[0]?.precision ?? "float32";
  const multiplies = data.state.example === "multiply";
  const panels = list.flatMap(({ tensor, fill }) => {
    const weights = data.tensors[tensor];
    if (!weights) return [];
    return pairs(language, {
      ...{ id: tensor, data: weights, map: "sequential", active },
      ...(multiplies && { formula: typeset[fill === "zero" ? "zero" : "multiplied"] }),
      title: t(language, `fill.panel.${fill}`),
    });
  });
  return {
    id: precision,
    title: t(language, `fill.band.${precision}`),
    panels: [...panels, ...sums(language, data, list, active.row)],
  };
}

function sums(language: Language, data: Data, list: Policy[], row: number): Matrix[] {
  const id = sumsOf(list);
  const tensor = data.tensors[id];
  if (!tensor) return [];
  const names = list.map(({ fill }) => t(language, `fill.short.${fill}`));
  return [
    panel(language, {
      ...{ id, tensor: id, role: "neutral", map: "none", slice: planeOf(tensor) },
      title: t(language, "fill.panel.sums"),
      formula: typeset.sums,
      active: { row, column: 0 },
      rowAxis: {
        title: t(language, "common.axis.query.down"),
        labels: Array.from({ length: SIZE }, (_, row) => String(row + 1)),
      },
      columnAxis: { title: t(language, "fill.axis.policy"), labels: names },
      write: (value) => formatNumber(value, language, 4),
      speak: (row, column, value) =>
        t(language, "fill.cell.sum", { query: row + 1, policy: names[column] ?? "", value }),
    }),
  ];
}

/** Whether all fills of a precision give the same weights. */
function agree({ state, tensors }: Data): boolean {
  return policies(state).every((list) => {
    const [first, ...others] = list.map(({ tensor }) => tensors[tensor]?.data);
    return others.every((other) => other?.every((weight, at) => weight === first?.[at]));
  });
}

/** What the first row without a visible key became; else, whether all agree. */
function summary(language: Language, data: Data): string {
  const { state, tensors } = data;
  const write = (name: string, at: number) =>
    formatNumber(Number(tensors[name]?.data[at] ?? 0), language);
  const [row] = blank(data);
  if (state.example === "multiply") {
    // A row of the sums has a cell for each of the two.
    const all = (policy: number) =>
      Array.from({ length: SIZE }, (_, query) => write("sums", 2 * query + policy)).join(
        t(language, "common.list.separator"),
      );
    return t(language, "fill.summary.multiply", { before: all(0), after: all(1) });
  }
  const at = (row ?? 0) * SIZE;
  const large = tensors.large?.data.subarray(at, at + SIZE) ?? [];
  // Scores set by hand may be larger than a fill.
  const told = row === undefined ? agree(data) : large.every((weight) => weight === large[0]);
  if (!told) return t(language, "fill.summary.differ");
  if (row === undefined) return t(language, "fill.summary.none");
  return t(language, "fill.summary.row", {
    query: row + 1,
    infinity: write("infinity", at),
    large: write("large", at),
    zero: write("weights", at),
    half: write("half.large", at),
  });
}

function notesOf({ state: { example, edits, added } }: Data, language: Language): string[] {
  return [
    // They speak of the scores and the mask as they were, not as changed by hand.
    ...(edits === "" ? [t(language, `fill.note.${example}`)] : []),
    ...(example === "multiply" ? [] : [t(language, "fill.note.half")]),
    ...(example !== "multiply" && added ? [t(language, "fill.note.added")] : []),
  ];
}

function describe(data: Data, { language, active, ignored }: Options): Scene {
  const { state } = data;
  const [row = state.example === "multiply" ? 1 : SIZE - 1] = blank(data);
  const place = { row: active?.query ?? row, column: active?.key ?? 0 };
  return {
    figure: "fill",
    language,
    title: t(language, "fill.title"),
    summary: summary(language, data),
    notes: [
      ...notesOf(data, language),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      given(language, data, place),
      ...policies(state).map((list) => results(language, data, list, place)),
    ],
    tables: [],
    fractions: false,
  };
}

export const fillFigure: ProgramFigure<FillState> = {
  name: "fill",
  speaksOfNaN: true,
  table: fillTable,
  program,
  drawn,
  settable: (tensor) => /^(scores|mask)$/.test(tensor),
  describe,
  groups,
  // Another example has another mask: what was set there is taken back.
  change: (state, values) => {
    const other = values.example !== undefined && values.example !== state.example;
    return { ...state, ...(other && { edits: "", open: "" }), ...values };
  },
  // A column of the sums is a policy.
  pairOf: (tensor, index) =>
    tensor.endsWith("sums")
      ? { query: index[0] ?? 0 }
      : index.length < 2
        ? {}
        : { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 },
};
