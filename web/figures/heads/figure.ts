// All heads of a layer side by side, one of them in detail, and what the output loses without one.
import { typeset } from "../../formulas/heads.gen.js";
import { type Language, t } from "../../i18n/t.js";
import type { Band, Scene } from "../../scene/scene.js";
import { parseCell } from "../../state/cells.js";
import { ignoredText } from "../../state/ignored.js";
import { grid, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { allHeads, oneHead, switches } from "./panels.js";
import { groups, type HeadsState, headsTable, looks, MOST_TOKENS, WIDTH } from "./parameters.js";
import { COUNTED_WIDTH, program, SIZES } from "./program.js";
import { notesOf, numbersOf, strongestKey } from "./words.js";

type Data = ProgramData<HeadsState>;

const features = Array.from({ length: WIDTH }, (_, at) => String(at + 1));

function describe(data: Data, { language, active, ignored }: Options): Scene {
  const { state, tokens } = data;
  const found = numbersOf(data, language);
  const row = active?.query ?? tokens.length - 1;
  const place = { row, column: active?.key ?? strongestKey(data, row) };
  const bands: Band[] = [
    {
      ...{ id: "all", title: t(language, "multihead.band.all", found) },
      panels: allHeads(data, language, place),
    },
    {
      ...{ id: "one", title: t(language, `multihead.band.one.${kindOf(state)}`, found) },
      panels: oneHead(data, language, place),
    },
    {
      ...{
        id: "off",
        title: t(
          language,
          found.off === "" ? "multihead.band.off" : "multihead.band.change",
          found,
        ),
      },
      panels: [...switches(data, language), ...changes(data, language, place.row)],
    },
    {
      ...{ id: "circuits", title: t(language, "multihead.band.circuits", found) },
      panels: [...circuit(data, language, "qk"), ...circuit(data, language, "ov")],
    },
    {
      ...{ id: "count", title: t(language, "multihead.band.count", { width: COUNTED_WIDTH }) },
      panels: counted(data, language),
    },
  ];
  return {
    figure: "heads",
    language,
    title: t(language, "multihead.title"),
    summary: t(language, tokens.length === 0 ? "multihead.empty" : "multihead.summary", found),
    notes: [
      ...notesOf(data, language, found),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands,
    tables: [],
    fractions: false,
  };
}

function kindOf({ example, head }: HeadsState): "previous" | "same" | "random" {
  if (example === "random" || head > 1) return "random";
  return head === 0 ? "previous" : "same";
}

/** Output without the heads that are off, minus the output with all of them. */
function changes({ tensors, tokens }: Data, language: Language, row: number) {
  const { change, "whole.output": whole } = tensors;
  if (!change || !whole) return [];
  return [
    grid(language, {
      ...{ id: "change", data: change, map: "diverging", formula: typeset.output },
      ...{ reach: whole.data as Float32Array, role: "value", active: { row, column: 0 } },
      title: t(language, "multihead.panel.change"),
      ...{ down: t(language, "common.axis.token"), rows: tokens },
      ...{ across: t(language, "common.axis.feature"), columns: features },
    }),
  ];
}

function circuit({ state, tensors }: Data, language: Language, kind: "qk" | "ov") {
  const id = `circuit_${kind}`;
  const data = tensors[id];
  if (!data) return [];
  const made = grid(language, {
    ...{ id, data, map: "diverging", lead: [state.head], formula: typeset[kind] },
    ...{ role: kind === "qk" ? "query" : "value" },
    title: t(language, `multihead.panel.${kind}`),
    ...{ down: t(language, `multihead.axis.${kind}.down`), rows: features },
    ...{ across: t(language, `multihead.axis.${kind}.across`), columns: features },
  });
  return [{ ...made, size: "medium" as const }];
}

/** W_Q, W_K, W_V and W_O, however many heads share the width. */
function counted({ tensors }: Data, language: Language) {
  const data = tensors.parameters;
  if (!data) return [];
  return [
    series(language, {
      ...{ id: "parameters", data, formula: typeset.parameters },
      title: t(language, "multihead.panel.parameters", { width: COUNTED_WIDTH }),
      ...{ places: SIZES, across: t(language, "multihead.axis.heads") },
      chart: { kind: "bar", measure: t(language, "multihead.axis.parameters") },
    }),
  ];
}

export const headsFigure: ProgramFigure<HeadsState> = {
  name: "heads",
  table: headsTable,
  longest: MOST_TOKENS,
  program,
  settable: (tensor) => tensor === "keep",
  drawn: ({ measure }) => [
    ...[measure, "mask", "keep", "output", "whole.output", "change", "change.largest"],
    ...["circuit_qk", "circuit_ov", "parameters"],
  ],
  describe,
  groups,
  looks,
  change(state, values) {
    // Other heads: which of the old ones were off is taken back.
    const other = (["heads", "example"] as const).some(
      (name) => values[name] !== undefined && values[name] !== state[name],
    );
    // A cell of another head shows that head.
    const cell = parseCell(values.open ?? "");
    const opened = cell && /^(weights|norms)$/.test(cell.tensor) ? cell.index.at(-3) : undefined;
    return {
      ...state,
      ...(other && { edits: "" }),
      ...(opened !== undefined && { head: opened }),
      ...values,
    };
  },
  pairOf(tensor, index) {
    if (tensor === "change") return { query: index.at(-2) ?? 0 };
    const pair = /^(weights|norms|mask)$/.test(tensor);
    return pair ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 } : {};
  },
};
