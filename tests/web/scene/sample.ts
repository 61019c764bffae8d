// Scenes for the tests of the painters: the exact example, and larger or hostile ones.
import { colourIndex, divergingLegend, sequentialLegend } from "../../../web/scene/colours.js";
import { formatValue } from "../../../web/scene/numbers.js";
import {
  type ColourMap,
  EDITED,
  HIDDEN,
  type Matrix,
  type Role,
  type Scene,
} from "../../../web/scene/scene.js";

export interface MatrixSpec {
  id: string;
  title?: string;
  formula?: string;
  formulaText?: string;
  role?: Role;
  map?: ColourMap;
  values: number[][];
  rows?: string[];
  columns?: string[];
  hidden?: [number, number][];
  edited?: [number, number][];
  editable?: boolean;
  language?: "en" | "zh";
  integers?: boolean;
}

export function makeMatrix(spec: MatrixSpec): Matrix {
  const language = spec.language ?? "en";
  const rows = spec.values.length;
  const columns = spec.values[0]?.length ?? 0;
  const values = new Float32Array(spec.values.flat());
  const flags = new Uint8Array(rows * columns);
  for (const [r, c] of spec.hidden ?? []) flags[r * columns + c] = HIDDEN;
  for (const [r, c] of spec.edited ?? []) flags[r * columns + c] = EDITED;
  const map = spec.map ?? "sequential";
  const legend =
    map === "sequential"
      ? sequentialLegend(values, language, flags)
      : map === "diverging"
        ? divergingLegend(values, language, flags)
        : [];
  const colours = Uint8Array.from(values, (value) => colourIndex(map, value, legend));
  const zh = language === "zh";
  const words = (labels: string[] | undefined, count: number) =>
    labels ?? Array.from({ length: count }, (_, i) => String(i));
  const rowLabels = words(spec.rows, rows);
  const columnLabels = words(spec.columns, columns);
  const features = spec.columns === undefined;
  const text = (r: number, c: number) =>
    (flags[r * columns + c] ?? 0) & HIDDEN
      ? "−∞"
      : formatValue(values[r * columns + c] ?? 0, language);
  return {
    id: spec.id,
    title: spec.title ?? spec.id,
    ...(spec.formula === undefined ? {} : { formula: spec.formula }),
    ...(spec.formulaText === undefined ? {} : { formulaText: spec.formulaText }),
    role: spec.role ?? "neutral",
    rows,
    columns,
    rowAxis: { title: zh ? "查询 ↓" : "query ↓", labels: rowLabels },
    columnAxis: {
      title: features ? (zh ? "特征 →" : "feature →") : zh ? "键 →" : "key →",
      labels: columnLabels,
    },
    values,
    flags,
    colours,
    map,
    legend,
    tensor: spec.id,
    gradient: false,
    index: (r, c) => [0, 0, r, c],
    text,
    speak: (r, c) =>
      zh
        ? `查询 ${rowLabels[r]}，键 ${columnLabels[c]}，${text(r, c)}`
        : `query ${rowLabels[r]}, key ${columnLabels[c]}, ${text(r, c)}`,
    editable: spec.editable ?? false,
    active: { row: Math.min(1, rows - 1), column: Math.min(2, columns - 1) },
  };
}

const l = Math.log(2);

/** The example worked by hand: three tokens, weights that are fractions. */
export function exactScene(language: "en" | "zh" = "en", tokens = ["The", "cat", "sat"]): Scene {
  const zh = language === "zh";
  const make = (spec: MatrixSpec) => makeMatrix({ language, rows: tokens, ...spec });
  return {
    figure: "attention",
    language,
    title: zh ? "自注意力：The cat sat" : "Self-attention: The cat sat",
    summary: zh ? "三个词元，权重从 1/10 到 4/5。" : "Three tokens; weights from 1/10 to 4/5.",
    notes: [zh ? "每个数都能点开。" : "Every number opens."],
    bands: [
      {
        id: "projections",
        title: zh ? "查询、键、值" : "Queries, keys, values",
        panels: [
          make({
            id: "query",
            title: zh ? "查询 Q" : "Queries Q",
            role: "query",
            map: "diverging",
            formula: "query",
            formulaText: "Q = X · W_Q",
            values: [
              [0, 1, 0, 0],
              [0, 1, 2, 0],
              [0, 3, 0, 0],
            ],
          }),
          make({
            id: "key",
            title: zh ? "键 K" : "Keys K",
            role: "key",
            map: "diverging",
            formula: "key",
            formulaText: "K = X · W_K",
            values: [
              [2 * l, 0, 0, 0],
              [0, 2 * l, 0, 0],
              [0, 0, 2 * l, 0],
            ],
          }),
          make({
            id: "value",
            title: zh ? "值 V" : "Values V",
            role: "value",
            map: "diverging",
            formula: "value",
            formulaText: "V = X · W_V",
            values: [
              [7, 0],
              [0, 7],
              [7, -7.5],
            ],
            edited: [[2, 1]],
          }),
        ],
      },
      {
        id: "weights",
        title: zh ? "分数到权重" : "From scores to weights",
        joints: ["→", "→"],
        panels: [
          make({
            id: "scores",
            title: zh ? "分数 S" : "Scores S",
            map: "diverging",
            formula: "scores",
            formulaText: "S = Q · Kᵀ",
            columns: tokens,
            editable: true,
            values: [
              [0, 2 * l, 0],
              [0, 2 * l, 4 * l],
              [0, 6 * l, 0],
            ],
          }),
          make({
            id: "masked",
            title: zh ? "遮住之后" : "After the mask",
            map: "diverging",
            formula: "masked",
            formulaText: "Z_ij = S′_ij where M_ij = 1, else −∞",
            columns: tokens,
            values: [
              [0, -l, 0],
              [0, l, 2 * l],
              [0, 3 * l, 0],
            ],
            hidden: [
              [0, 1],
              [0, 2],
              [1, 2],
            ],
            edited: [[2, 1]],
          }),
          make({
            id: "weights",
            title: zh ? "权重 A" : "Weights A",
            formula: "weights",
            formulaText: "A_ij = exp(Z_ij) ÷ Σ_l exp(Z_il)",
            columns: tokens,
            values: [
              [1 / 4, 1 / 2, 1 / 4],
              [1 / 7, 2 / 7, 4 / 7],
              [1 / 10, 8 / 10, 1 / 10],
            ],
          }),
        ],
      },
    ],
    tables: [],
    fractions: false,
  };
}

/** A causal map of `count` tokens with values in a fixed pattern. */
export function largeMatrix(count: number, columns = count, map: ColourMap = "sequential"): Matrix {
  const tokens = Array.from(
    { length: count },
    (_, i) => ["attention", "词", "the", "银行", "x"][i % 5] ?? "",
  );
  const values = tokens.map((_, r) =>
    Array.from(
      { length: columns },
      (_, c) => Math.sin(1 + r * 0.7 + c * c * 0.13) / (1 + Math.abs(r - c) / 4),
    ),
  );
  const hidden: [number, number][] = [];
  if (columns === count) {
    for (let r = 0; r < count; r++) for (let c = r + 1; c < count; c++) hidden.push([r, c]);
  }
  return makeMatrix({
    id: `large${count}x${columns}`,
    map,
    values,
    rows: tokens,
    ...(columns === count ? { columns: tokens } : {}),
    hidden,
  });
}
