// What each family reads, is asked for and answers, and the same question to all three, in words.
import type { Cloze } from "../../engine/types.js";
import { type Language, t } from "../../i18n/t.js";
import type { TableTwin } from "../../scene/scene.js";
import { formatWhole } from "../../scene/whole.js";
import type { Look } from "../train/reports.js";
import type { FamiliesData } from "./figure.js";
import { beginningOf, sidesOf, supervised, wordsOf } from "./looked.js";
import { familyName } from "./panels.js";
import { type Family, families } from "./parameters.js";
import { firstOf } from "./reports.js";

/** Questions of the table. */
const QUESTIONS = 5;
const GAP = "＿";
/** A place where nothing is asked. */
const UNASKED = "·";

/** How a sentence is shown to each family. */
function asked(data: FamiliesData, language: Language): TableTwin {
  const { looked } = data;
  const { vocabulary, joint } = looked;
  const text = (ids: readonly number[]) => wordsOf(ids, looked).join(joint || " ");
  const marked = (labels: readonly (number | undefined)[]) =>
    labels.map((id) => (id === undefined ? UNASKED : (vocabulary[id] ?? "?"))).join(" ");
  const answer = (family: Family) => {
    const { source, target, given } = looked.asked[family];
    if (family === "decoder") return `${text(beginningOf(target))} → ${text(given)}`;
    const { labels } = sidesOf(family, { source, target, given });
    if (family === "encoder") return marked(given.map((id, at) => labels[at] && id));
    return text(given);
  };
  const rows = families.map((family) => {
    const sides = sidesOf(family, looked.asked[family]);
    const reads = [sides.encoder, sides.decoder].filter((ids) => ids.length > 0).map(text);
    const of = sides.encoder.length + sides.decoder.length;
    const count = t(language, "families.count", { labels: supervised(sides), tokens: of });
    return {
      head: familyName(family, language),
      cells: [reads.join(" → "), marked(sides.labels), count, answer(family)],
    };
  });
  return {
    caption: t(language, "families.table.asked"),
    columns: (["family", "reads", "asked", "count", "given"] as const).map((name) =>
      t(language, `families.column.${name}`),
    ),
    rows,
  };
}

/** A batch of each family, the models, and what they can do by now. */
function measured(data: FamiliesData, language: Language): TableTwin {
  const { learners, looked } = data;
  const first = firstOf(learners);
  const percent = (share: number | undefined) =>
    share === undefined ? "–" : t(language, "families.percent", { share: Math.round(100 * share) });
  const of = (list: readonly number[]) => formatWhole(list.at(-1) ?? 0, language);
  const newest = (measure: string, at: number) => {
    const tensor = data.tensors[`training.${measure}`];
    if (!tensor) return undefined;
    const rows = families.length * (data.state.seeds > 1 ? 3 : 1);
    const count = tensor.data.length / rows;
    return tensor.data[((at * rows) / families.length) * count + count - 1];
  };
  const rows = families.map((family, at) => ({
    head: familyName(family, language),
    cells: [
      formatWhole(looked.parameters[family], language),
      ...(first[at]?.labels.length ? [of(first[at].labels), of(first[at].tokens)] : ["–", "–"]),
      percent(newest("accuracy", at)),
      percent(newest("around", at)),
      percent(newest("before", at)),
      t(language, `families.writes.${family}`),
    ],
  }));
  return {
    caption: t(language, "families.table.measured"),
    columns: (
      ["family", "parameters", "labels", "tokens", "own", "around", "before", "writes"] as const
    ).map((name) => t(language, `families.column.${name}`)),
    rows,
  };
}

/** The same hidden tokens, asked of the first model of every family at its newest look. */
function questions(data: FamiliesData, language: Language): TableTwin[] {
  const { vocabulary, joint } = data.looked;
  const looks = firstOf(data.learners).map((one) => one.looks.at(-1) as Look);
  const word = (id: number | undefined) => vocabulary[id ?? -1] ?? "?";
  const [known = []] = looks.map(({ around = [] }) => around);
  if (known.length === 0) return [];
  const says = (cloze: Cloze | undefined, right: number | undefined) =>
    `${cloze?.given === right ? "✓" : "✗"} ${word(cloze?.given)}`;
  return [
    {
      caption: t(language, "families.table.questions"),
      columns: [
        ...(["sentence", "right"] as const).map((name) => t(language, `families.column.${name}`)),
        ...families.map((family) => familyName(family, language)),
      ],
      rows: known.slice(0, QUESTIONS).map(({ text, place }, at) => ({
        head: text.map((id, here) => (here === place ? GAP : word(id))).join(joint),
        cells: [word(text[place]), ...looks.map((look) => says(look.around?.[at], text[place]))],
      })),
    },
  ];
}

export const tablesOf = (data: FamiliesData, language: Language): TableTwin[] => [
  asked(data, language),
  measured(data, language),
  ...questions(data, language),
];
