// Which token's change reaches which output under a mask, and what is left of a padding token's
// gradient when the loss leaves its row out.
import type { Tensor } from "../../engine/types.js";
import { typeset } from "../../formulas/gradient.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { pairs } from "../pairs.js";
import { panel } from "../panel.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { planeOf } from "../slice.js";
import { type GradientState, gradientTable, groups, SIZE } from "./parameters.js";
import { program } from "./program.js";

type Data = ProgramData<GradientState>;

/** 1, 2, 3, then the padding. */
function labelsOf(language: Language, { length }: GradientState): string[] {
  return Array.from({ length: SIZE }, (_, at) =>
    at < length ? String(at + 1) : t(language, "gradient.pad", { n: at + 1 }),
  );
}

const nonzero = ({ data }: Tensor) => Uint8Array.from(data, (value) => Number(value !== 0));

/** ‖∂out_i/∂x_j‖ with its exact zeros hatched. */
function mapOf(language: Language, data: Tensor, labels: string[], active: Matrix["active"]) {
  return panel(language, {
    ...{ id: "gradient_map", tensor: "gradient_map", role: "gradient", map: "sequential" },
    ...{ slice: planeOf(data), mask: nonzero(data), active, formula: typeset.map },
    title: t(language, "gradient.panel.map"),
    rowAxis: { title: t(language, "common.axis.output.down"), labels },
    columnAxis: { title: t(language, "common.axis.input.across"), labels },
    write: (value) => formatNumber(value, language),
    speak: (row, column, value) =>
      t(language, value === "0" ? "gradient.cell.zero" : "gradient.cell.map", {
        ...{ output: labels[row] ?? "", input: labels[column] ?? "", value },
      }),
  });
}

/** The gradient of one of the two inputs. */
function inputs(language: Language, data: Data, name: "x" | "real.x", query: number): Matrix[] {
  const tensor = data.gradients[name];
  if (!tensor) return [];
  const real = name === "real.x";
  const slice = planeOf(tensor);
  const labels = labelsOf(language, data.state);
  return [
    panel(language, {
      ...{ id: `d:${name}`, tensor: name, gradient: true, role: "gradient", map: "diverging" },
      ...{ slice, formula: typeset[real ? "real" : "all"], active: { row: query, column: 0 } },
      title: t(language, `gradient.panel.${real ? "real" : "all"}`),
      rowAxis: { title: t(language, "common.axis.token.down"), labels },
      columnAxis: {
        title: t(language, "common.axis.feature.across"),
        labels: Array.from({ length: slice.columns }, (_, at) => String(at + 1)),
      },
      write: (value) => formatNumber(value, language),
      speak: (row, column, value) =>
        t(language, "gradient.cell.input", {
          ...{ token: labels[row] ?? "", feature: column + 1, value },
        }),
    }),
  ];
}

function summary(language: Language, { state, tensors, gradients }: Data): string {
  const map = Array.from(tensors.gradient_map?.data ?? [], Number);
  // The largest |dx| of a padding token.
  const largest = (tensor: Tensor | undefined) => {
    const cells = Array.from(tensor?.data ?? [], Number);
    const padding = cells.slice((state.length * cells.length) / SIZE);
    return formatNumber(Math.max(0, ...padding.map(Math.abs)), language);
  };
  const names = { zeros: map.filter((value) => value === 0).length, pairs: map.length };
  const zeros = t(language, "gradient.summary", names);
  if (state.length === SIZE) return zeros;
  const rest = { all: largest(gradients.x), real: largest(gradients["real.x"]) };
  return zeros + t(language, "common.sentence.end") + t(language, "gradient.summary.padding", rest);
}

function describe(data: Data, { language, active, ignored }: Options): Scene {
  const { state, tensors } = data;
  const labels = labelsOf(language, state);
  const place = { row: active?.query ?? SIZE - 1, column: active?.key ?? 0 };
  const { mask, weights, gradient_map: map } = tensors;
  const axes = { queries: labels, keys: labels, active: place };
  const stages =
    mask && weights && map
      ? [
          pairs(language, {
            ...{ ...axes, id: "mask", data: mask, map: "mask", editable: true },
            title: t(language, "gradient.panel.mask"),
            entry: data.catalogue.find(({ name }) => name === "mask"),
          }),
          pairs(language, {
            ...{ ...axes, id: "weights", data: weights, map: "sequential" },
            title: t(language, "gradient.panel.weights"),
            mask: mask.data as Uint8Array,
          }),
          mapOf(language, map, labels, place),
        ]
      : [];
  return {
    figure: "gradient",
    language,
    title: t(language, "gradient.title"),
    summary: summary(language, data),
    notes: [
      // It speaks of the mask as chosen, not as changed by hand.
      ...(state.edits === "" ? [t(language, `gradient.note.${state.mask}`)] : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      { id: "pairs", title: t(language, "gradient.band.pairs"), panels: stages },
      {
        ...{ id: "inputs", title: t(language, "gradient.band.inputs") },
        panels: [
          ...inputs(language, data, "x", place.row),
          ...inputs(language, data, "real.x", place.row),
        ],
      },
    ],
    tables: [],
    fractions: false,
  };
}

export const gradientFigure: ProgramFigure<GradientState> = {
  name: "gradient",
  table: gradientTable,
  program,
  drawn: () => ["mask", "weights", "gradient_map"],
  settable: (tensor) => tensor === "mask",
  gradients: () => ({ of: { tensor: "loss", reduce: "sum" }, names: ["x", "real.x"] }),
  describe,
  groups,
  // Another mask is another matrix: what was set in the old one is taken back.
  change: (state, values) => {
    const other = values.mask !== undefined && values.mask !== state.mask;
    return { ...state, ...(other && { edits: "" }), ...values };
  },
  // A row of the gradient of an input is a token.
  pairOf: (tensor, index) =>
    tensor.endsWith("x")
      ? { query: index.at(-2) ?? 0 }
      : { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 },
};
