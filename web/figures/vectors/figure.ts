// A query, keys and values as arrows that a reader drags: what a dot product measures, and where
// the output can lie.
import type { CatalogueEntry } from "../../engine/types.js";
import { typeset } from "../../formulas/vectors.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix, Role, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import { largestOf } from "../largest.js";
import { grid, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { groups, placesOf, type VectorsState, vectorsTable } from "./parameters.js";
import { MEASURES, program } from "./program.js";

type Data = ProgramData<VectorsState>;

/** The axes reach so far in any case, so that they stand still while an arrow moves. */
const REACH = [-4, 4];

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${letter}${"₁₂₃₄"[at]}`);

function describe(data: Data, { language, active, ignored, claims }: Options): Scene {
  const { state } = data;
  const found = measured(data, language);
  return {
    figure: "vectors",
    language,
    title: t(language, "vectors.title"),
    summary: [found.told, "vectors.summary.output" as const]
      .map((key) => t(language, key, found))
      .join(t(language, "common.sentence.end")),
    notes: [
      ...arrowsOf(state, language),
      ...contestOf(found, language, judges(state, claims)),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      {
        id: "planes",
        title: t(language, "vectors.band.planes"),
        panels: planes(data, language, found),
      },
      {
        ...{ id: "numbers", title: t(language, "vectors.band.numbers") },
        panels: numbers(data, language, active?.key),
      },
    ],
    tables: [],
    fractions: false,
  };
}

/** Who the arrows are and, while they stand where the example places them, how they stand. */
function arrowsOf({ example, edits }: VectorsState, language: Language): string[] {
  const named = example === "library" || example === "restaurant";
  const placed = example === "long-key" || example === "orthogonal";
  return [
    ...(named ? [t(language, `vectors.names.${example}`)] : []),
    ...(edits === "" ? [t(language, placed ? `vectors.placed.${example}` : "vectors.placed")] : []),
  ];
}

/** q with the keys, and the values with what comes out. */
function planes(data: Data, language: Language, found: Found): Matrix[] {
  const count = placesOf(data.state).k.length;
  return [
    ...plane(data, language, "asked", ["q", "k"], {
      ...{ labels: ["q", ...numbered("k", count)], formula: typeset.dot },
      title: t(language, "vectors.panel.asked", found),
      chart: { roles: ["query", ...Array<Role>(count).fill("key")] },
    }),
    ...plane(data, language, "answered", ["v", undefined], {
      ...{ labels: [...numbered("v", count), t(language, "vectors.output")] },
      ...{ title: t(language, "vectors.panel.answered"), formula: typeset.output },
      chart: { roles: [...Array<Role>(count).fill("value"), "neutral"], hull: count },
    }),
  ];
}

interface Look {
  title: string;
  labels: string[];
  formula: (typeof typeset)["dot"];
  chart: { roles: Role[]; hull?: number };
}

/** Two tensors, one below the other; one without a name is computed and cannot be dragged. */
function plane(
  { tensors, catalogue }: Data,
  language: Language,
  id: "asked" | "answered",
  [first, second]: readonly [string, string | undefined],
  { labels, chart, ...words }: Look,
): Matrix[] {
  const drawn = tensors[id];
  if (!drawn) return [];
  const above = id === "asked" ? 1 : labels.length - 1;
  const made = series(language, {
    ...{ ...words, id, data: drawn, editable: true, names: labels },
    places: ["a", "b"],
    across: "a",
    entry: merged(catalogue, first, second, 2 * above),
    rounding: NOTHING,
    chart: { kind: "arrow", measure: "b", tips: true, reach: REACH, ...chart },
  });
  const sets = (row: number, column: number) => {
    const [tensor, at] = row < above ? [first, row] : [second, row - above];
    return tensor === undefined ? undefined : { tensor, index: [0, 0, at, column] };
  };
  return [{ ...made, drags: true, sets }];
}

/** What the reader set in both tensors, as cells of the joined one. */
function merged(
  catalogue: readonly CatalogueEntry[],
  first: string,
  second: string | undefined,
  shift: number,
): CatalogueEntry | undefined {
  const entry = (name: string | undefined) => catalogue.find((one) => one.name === name);
  const [a, b] = [entry(first), entry(second)];
  const later = b?.edits.map(({ index, was }) => ({ index: index + shift, was })) ?? [];
  return a && { ...a, edits: [...a.edits, ...later] };
}

/** From lengths and angles to weights, and angle beside weight. */
function numbers({ state, tensors }: Data, language: Language, key: number | undefined): Matrix[] {
  const { measures, contest } = tensors;
  const keys = numbered("k", placesOf(state).k.length);
  const shown = key === undefined ? {} : { active: { row: 0, column: key } };
  if (!measures || !contest) return [];
  return [
    grid(language, {
      ...{ id: "measures", data: measures, map: "none", formula: typeset.weights, ...shown },
      title: t(language, "vectors.panel.measures"),
      down: t(language, "vectors.axis.measure"),
      rows: MEASURES.map((name) => t(language, `vectors.measure.${name}`)),
      across: t(language, "vectors.axis.key"),
      columns: keys,
    }),
    series(language, {
      ...{ id: "contest", data: contest, formula: typeset.cosine },
      title: t(language, "vectors.panel.contest"),
      names: [t(language, "vectors.measure.cosine"), t(language, "vectors.measure.weights")],
      places: keys,
      across: t(language, "vectors.axis.key"),
      chart: { kind: "bar", measure: "", reach: [-1, 1], roles: ["neutral", "key"] },
    }),
  ];
}

/** Weights and cosines nearer to each other than this are equal up to rounding. */
const ROUNDING = 1e-6;
/** And coordinates of the output nearer to 0 than this are 0: arrows reach as far as 100. */
const NOTHING = 1e-5;

/** The keys with the largest weight and the largest cosine, and their numbers. */
function measured({ tensors }: Data, language: Language) {
  const write = (value: number | undefined) => formatNumber(value ?? 0, language);
  const place = (value = 0) => (value !== 0 && Math.abs(value) < NOTHING ? "≈0" : write(value));
  const row = (name: string) => Array.from(tensors[name]?.data ?? [], Number);
  const [weights, cosine, lengths] = [row("weights"), row("cosine"), row("lengths")];
  const [asking = 0] = row("query_length");
  // A vector of length 0 has no direction, so no key is closest to it, and it to none.
  const directed = asking !== 0 && lengths.some((length) => length !== 0);
  const angles = cosine.map((one, key) => (lengths[key] ? one : -Infinity));
  const [most, nearest] = [largestOf(weights, ROUNDING), largestOf(angles, ROUNDING)];
  const keys = numbered("k", weights.length);
  const names = (places: number[]) =>
    places.map((at) => keys[at]).join(t(language, "common.list.separator"));
  const alone = most.length === 1 && nearest.length === 1;
  const agree = alone && most[0] === nearest[0];
  const contest = !directed ? "none" : !alone ? "tie" : agree ? "agree" : "differ";
  const [x, y] = row("output");
  return {
    contest,
    told: `vectors.${!directed ? "note.none" : alone ? "summary.alone" : "summary.tie"}` as const,
    ...{ winner: names(most), aligned: names(nearest) },
    ...{ weight: write(weights[most[0] ?? 0]), cosine: write(cosine[nearest[0] ?? 0]) },
    ...{ own: write(cosine[most[0] ?? 0]), length: write(asking) },
    ...{ x: place(x), y: place(y) },
  } as const;
}

type Found = ReturnType<typeof measured>;

/** Length counts too; whether it decides is seen where one key alone is ahead in both. */
function contestOf(found: Found, language: Language, judged: boolean): string[] {
  const { contest } = found;
  if (contest === "none") return [t(language, "vectors.note.none")];
  const here = t(language, `vectors.claim.${contest}`);
  return [
    t(language, `vectors.note.${contest}`, found),
    ...(judged ? [t(language, "vectors.claim", { ...found, here })] : []),
  ];
}

export const vectorsFigure: ProgramFigure<VectorsState> = {
  name: "vectors",
  table: vectorsTable,
  program,
  drawn: () => [
    ...["asked", "answered", "measures", "contest"],
    ...["weights", "cosine", "lengths", "output", "query_length"],
  ],
  describe,
  groups,
  // Other arrows: what was set of the old ones is taken back.
  change: (state, values) => {
    const other = values.example !== undefined && values.example !== state.example;
    return { ...state, ...(other && { edits: "" }), ...values };
  },
  // A column of the numbers is a key.
  pairOf: (tensor, index) =>
    tensor === "measures" || tensor === "contest" ? { key: index.at(-1) ?? 0 } : {},
};
