// The price of attention: n²·d against n·d², steps that wait, memory, and what masks do not save.
import { typeset } from "../../formulas/cost.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { formatWhole } from "../../scene/whole.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import { listed } from "../listed.js";
import { counted, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { rowsOf } from "../slice.js";
import { type CostState, costTable, groups } from "./parameters.js";
import { LENGTHS, program, WORDS, WORK } from "./program.js";

type Data = ProgramData<CostState>;

/** Of the four parts, everywhere alike. */
const ROLES = ["query", "neutral", "key", "value"] as const;

function describe(data: Data, { language, claims, ignored }: Options): Scene {
  const judged = judges(data.state, claims);
  return {
    figure: "cost",
    language,
    title: t(language, "cost.title"),
    summary: summary(data, language),
    notes: [
      t(language, "cost.note"),
      ...(judged ? verdicts(data, language) : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      { id: "work", title: t(language, "cost.band.work"), panels: workOf(data, language) },
      {
        ...{ id: "order", title: t(language, "cost.band.order") },
        panels: [...waitingOf(data, language), ...maskedOf(data, language)],
      },
      { id: "memory", title: t(language, "cost.band.memory"), panels: memoryOf(data, language) },
    ],
    tables: [],
    fractions: true,
  };
}

function workOf({ state, tensors }: Data, language: Language): Matrix[] {
  const { work, here, crossing } = tensors;
  if (!work || !here || !crossing) return [];
  const names = WORK.map((name) => t(language, `cost.name.${name}`));
  const at = LENGTHS.indexOf(state.length);
  return [
    series(language, {
      ...{ id: "work", data: work, slice: rowsOf(work, WORK.length), names },
      ...{ title: t(language, "cost.panel.work"), formula: typeset.work },
      places: LENGTHS.map((length) => formatWhole(length, language)),
      across: t(language, "cost.axis.length"),
      active: at < 0 ? undefined : { row: 0, column: at },
      chart: {
        ...{ kind: "line", measure: t(language, "cost.axis.operations"), log: true },
        roles: ROLES,
      },
    }),
    listed(language, {
      ...{ id: "here", data: here, places: names, roles: ROLES, formula: typeset.here },
      title: t(language, "cost.panel.here", { length: state.length }),
      down: t(language, "cost.axis.part"),
    }),
    listed(language, {
      ...{
        id: "crossing",
        data: crossing,
        places: names.slice(1),
        roles: ROLES.slice(1),
        whole: true,
      },
      ...{ title: t(language, "cost.panel.crossing"), formula: typeset.crossing },
      down: t(language, "cost.axis.part"),
    }),
  ];
}

/** The step after which every word is ready, reading and writing. */
function waitingOf({ tensors }: Data, language: Language): Matrix[] {
  const { ready } = tensors;
  if (!ready) return [];
  const names = ["recurrent", "reading", "writing"] as const;
  return [
    series(language, {
      ...{ id: "ready", data: ready, slice: rowsOf(ready, names.length) },
      title: t(language, "cost.panel.ready"),
      names: names.map((name) => t(language, `cost.ready.${name}`)),
      places: WORDS,
      across: t(language, "cost.axis.word"),
      chart: {
        ...{ kind: "bar", measure: t(language, "cost.axis.step") },
        roles: ["neutral", "query", "key"],
      },
    }),
  ];
}

/** What every query costs with a dense mask, and what of it counts. */
function maskedOf({ tensors }: Data, language: Language): Matrix[] {
  const { by_query: masked } = tensors;
  if (!masked) return [];
  return [
    series(language, {
      ...{ id: "by_query", data: masked, slice: rowsOf(masked, 2), formula: typeset.masked },
      title: t(language, "cost.panel.masked"),
      names: (["dense", "needed"] as const).map((name) => t(language, `cost.masked.${name}`)),
      places: counted(WORDS.length),
      across: t(language, "cost.axis.query"),
      chart: {
        ...{ kind: "bar", measure: t(language, "cost.axis.operations") },
        roles: ["neutral", "query"],
      },
    }),
  ];
}

function memoryOf({ state, tensors }: Data, language: Language): Matrix[] {
  const { memory } = tensors;
  if (!memory) return [];
  const at = LENGTHS.indexOf(state.length);
  return [
    series(language, {
      ...{ id: "memory", data: memory, slice: rowsOf(memory, 2), formula: typeset.memory },
      title: t(language, "cost.panel.memory"),
      names: (["whole", "fused"] as const).map((name) => t(language, `cost.memory.${name}`)),
      places: LENGTHS.map((length) => formatWhole(length, language)),
      across: t(language, "cost.axis.length"),
      active: at < 0 ? undefined : { row: 0, column: at },
      chart: { kind: "line", measure: "MiB (float32)", log: true, roles: ["query", "value"] },
    }),
  ];
}

const numbersOf = ({ tensors }: Data, name: string) =>
  Array.from(tensors[name]?.data ?? [], Number);

/** Counts of which float32 has every digit, and larger ones as powers of ten. */
const writer =
  (language: Language) =>
  (value = 0) =>
    (value < 1e6 ? formatWhole : formatNumber)(value, language);

function summary(data: Data, language: Language): string {
  const write = writer(language);
  const [attention] = numbersOf(data, "here");
  const [rest] = numbersOf(data, "rest");
  const [recurrent, two, four] = numbersOf(data, "crossing");
  return t(language, "cost.summary", {
    length: data.state.length,
    attention: write(attention),
    rest: write(rest),
    ...{ recurrent: write(recurrent), two: write(two), four: write(four) },
  });
}

/** Parallel, yes, but at a price; and a mask is no saving. */
function verdicts(data: Data, language: Language): string[] {
  const [dense = 0, needed = 0] = numbersOf(data, "sums");
  const write = writer(language);
  return [
    t(language, "cost.claim.parallel", { steps: Math.max(...numbersOf(data, "ready")) }),
    t(language, "cost.claim.mask", { dense: write(dense), needed: write(needed) }),
  ];
}

export const costFigure: ProgramFigure<CostState> = {
  name: "cost",
  table: costTable,
  program,
  drawn: () => ["work", "here", "rest", "crossing", "ready", "by_query", "sums", "memory"],
  describe,
  groups,
  looks: (_, __, language) => ({ heads: { hint: t(language, "cost.hint.heads") } }),
  pairOf: () => ({}),
};
