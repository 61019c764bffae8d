// Panels of the layer whose keys and values come from a latent: what is cached, and what a rank
// keeps of the weights and of the output.
import { typeset } from "../../formulas/sharing.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix } from "../../scene/scene.js";
import { counted, grid, series } from "../pairs.js";
import type { ProgramData } from "../program.js";
import { LATENTS, rankOf, type SharingState, shownOf } from "./parameters.js";

type Data = ProgramData<SharingState>;

/** Differences below are rounding where nothing was left out. */
export const ROUNDING = 1e-4;

/** c [T, r]. */
export function cachedOf({ state, tensors }: Data, language: Language): Matrix[] {
  const tensor = `${shownOf(state)}.cached`;
  const data = tensors[tensor];
  if (!data) return [];
  const rank = rankOf(state);
  return [
    grid(language, {
      ...{ id: "cached", tensor, data, role: "key", map: "diverging", formula: typeset.cached },
      title: t(language, "sharing.panel.cached", { rank }),
      ...{ down: t(language, "common.axis.token"), rows: counted(state.length) },
      ...{ across: t(language, "common.axis.feature"), columns: counted(rank) },
      active: { row: state.length - 1, column: 0 },
    }),
  ];
}

/** The singular values, and for every rank what is lost of the weights and of the output. */
export function ranksOf({ state, tensors }: Data, language: Language): Matrix[] {
  const { sigma, "W.length": weights, length } = tensors;
  const kept = rankOf(state) - 1;
  const last = sigma?.data[kept];
  if (!sigma || !weights || !length || last === undefined) return [];
  const spectrum = series(language, {
    ...{ id: "sigma", data: sigma, formula: typeset.sigma, places: counted(sigma.data.length) },
    title: t(language, "sharing.panel.sigma"),
    across: t(language, "sharing.axis.sigma"),
    active: { row: 0, column: kept },
    chart: {
      ...{ kind: "line", measure: "σ", reach: [0] },
      rules: [{ at: last, text: t(language, "sharing.rule.sigma") }],
    },
  });
  const lost = (["weight_error", "latent_error"] as const).flatMap((id) => {
    const data = tensors[id];
    if (!data) return [];
    const whole =
      id === "weight_error"
        ? { at: weights.data[0] ?? 0, text: t(language, "sharing.rule.weights") }
        : { at: length.data[0] ?? 0, text: t(language, "sharing.rule.length") };
    return [
      series(language, {
        ...{ id, data, formula: typeset[id], rounding: ROUNDING },
        title: t(language, `sharing.panel.${id}`),
        places: LATENTS.map((latent) => String(latent * state.head_width)),
        across: t(language, "sharing.axis.rank"),
        active: { row: 0, column: state.latent - 1 },
        chart: { kind: "line", measure: t(language, "sharing.measure.error"), rules: [whole] },
      }),
    ];
  });
  return [{ ...spectrum, size: "medium" as const }, ...lost];
}

/** What the left-out singular values weigh, or that there are none. */
export function latentNotes({ state, tensors }: Data, language: Language): string[] {
  const rank = rankOf(state);
  const whole = state.latent === LATENTS.length;
  const rest = formatNumber(tensors[`${shownOf(state)}.rest`]?.data[0] ?? 0, language);
  return [
    t(language, "sharing.note.mla", { rank }),
    whole ? t(language, "sharing.note.all", { rank }) : t(language, "sharing.note.left", { rest }),
    t(language, "sharing.note.trained"),
  ];
}
