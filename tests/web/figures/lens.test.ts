// The figure `lens` without an engine: its table, ranks, the words of an example, what a click follows.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  contrasts,
  DEPTHS,
  HEADS,
  ordered,
  spread,
  tokenNamed,
} from "../../../web/figures/language.js";
import { lensFigure } from "../../../web/figures/lens/figure.js";
import { type Data, rankIn } from "../../../web/figures/lens/panels.js";
import { type LensState, lensTable } from "../../../web/figures/lens/parameters.js";
import { DIRECT, LENS, measures, PARTS } from "../../../web/figures/lens/sums.js";
import { format, parse } from "../../../web/state/codec.js";

const stateOf = (link: string): LensState => parse(lensTable, `view=lens&${link}`).state;
const changed = (link: string, values: Partial<LensState>, data?: Data) =>
  lensFigure.change?.(stateOf(link), values, "en", data) as LensState;

const asked = {
  ...{ ids: [3, 4], truncated: undefined, unknown: [], refused: [] },
  ...{ position: 2, likeliest: 1, token: 1, against: undefined },
};
/** Two depths would do; there are as many as the model has, of two positions and three tokens. */
const data = {
  asked,
  model: { settings: {}, parameters: 0, vocabulary: ["a", "▁b", "c"] },
  tensors: {
    [LENS]: {
      shape: [DEPTHS.length, 2, 3],
      data: Float32Array.from(
        { length: 6 * DEPTHS.length },
        (_, at) => [0.2, 0.7, 0.1][at % 3] ?? 0,
      ),
    },
  },
} as unknown as Data;

test("words are looked up with the space before them and without", () => {
  assert.equal(tokenNamed(["▁", "▁are", "are"], "are"), 2);
  assert.equal(tokenNamed(["▁", "▁are"], "are"), 1);
  assert.equal(tokenNamed(["▁", "▁are"], "▁are"), 1);
  assert.equal(tokenNamed(["▁are"], "is"), undefined);
});

test("links keep the words, and the position within what was met in training", () => {
  const link = format(lensTable, stateOf("token=are&against=is&position=3")).text;
  assert.match(link, /token=are&against=is/);
  assert.equal(stateOf("").position, 16);
  assert.equal(parse(lensTable, { view: "lens", position: "17" }).ignored[0]?.reason, "range");
});

test("an example brings its sentence and takes the words of the last; one's own stays", () => {
  const next = changed("token=are&against=is", { example: "chinese" });
  assert.deepEqual([next.text, next.token, next.against], [contrasts.chinese.text, "", ""]);
  const own = changed("text=The%20cat&token=is", { example: "chinese" });
  assert.deepEqual([own.text, own.token], ["The cat", "is"]);
});

test("ranks count from 1, and equal ones share theirs", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((token) => rankIn([0.1, 0.4, 0.4, 0.05], token)),
    [3, 1, 1, 4],
  );
  assert.deepEqual(ordered([0.1, 0.4, 0.4, 0.05], 3), [1, 2, 0]);
  const all = data.tensors[LENS];
  assert.ok(all);
  assert.deepEqual(
    Array.from(spread(all, 1, 1), (p) => p.toFixed(1)),
    ["0.2", "0.7", "0.1"],
  );
});

test("an opened token is followed; the likeliest needs no name", () => {
  const first = changed("", { open: `${LENS}[1,0,2]` }, data);
  assert.deepEqual([first.position, first.token], [0, "c"]);
  assert.equal(changed("token=c", { open: `${LENS}[1,1,1]` }, data).token, "");
  assert.equal(changed("token=c", { open: `${DIRECT}[0,1,0]` }, data).token, "c");
  assert.equal(changed("readonly=true", { open: `${LENS}[1,0,2]` }, data).token, "");
});

test("every part of the stream is measured once, and a second word only where there is one", () => {
  assert.equal(PARTS.filter(({ kind }) => kind === "head").length, HEADS.length);
  assert.equal(PARTS.length, 2 + HEADS.length + 2 * 2 + 2);
  const named = (against?: number) => measures({ ...asked, against }).steps.map(({ name }) => name);
  assert.ok(!named().includes("between"));
  assert.ok(named(2).includes("between"));
  for (const names of [named(), named(2)]) assert.equal(new Set(names).size, names.length);
});
