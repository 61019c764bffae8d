// The figure `translate` without an engine: its table, the tree of a search, what a click forces.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BeamNode } from "../../../web/engine/types.js";
import {
  type Asked,
  begins,
  levelsOf,
  pathTo,
  type Written,
} from "../../../web/figures/translate/asked.js";
import { translateFigure } from "../../../web/figures/translate/figure.js";
import type { Data } from "../../../web/figures/translate/panels.js";
import {
  idsIn,
  type TranslateState,
  translateTable,
} from "../../../web/figures/translate/parameters.js";
import { branching, listedOf, measures, tensorsOf } from "../../../web/figures/translate/sums.js";
import { translate as en } from "../../../web/i18n/en/translate.js";
import { provide } from "../../../web/i18n/t.js";
import { translate as zh } from "../../../web/i18n/zh/translate.js";
import { format, parse } from "../../../web/state/codec.js";

provide("translate", { en, zh });

const stateOf = (link: string): TranslateState =>
  parse(translateTable, `view=translate&${link}`).state;

/** parent, token, length, fate, log p, Σ log p */
type Row = [number, number, number, BeamNode["fate"], number, number];
const ROWS: Row[] = [
  [-1, 7, 1, "live", -0.5, -0.5],
  [-1, 8, 1, "outranked", -2, -2],
  [0, 9, 2, "live", -0.25, -0.75],
  [0, 2, 2, "ended", -3, -3.5],
  [2, 2, 3, "ended", -0.25, -1],
  [2, 5, 3, "stopped", -4, -4.75],
];
const nodes = ROWS.map(
  ([parent, token, length, fate, log_probability, sum], node): BeamNode => ({
    ...{ node, parent, token, length, fate, log_probability, sum },
  }),
);
const written = (tokens: number[]): Written => ({
  ...{ tokens, choices: [], log_probabilities: tokens.map(() => -0.5), sum: -0.5 * tokens.length },
});
const asked: Asked = {
  ...{ source: [], truncated: false, unknown: [], forced: [], refused: false, nodes },
  ...{ greedy: written([7, 9, 2]), written: written([7, 9, 2]), step: 1, goesOn: false },
  ranked: [
    { node: 4, score: -1 / 3, tokens: [7, 9, 2], text: "a b" },
    { node: 3, score: -3.5 / 2, tokens: [7, 2], text: "a" },
  ],
  texts: { greedy: "a b", written: "a b", forced: "" },
};
/** What follows from opening a cell. */
const opened = (open: string, own: Partial<Asked> = {}, link = "") =>
  translateFigure.change?.(stateOf(link), { open }, "en", { asked: { ...asked, ...own } } as Data);

test("ids are read in one spelling, and what is none is told", () => {
  assert.equal(stateOf("forced=27,%20504").forced, "27,504");
  assert.deepEqual(idsIn("27,504"), [27, 504]);
  assert.deepEqual(idsIn(""), []);
  for (const given of ["love", "1,-2", "1.5", Array(25).fill("7").join(",")]) {
    const { state, ignored } = parse(translateTable, { view: "translate", forced: given });
    assert.equal(state.forced, "");
    assert.equal(ignored[0]?.reason, "malformed", given);
  }
  assert.match(
    format(translateTable, stateOf("forced=27,504")).text,
    /forced=27,504|forced=27%2C504/,
  );
});

test("another direction brings its sentence, and leaves one of the reader's own", () => {
  const change = (link: string, values: Partial<TranslateState>) =>
    translateFigure.change?.(stateOf(link), values, "en") as TranslateState;
  assert.equal(change("forced=7", { direction: "zh" }).text, "我爱你。");
  assert.equal(change("forced=7", { direction: "zh" }).forced, "");
  assert.equal(change("text=Bonjour", { direction: "de" }).text, "Bonjour");
  assert.equal(change("forced=7", { text: "Je lis" }).forced, "");
  assert.equal(change("forced=7", { step: 3 }).forced, "7");
});

