// Panels of the figure `heads`: every head small, one as arcs and as a matrix, and the switches.
import { typeset } from "../../formulas/heads.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { arcs } from "../../scene/arcs.js";
import type { Matrix } from "../../scene/scene.js";
import { counted, pairs } from "../pairs.js";
import { panel } from "../panel.js";
import type { ProgramData } from "../program.js";
import { gathered } from "../slice.js";
import type { HeadsState } from "./parameters.js";

type Data = ProgramData<HeadsState>;
type Place = { row: number; column: number };

/** What the panels of pairs share; colours mean the same in all of them. */
function shared({ state, tensors, tokens }: Data, active: Place) {
  const data = tensors[state.measure];
  const { mask } = tensors;
  if (!data || !mask || tokens.length === 0) return undefined;
  let most = 0;
  for (const value of data.data) most = Math.max(most, value);
  return {
    ...{ data, tensor: state.measure, active, queries: tokens, keys: tokens },
    ...{ map: "sequential" as const, reach: [most], mask: mask.data as Uint8Array },
  };
}

export function allHeads(data: Data, language: Language, active: Place): Matrix[] {
  const common = shared(data, active);
  const { keep } = data.tensors;
  const { heads, head } = data.state;
  if (!common || !keep) return [];
  return Array.from({ length: heads }, (_, at) => {
    const made = pairs(language, {
      ...{ ...common, id: `head.${at}`, lead: [0, at], greyed: keep.data[at] === 0 },
      title: t(language, at === head ? "multihead.panel.shown" : "multihead.panel.head", {
        head: at + 1,
      }),
    });
    return { ...made, size: "tiny" };
  });
}

export function oneHead(data: Data, language: Language, active: Place): Matrix[] {
  const common = shared(data, active);
  const { head, measure } = data.state;
  if (!common) return [];
  const own = { ...common, lead: [0, head], formula: typeset[measure] };
  const made = pairs(language, {
    ...{ ...own, id: "arcs", map: "none", role: "query" },
    title: t(language, "multihead.panel.arcs"),
  });
  // Both copies of the sentence run down.
  const columnAxis = { ...made.columnAxis, title: t(language, "common.axis.key.down") };
  return [
    { ...made, columnAxis, chart: arcs },
    pairs(language, {
      ...{ ...own, id: "matrix" },
      title: t(language, `multihead.panel.${measure}`),
    }),
  ];
}

/** 1 or 0 for every head, painted by pointer or space bar. */
export function switches({ state, tensors, catalogue }: Data, language: Language): Matrix[] {
  const { keep } = tensors;
  if (!keep) return [];
  const made = panel(language, {
    ...{ id: "keep", tensor: "keep", role: "neutral", map: "mask", editable: true },
    title: t(language, "multihead.panel.keep"),
    slice: gathered(keep, 1, state.heads, (_, column) => [column, 0, 0]),
    rowAxis: { title: "", labels: [""] },
    columnAxis: { title: t(language, "multihead.axis.head"), labels: counted(state.heads) },
    entry: catalogue.find(({ name }) => name === "keep"),
    write: String,
    speak: (_, column, value) =>
      t(language, value === "0" ? "multihead.cell.off" : "multihead.cell.on", { head: column + 1 }),
  });
  return [{ ...made, paints: true }];
}
