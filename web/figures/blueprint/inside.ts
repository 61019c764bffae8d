// What is inside of the open box.
import { typeset } from "../../formulas/blueprint.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Band, Matrix } from "../../scene/scene.js";
import { listed } from "../listed.js";
import { counted, grid, series } from "../pairs.js";
import { gathered } from "../slice.js";
import { attention } from "./attention.js";
import type { Box } from "./boxes.js";
import { type Data, nextWords, openIn } from "./data.js";
import { addedName, boxName, boxTitle } from "./names.js";

const WORDS = 8;

interface Inside {
  panels: Matrix[];
  /** What leads to each of them. */
  joints?: string[];
}

export function insideOf(data: Data, language: Language): Band {
  const { box, tokens, row } = openIn(data);
  const names = {
    name: boxName(box, language),
    token: tokens[row] ?? "",
    head: data.state.head + 1,
  };
  return {
    ...{ id: "inside", title: t(language, `blueprint.inside.${box.kind}`, names) },
    ...madeOf(data, language, box),
  };
}

function madeOf(data: Data, language: Language, { kind }: Box): Inside {
  switch (kind) {
    case "attention":
      return attention(data, language);
    case "norm":
      return norm(data, language);
    case "feed_forward":
      return feedForward(data, language);
    case "output":
      return output(data, language);
    default:
      return sum(data, language);
  }
}

/** Tokens × features of a tensor of the run. */
function tokensOf(data: Data, language: Language, tensor: string, title: string): Matrix[] {
  const found = data.tensors[tensor];
  const { tokens, row } = openIn(data);
  if (!found) return [];
  return [
    grid(language, {
      ...{ id: tensor, data: found, title, active: { row, column: 0 }, editable: true },
      entry: data.catalogue.find(({ name }) => name === tensor),
      map: /activated$/.test(tensor) ? "sequential" : "diverging",
      ...{ down: t(language, "common.axis.token"), rows: tokens },
      ...{ across: t(language, "common.axis.feature"), columns: counted(found.shape.at(-1) ?? 0) },
    }),
  ];
}

/** x, its μ and σ, and the normalised. */
function norm(data: Data, language: Language): Inside {
  const { box, tokens, row } = openIn(data);
  const { statistics } = data.tensors;
  const columns = ["μ", "σ"];
  const [before] = tokensOf(data, language, box.x, t(language, "blueprint.panel.before"));
  const [after] = tokensOf(data, language, box.id, t(language, "blueprint.panel.normed"));
  if (!statistics || !before || !after) return { panels: [] };
  const numbers = grid(language, {
    ...{ id: "statistics", data: statistics, map: "none", active: { row, column: 0 } },
    slice: gathered(statistics, tokens.length, 2, (token, column) => [column, token]),
    title: t(language, "blueprint.panel.statistics"),
    ...{ down: t(language, "common.axis.token"), rows: tokens },
    ...{ across: t(language, "blueprint.axis.statistic"), columns },
  });
  const { mathml, plain } = typeset.norm;
  return {
    panels: [before, numbers, { ...after, formula: mathml, formulaText: plain }],
    joints: ["", "", "→"],
  };
}

/** The rows of one token that are added up, and their lengths. */
function sum(data: Data, language: Language): Inside {
  const { box, row, tokens } = openIn(data);
  const { rows, lengths } = data.tensors;
  if (!rows || !lengths) return { panels: [] };
  const x =
    box.kind === "embedding" ? t(language, "blueprint.row.embedding") : titleBefore(box, language);
  const names = [x, addedName(box, language), boxTitle(box, language)];
  return {
    panels: [
      grid(language, {
        ...{ id: "rows", data: rows, map: "diverging", active: { row: 2, column: 0 } },
        title: t(language, "blueprint.panel.rows", { token: tokens[row] ?? "" }),
        formula: typeset[box.kind === "embedding" ? "embedding" : "sum"],
        ...{ down: t(language, "blueprint.axis.row"), rows: names },
        ...{ across: t(language, "common.axis.feature"), columns: counted(rows.shape.at(-1) ?? 0) },
      }),
      listed(language, {
        ...{ id: "lengths", data: lengths, role: "query", formula: typeset.length },
        active: { row: 2, column: 0 },
        title: t(language, "blueprint.panel.lengths"),
        ...{ down: t(language, "blueprint.axis.row"), places: names },
        slice: gathered(lengths, 3, 1, (at) => [0, at]),
      }),
    ],
  };
}

const titleBefore = (box: Box, language: Language) =>
  boxTitle({ ...box, row: box.row - 1 }, language);

/** The hidden units of one token on the activation, and how many of every token's are at 0. */
function feedForward(data: Data, language: Language): Inside {
  const { box, tokens, row } = openIn(data);
  const { units, bent, share } = data.tensors;
  const activated = `${box.id}.activated`;
  const hidden = data.tensors[activated]?.shape.at(-1) ?? 0;
  if (!units || !bent || !share) return { panels: [] };
  const write = (value: number) => formatNumber(value, language);
  const places = Array.from(units.data, (z, unit) =>
    unit < hidden ? t(language, "blueprint.unit", { unit: unit + 1, z: write(z) }) : write(z),
  );
  const token = tokens[row] ?? "";
  return {
    panels: [
      {
        ...series(language, {
          ...{ id: "bent", data: bent, formula: typeset.relu, role: "query" },
          title: t(language, "blueprint.panel.bent", { token, units: hidden }),
          ...{ places, across: "z" },
          chart: { kind: "line", measure: "f(z)", at: units.data, loose: hidden },
        }),
        size: "medium",
      },
      listed(language, {
        ...{ id: "share", data: share, role: "neutral", active: { row, column: 0 } },
        title: t(language, "blueprint.panel.share"),
        ...{ down: t(language, "common.axis.token"), places: tokens },
        slice: gathered(share, tokens.length, 1, (at) => [0, at]),
      }),
      ...tokensOf(data, language, activated, t(language, "blueprint.panel.activated")),
    ],
    joints: ["", "", ""],
  };
}

/** The likeliest next tokens: their scores, and their probabilities. */
function output(data: Data, language: Language): Inside {
  const { row } = openIn(data);
  const { logits, probabilities } = data.tensors;
  if (!logits || !probabilities) return { panels: [] };
  const next = nextWords(data, row, WORDS);
  const list = (id: "logits" | "probabilities", tensor: typeof logits) =>
    listed(language, {
      ...{ id, data: tensor, role: "query", formula: typeset[id] },
      title: t(language, `blueprint.panel.${id}`),
      ...{ down: t(language, "common.axis.token"), places: next.map(({ name }) => name) },
      slice: gathered(tensor, next.length, 1, (at) => [0, row, next[at]?.id ?? 0]),
    });
  return {
    panels: [list("logits", logits), list("probabilities", probabilities)],
    joints: ["", "→"],
  };
}