test("the run of tokens speaks of tokens, before the model has written and after", () => {
  const looks = (data?: Data) => translateFigure.looks?.(stateOf("step=2"), data, "en").step;
  assert.deepEqual(looks(), { play: "Write", progress: "" });
  const asked = { written: { tokens: [7, 5, 4, 2] }, forced: [], step: 2 };
  assert.deepEqual(looks({ asked } as unknown as Data), {
    ...{ maximum: 3, reached: 2, ahead: 2 },
    ...{ play: "Write", progress: "Next: token 3 of 4" },
  });
});

test("levels, places and paths of a tree", () => {
  const { levels, places } = levelsOf(nodes);
  assert.deepEqual(
    levels.map((level) => level.map(({ node }) => node)),
    [
      [0, 1],
      [2, 3],
      [4, 5],
    ],
  );
  assert.deepEqual(places, [0, 1, 0, 1, 0, 1]);
  assert.deepEqual(
    pathTo(nodes, 5).map(({ token }) => token),
    [7, 9, 5],
  );
  assert.deepEqual(pathTo(nodes, -1), []);
  assert.ok(begins([7, 9, 2], [7, 9]) && begins([7], []) && !begins([7], [7, 9]));
});

test("what is forced is no branch; lists of one row have its own name", () => {
  assert.equal(branching(asked).length, 3);
  assert.deepEqual(tensorsOf(asked).tree, {
    name: "tree",
    parts: ["tree.1.sums", "tree.2.sums", "tree.3.sums"],
  });
  assert.equal(tensorsOf({ ...asked, forced: [7, 9] }).tree.name, "tree.3.sums");
  assert.deepEqual(tensorsOf({ ...asked, forced: [7, 9, 2] }).tree.parts, []);
  assert.equal(tensorsOf({ ...asked, ranked: [] }).ranking.name, "greedy.score");
  assert.deepEqual(
    listedOf({ ...asked, forced: [7] }).map(({ name, sums, row, length }) => [
      name,
      sums,
      row,
      length,
    ]),
    [
      ["greedy", "greedy.3.sums", 0, 3],
      ["forced", "forced.3.sums", 0, 3],
      ["beam.1", "tree.3.sums", 0, 3],
      ["beam.2", "tree.2.sums", 1, 2],
    ],
  );
});

test("scores are sums divided by length^α, along the parents of the tree", () => {
  const { inputs, steps, names, of } = measures(stateOf("penalty=0.5"), asked);
  assert.deepEqual([names, of], [["probabilities", "ranking", "tree"], ["logits"]]);
  assert.deepEqual(Array.from(inputs?.["tree.3.parents"]?.data ?? [], Number), [0, 0]);
  assert.deepEqual(Array.from(inputs?.["tree.2.log_p"]?.data ?? [], Number), [-0.25, -3]);
  const divisor = (name: string) => steps.find((step) => step.name === name)?.attributes?.divisor;
  assert.equal(divisor("beam.1.score"), 3 ** 0.5);
  assert.equal(divisor("beam.2.score"), 2 ** 0.5);
});

test("an opened candidate forces what was read and itself, unless it comes by itself", () => {
  assert.equal(opened("probabilities[0,0,4]")?.forced, "7,4");
  assert.equal(opened("probabilities[0,0,4]")?.open, "probabilities[0,0,4]");
  assert.equal(opened("probabilities[0,0,9]", {}, "forced=3")?.forced, "");
  assert.equal(opened("probabilities[0,0,4]", {}, "readonly=true")?.forced, "");
});

test("an opened node forces its branch, and stays the number that is open", () => {
  // Row 1 of step 2 is token 2 below token 7.
  assert.equal(opened("tree[3,0]")?.forced, "7,2");
  assert.equal(opened("tree[3,0]")?.open, "tree.2.sums[0,0]");
  assert.equal(opened("tree[5,0]")?.forced, "7,9,5");
  const below = { forced: [7], written: written([7, 9, 2]) };
  assert.equal(opened("tree[2,0]", below, "forced=7")?.forced, "7,9,2");
  // What its explanation leads to is only opened.
  assert.equal(opened("tree.1.sums[0,0]")?.forced, "");
  assert.equal(opened("decoder.1.cross_attention.weights[0,0,1,1]", {}, "forced=7")?.forced, "7");
});
