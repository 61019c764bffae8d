// The KV cache: what it weighs with MHA, GQA, MQA and MLA, and that the queries need not be in it.
import { typeset } from "../../formulas/cache.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import { counted, series } from "../pairs.js";
import { panel } from "../panel.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { planeOf } from "../slice.js";
import { type CacheState, cacheTable, groups, sizesOf, VARIANTS } from "./parameters.js";
import { LAYER, program, unitOf } from "./program.js";

type Data = ProgramData<CacheState>;

function describe(data: Data, { language, ignored, claims }: Options): Scene {
  const { state, tensors } = data;
  const judged = judges(state, claims);
  const [, , right, claimed] = Array.from(tensors.parameters?.data ?? [], Number);
  return {
    figure: "cache",
    language,
    title: t(language, "cache.title"),
    summary: summary(data, language),
    notes: [
      t(language, "cache.note", numbersOf(state)),
      ...(judged && claimed && right ? [t(language, "cache.claim", { claimed, right })] : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      {
        ...{ id: "weighs", title: t(language, "cache.band.weighs") },
        panels: chartsOf(data, language),
      },
      {
        ...{ id: "decoding", title: t(language, "cache.band.decoding") },
        panels: rowsOf(data, language),
        joints: ["", "−", "="],
      },
    ],
    tables: [],
    fractions: false,
  };
}

function numbersOf(state: CacheState) {
  const { layers, heads, groups, head_width } = sizesOf(state);
  return { layers, heads, groups, head_width };
}

/** Bars for the variants; the model's own stands out. */
function chartsOf({ state, tensors }: Data, language: Language): Matrix[] {
  const { own, groups } = sizesOf(state);
  const at = own && VARIANTS.indexOf(own);
  const names = (kept: number): string[] =>
    VARIANTS.map((name) => (name === "GQA" ? `GQA ${kept}` : name));
  return (["per_token", "total", "parameters"] as const).flatMap((id) => {
    const data = tensors[id];
    if (!data) return [];
    const counts = id === "parameters";
    // The counted layer is none of the models.
    const column = counts ? undefined : at;
    return [
      series(language, {
        ...{ id, data, role: "key", formula: typeset[id] },
        title: t(language, `cache.panel.${id}`, { length: state.length }),
        places: counts ? [...names(2).slice(0, 3), t(language, "cache.place.bare")] : names(groups),
        across: t(language, "cache.axis.variant"),
        active: column === undefined ? undefined : { row: 0, column },
        chart: {
          kind: "bar",
          measure: t(language, `cache.measure.${id}`, { unit: unitOf(state).name }),
        },
      }),
    ];
  });
}

/** Rows of the output: token by token with the cache, all at once, and their difference. */
function rowsOf({ tensors }: Data, language: Language): Matrix[] {
  const all = [
    ["decoded", "decoded"],
    ["full", "full.output"],
    ["difference", "difference"],
  ] as const;
  return all.flatMap(([id, tensor]) => {
    const data = tensors[tensor];
    if (!data) return [];
    return [
      panel(language, {
        // Rounding is not worth a colour.
        ...{ id, tensor, role: "neutral", map: id === "difference" ? "none" : "diverging" },
        title: t(language, `cache.panel.${id}`),
        slice: planeOf(data),
        rowAxis: { title: t(language, "common.axis.token.down"), labels: counted(LAYER.tokens) },
        columnAxis: {
          title: t(language, "common.axis.feature.across"),
          labels: counted(LAYER.width),
        },
        active: { row: LAYER.tokens - 1, column: 0 },
        write: (value) => formatNumber(value, language),
        speak: (row, column, value) =>
          t(language, "cache.cell.feature", { token: row + 1, feature: column + 1, value }),
      }),
    ];
  });
}

function summary({ state, tensors }: Data, language: Language): string {
  const write = (at: number) => formatNumber(tensors.total?.data[at] ?? 0, language);
  return t(language, "cache.summary", {
    ...{ length: state.length, unit: unitOf(state).name, groups: sizesOf(state).groups },
    ...{ mha: write(0), gqa: write(1), mqa: write(2), mla: write(3) },
  });
}

export const cacheFigure: ProgramFigure<CacheState> = {
  name: "cache",
  table: cacheTable,
  program,
  drawn: () => [
    ...["per_token", "total", "parameters"],
    ...["decoded", "full.output", "difference"],
  ],
  describe,
  groups,
  pairOf: () => ({}),
};
