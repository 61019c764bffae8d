// What the figure `families` says about its numbers.
import { type Language, t } from "../../i18n/t.js";
import { formatWhole } from "../../scene/whole.js";
import { judges } from "../common.js";
import type { Options } from "../program.js";
import type { FamiliesData } from "./figure.js";
import { familyName } from "./panels.js";
import { families } from "./parameters.js";
import { COUNTS } from "./reports.js";

/** Of 100 tokens that a family read, how many positions were asked. */
function shares({ tensors }: FamiliesData): number[] {
  const counted = tensors[COUNTS]?.data ?? [];
  return families.map((_, at) => (100 * (counted[at] ?? 0)) / (counted[families.length + at] ?? 1));
}

export function namesOf(data: FamiliesData) {
  const { state, progress } = data;
  const { layers, shown, batch } = state;
  return { reached: progress.reached, plan: state.plan, layers, shown, batch };
}

export function summaryOf(data: FamiliesData, language: Language): string {
  const names = namesOf(data);
  const counted = data.tensors[COUNTS]?.data;
  if (!counted) return t(language, "families.summary.untrained", names);
  const parts = families.map((family, at) =>
    t(language, "families.says", {
      family: familyName(family, language),
      labels: formatWhole(counted[at] ?? 0, language),
      share: Math.round(shares(data)[at] ?? 0),
    }),
  );
  return t(language, "families.summary", {
    ...names,
    text: parts.join(t(language, "common.clause.separator")),
  });
}

export function notesOf(data: FamiliesData, language: Language, options: Options): string[] {
  const { state, progress } = data;
  const names = namesOf(data);
  const plays = state.mode === "all" || state.controls.split(",").includes("steps");
  const begun = progress.reached > 0;
  const notes = [
    begun ? "points" : plays ? "begin" : "begin.guided",
    ...(begun ? ["apart" as const] : []),
    ...(begun && state.axis !== "steps" ? [`axis.${state.axis}` as const] : []),
    ...(state.pair === "continuation" ? ["continuation" as const] : []),
    "least",
  ] as const;
  const [masked, next] = shares(data).map(Math.round);
  const judged = judges(state, options.claims) && begun;
  return [
    ...notes.map((name) => t(language, `families.note.${name}`, names)),
    ...(judged ? [t(language, "families.verdict", { masked: masked ?? 0, next: next ?? 0 })] : []),
  ];
}
