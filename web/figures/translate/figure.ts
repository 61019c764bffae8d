// A trained encoder–decoder translates a sentence token by token: what it might write next, where it
// looks in the sentence, and what beam search finds that the likeliest token misses.
// Sources: Vaswani et al. 2017, section 6.1 (beam search and its length penalty).
import { type Language, t } from "../../i18n/t.js";
import type { Band, Scene } from "../../scene/scene.js";
import { type Cell, parseCell } from "../../state/cells.js";
import { ignoredText } from "../../state/ignored.js";
import { following } from "../directions.js";
import type { ModelFigure } from "../model.js";
import type { Options } from "../program.js";
import { type Asked, begins, pathTo } from "./asked.js";
import { branches } from "./branches.js";
import { attention, type Data, finished, next, weightsOf } from "./panels.js";
import { groups, looks, type TranslateState, translateTable } from "./parameters.js";
import { branching, measures, tensorsOf } from "./sums.js";
import { namesOf, notesOf, summaryOf } from "./words.js";

const isEmpty = ({ text }: TranslateState) => text.trim() === "";

function describe(data: Data, { language, active, ignored }: Options): Scene {
  const empty = isEmpty(data.state);
  return {
    figure: "translate",
    language,
    title: t(language, "translate.title"),
    summary: empty ? t(language, "translate.empty") : summaryOf(data, language),
    notes: [
      ...(empty ? [t(language, "translate.empty")] : notesOf(data, language)),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: empty ? [] : bandsOf(data, language, active),
    tables: [],
    fractions: false,
  };
}

function bandsOf(data: Data, language: Language, active: Options["active"]): Band[] {
  const { state } = data;
  const maps = attention(data, language, active && { row: active.query, column: active.key });
  const names = { ...namesOf(data), beams: state.beams, layer: state.layer + 1 };
  return [
    {
      ...{ id: "next", title: t(language, "translate.band.next", names) },
      panels: [...next(data, language), ...maps.large],
    },
    {
      ...{ id: "heads", title: t(language, "translate.band.heads", names) },
      panels: maps.small,
    },
    {
      ...{ id: "tree", title: t(language, "translate.band.tree", names) },
      panels: branches(data, language),
    },
    {
      ...{ id: "finished", title: t(language, "translate.band.finished", names) },
      panels: finished(data, language),
    },
  ].filter(({ panels }) => panels.length > 0);
}

/** The ids that a text begins with when this cell is opened; undefined: it is no token of a text. */
function forcedBy({ tensor, index }: Cell, asked: Asked): readonly number[] | undefined {
  const { written, step, greedy, nodes } = asked;
  if (tensor === "probabilities") {
    const beginning = [...written.tokens.slice(0, step), index.at(-1) ?? 0];
    // What greedy decoding writes by itself need not be forced.
    return begins(greedy.tokens, beginning) ? [] : beginning;
  }
  const levels = branching(asked);
  const rows = levels[0]?.length ?? 1;
  const at = index[0] ?? 0;
  const node = tensor === tensorsOf(asked).tree.name && levels[Math.floor(at / rows)]?.[at % rows];
  return node ? pathTo(nodes, node.node).map(({ token }) => token) : undefined;
}

function change(
  state: TranslateState,
  values: Partial<TranslateState>,
  _: Language,
  data?: Data,
): TranslateState {
  const next = { ...state, ...values };
  const turned = next.direction !== state.direction;
  next.text = values.text ?? following(state.direction, next.direction, state.text);
  if (turned || next.text !== state.text) return { ...next, forced: values.forced ?? "" };
  const opened = values.open ? parseCell(values.open) : undefined;
  const forced = opened && data && !state.readonly ? forcedBy(opened, data.asked) : undefined;
  if (!opened || !forced) return next;
  // The number of a node is by then that of the last token forced.
  const open = opened.tensor === "probabilities" ? next.open : `tree.${forced.length}.sums[0,0]`;
  return { ...next, forced: forced.join(","), open };
}

export const translateFigure: ModelFigure<TranslateState, Asked> = {
  name: "translate",
  table: translateTable,
  model: () => ({ shipped: "translate" }),
  input: (_, { source, written, step }) => ({
    source: source.map(({ id }) => id),
    target: written.tokens.slice(0, step),
  }),
  unfinished: ({ goesOn }) => goesOn,
  measuresOf: measures,
  drawn: (state) => [weightsOf(state)],
  describe,
  groups,
  looks: (_, data, language) => looks(data?.asked, language),
  change,
  pairOf: (tensor, index) =>
    /attention\.weights$/.test(tensor) ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 } : {},
};
