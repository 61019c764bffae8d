// The figure `prune` without an engine: the rows of its batch, what is removed in them, its examples.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Asked, ascending, pieceAt } from "../../../web/figures/prune/asked.js";
import {
  aloneRow,
  HEADS,
  pruned,
  prunedRow,
  removals,
  SIZES,
  shortName,
} from "../../../web/figures/prune/heads.js";
import {
  following,
  looks,
  type PruneState,
  pruneTable,
} from "../../../web/figures/prune/parameters.js";
import { measures } from "../../../web/figures/prune/sums.js";
import { format, parse } from "../../../web/state/codec.js";

const stateOf = (link: string): PruneState => parse(pruneTable, `view=prune&${link}`).state;
const order = [3, 0, 7, 1, 2, 4, 5, 6];
const asked: Asked = { ids: [9, 33, 15], truncated: false, unknown: [], place: 3, order };

test("the rows are the whole model, each head alone, and ever more heads", () => {
  const rows = pruned(order);
  assert.equal(rows.length, 1 + 2 * HEADS.length);
  assert.deepEqual(rows[0], []);
  assert.deepEqual(rows[prunedRow(0)], []);
  for (const head of HEADS.keys()) assert.deepEqual(rows[aloneRow(head)], [head]);
  assert.deepEqual(rows[prunedRow(1)], [3]);
  assert.deepEqual(rows[prunedRow(3)], [3, 0, 7]);
  assert.deepEqual(rows[prunedRow(8)], order);
  assert.deepEqual(HEADS.map(shortName).slice(3, 5), ["1·4", "2·1"]);
});

test("a head is removed in its row and in its layer alone", () => {
  const length = 2;
  const size = length * SIZES.head;
  const [first, second, ...others] = removals([[], [1], [6, 0]], length);
  assert.deepEqual(others, []);
  const block = (row: number, head: number) =>
    Array.from({ length: size }, (_, at) => (row * SIZES.heads + head) * size + at);
  assert.equal(first?.tensor, "decoder.0.self_attention.head_outputs");
  assert.deepEqual(first?.indices, [...block(1, 1), ...block(2, 0)]);
  assert.equal(second?.tensor, "decoder.1.self_attention.head_outputs");
  assert.deepEqual(second?.indices, block(2, 2));
  assert.deepEqual([first?.action, first?.values], ["scale", [0]]);
  // No indices would mean all cells.
  assert.deepEqual(removals([[], []], length), []);
  assert.deepEqual(
    removals([[5]], length).map(({ tensor }) => tensor),
    ["decoder.1.self_attention.head_outputs"],
  );
});

test("heads with equal losses keep their order", () => {
  assert.deepEqual(ascending([0.5, -1, 0.5, 0]), [1, 3, 0, 2]);
});

test("the token behind the last is the end", () => {
  const vocabulary = Array.from({ length: 40 }, (_, id) => `p${id}`);
  assert.equal(pieceAt(asked, vocabulary, 1), "p33");
  assert.equal(pieceAt(asked, vocabulary, 3), "[EOS]");
  assert.equal(pieceAt(asked, undefined, 0), "9");
  assert.deepEqual(looks(asked, vocabulary).place, { maximum: 3, hint: "[EOS]" });
  assert.deepEqual(looks(undefined, vocabulary), {});
});

test("what is measured is of the token and of all of them", () => {
  const { steps, of, inputs } = measures(asked);
  assert.deepEqual(of, ["losses", "logits"]);
  const named = (name: string) => steps.find((step) => step.name === name);
  assert.deepEqual(named("token")?.attributes, { axis: 1, start: 3, length: 1 });
  assert.deepEqual(named("token.alone")?.attributes, { axis: 0, start: 1, length: 8 });
  assert.deepEqual(Array.from(inputs?.averaging?.data ?? [], Number), [0.25, 0.25, 0.25, 0.25]);
});

test("an example gives way with its token, a sentence of the reader's stays", () => {
  const next = following(stateOf("removed=2"), { example: "coreference" });
  assert.deepEqual([next.text, next.place, next.removed], ["Tom said that he was right.", 3, 2]);
  const typed = following(stateOf("text=Mary"), { example: "agreement" });
  assert.deepEqual([typed.text, typed.example], ["Mary", "agreement"]);
});

test("a link holds what differs, and more heads than there are are refused", () => {
  const link = format(pruneTable, stateOf("by=sentence&removed=3")).text;
  assert.deepEqual(stateOf(link), stateOf("by=sentence&removed=3"));
  const { state, ignored } = parse(pruneTable, { view: "prune", removed: "9" });
  assert.equal(ignored[0]?.name, "removed");
  assert.ok(state.removed <= 8);
});
