// The figure `patch` without an engine: its places and their cells, its table, what a click performs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { contrasts, DEPTHS, HEADS, SIZES } from "../../../web/figures/language.js";
import { patchFigure } from "../../../web/figures/patch/figure.js";
import { type Data, positions } from "../../../web/figures/patch/panels.js";
import {
  LONGEST,
  looks,
  type PatchState,
  patchTable,
} from "../../../web/figures/patch/parameters.js";
import {
  cellsOf,
  FIRST,
  PARTS,
  rowsOf,
  runOf,
  tensorsOf,
} from "../../../web/figures/patch/places.js";
import { measures, RECOVERED } from "../../../web/figures/patch/sums.js";
import { format, parse } from "../../../web/state/codec.js";

const stateOf = (link: string): PatchState => parse(patchTable, `view=patch&${link}`).state;
const read = (ids: number[]) => ({ ids, truncated: undefined, unknown: [] });
const asked: Data["asked"] = {
  ...{ clean: read([1, 2, 0]), corrupted: read([1, 1, 0]), fits: "yes" as const },
  ...{ token: 0, against: 1, refused: [], position: 2, values: {}, logits: [] },
};
const data = {
  asked,
  model: { settings: {}, parameters: 0, vocabulary: ["a", "▁b", "c"] },
} as unknown as Data;
const changed = (link: string, values: Partial<PatchState>) =>
  patchFigure.change?.(stateOf(link), values, "en", data) as PatchState;

test("rows are depths, outputs and heads; each tensor is asked for once", () => {
  assert.deepEqual(
    PARTS.map((part) => rowsOf(part).length),
    [DEPTHS.length, DEPTHS.length - 1, HEADS.length],
  );
  assert.deepEqual(tensorsOf("head"), [
    "decoder.0.self_attention.head_outputs",
    "decoder.1.self_attention.head_outputs",
  ]);
  assert.equal(tensorsOf("stream").length, DEPTHS.length);
  assert.deepEqual(tensorsOf("output").slice(0, 2), [
    "decoder.0.self_attention.output",
    "decoder.0.feed_forward.output",
  ]);
});

test("the cells of a row at a position are one row of its tensor", () => {
  const [stream] = rowsOf("stream");
  const head = rowsOf("head")[6];
  assert.ok(stream && head);
  const cells = cellsOf(stream, 3, 5);
  assert.deepEqual([cells.length, cells[0], cells.at(-1)], [SIZES.width, 144, 191]);
  // [1, H, T, D]: head 3 of 5 positions, position 1.
  const own = cellsOf(head, 1, 5);
  assert.deepEqual([own.length, own[0]], [SIZES.head, (2 * 5 + 1) * SIZES.head]);
  assert.equal(runOf(1, 2, 5), FIRST + 7);
});

test("the map never has more runs than are gathered at once", () => {
  for (const part of PARTS) assert.ok(FIRST + rowsOf(part).length * (LONGEST + 1) <= 100, part);
});

test("links keep both sentences; a row beyond those of a part is its last", () => {
  const link = format(patchTable, stateOf("clean=Tom%20said&part=head&row=7")).text;
  assert.equal(stateOf(link).row, 7);
  assert.equal(stateOf(link).clean, "Tom said");
  assert.equal(stateOf("part=stream&row=7").row, DEPTHS.length - 1);
  assert.equal(changed("part=head&row=7", { part: "output" }).row, 7);
  assert.equal(looks(stateOf("part=head"), asked).position?.maximum, 3);
});

test("an example brings its sentences and where they differ; one's own stay", () => {
  const next = changed("token=are", { example: "coreference" });
  const { text, other, place } = contrasts.coreference;
  assert.deepEqual(
    [next.clean, next.corrupted, next.position, next.token],
    [text, other, place, ""],
  );
  assert.equal(changed("clean=Tom", { example: "chinese" }).clean, "Tom");
});

test("positions say what stands in the other sentence", () => {
  assert.deepEqual(positions(data), ["[BOS]", "▁b", "▁b←c", "a"]);
});

test("an opened cell of the map is the patch that is performed", () => {
  const next = changed("part=head", { open: `${RECOVERED}[0,9]` });
  assert.deepEqual([next.row, next.position], [2, 1]);
  assert.equal(changed("readonly=true", { open: `${RECOVERED}[0,9]` }).row, 1);
  assert.equal(changed("", { open: "spreads[0,0,1]" }).row, 1);
});

test("what does not fit is not measured", () => {
  assert.equal(measures(stateOf(""), { ...asked, fits: "length" }, {}), undefined);
  const gathered = { "runs.token": { shape: [4], data: new Float32Array(4) } };
  const { inputs, names } = measures(stateOf("row=1"), asked, gathered) ?? {};
  assert.deepEqual(inputs?.["runs.token"]?.shape, [1, 4]);
  assert.deepEqual(names?.[1], RECOVERED);
});
