// The table of the figure `train`, and the files that it reads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { valuesIn } from "../../../web/figures/train/files.js";
import {
  change,
  comparisonsOf,
  groups,
  type TrainState,
  trainTable,
} from "../../../web/figures/train/parameters.js";
import { requestsOf } from "../../../web/figures/train/requests.js";
import { taskNames } from "../../../web/figures/train/tasks.js";
import { format, parse } from "../../../web/state/codec.js";

const stateOf = (link: string): TrainState => parse(trainTable, `view=train&${link}`).state;

test("a task brings its settings, and a link says only what differs from them", () => {
  assert.deepEqual(
    [stateOf("").task, stateOf("").plan, stateOf("task=sort").plan, stateOf("task=copy").plan],
    ["reverse", 1000, 1500, 800],
  );
  for (const task of taskNames) {
    const { text } = format(trainTable, stateOf(`task=${task}`));
    assert.doesNotMatch(text, /plan|rate|batch/, task);
    assert.equal(stateOf(text.replace("v=1&", "")).task, task);
  }
});

test("what a task or a model cannot have gives way", () => {
  const labels = stateOf("task=relations&kind=decoder&mask=none&shifted=false&against=shift");
  assert.equal(labels.kind, "encoder");
  assert.deepEqual([labels.mask, labels.shifted, labels.against], ["causal", true, "none"]);
  const recurrent = stateOf("kind=recurrent&positions=rotary&head=3&against=heads");
  assert.deepEqual([recurrent.positions, recurrent.head, recurrent.against], ["none", 0, "none"]);
  assert.equal(stateOf("steps=900&plan=100").steps, 100);
  assert.equal(stateOf("shown=second").shown, "first");
  assert.equal(stateOf("mask=none").mask, "causal");
  assert.equal(stateOf("task=markov&mask=none").mask, "none");
});

test("another task begins untrained with its own settings; how it is looked at stays", () => {
  const state = stateOf("steps=300&rate=0.01&seeds=3&lang=zh&mode=all&against=heads");
  const next = change(state, { task: "grammar" }, "zh");
  assert.deepEqual([next.task, next.kind, next.steps, next.plan], ["grammar", "decoder", 0, 400]);
  assert.deepEqual([next.rate, next.seeds, next.against], ["0.005", 3, "none"]);
  assert.deepEqual([next.lang, next.mode, next.corpus], ["zh", "all", "zh"]);
  assert.equal(change(state, { rate: "0.002" }, "zh").steps, 300);
});

test("the second kind of models differs in one thing, seed by seed", () => {
  for (const link of ["", "task=markov", "task=relations", "kind=recurrent", "kind=decoder"]) {
    for (const against of comparisonsOf(stateOf(link))) {
      const requests = requestsOf(stateOf(`${link}&against=${against}&seeds=2&seed=7`));
      assert.equal(requests.length, against === "none" ? 2 : 4);
      if (against === "none") continue;
      const [first, , second] = requests.map(({ model, training }) => ({ model, training }));
      assert.notDeepEqual(first, second, `${link} ${against}`);
      assert.deepEqual(
        requests.map(({ model }) => model.seed),
        [7, 8, 7, 8],
      );
    }
  }
});

test("controls are those that change something", () => {
  const offered = (link: string) => groups(stateOf(link)).flatMap(({ parameters }) => parameters);
  assert.ok(!offered("").includes("mask") && offered("task=markov").includes("mask"));
  assert.ok(!offered("").includes("shown") && offered("against=heads").includes("shown"));
  assert.ok(!offered("task=relations").includes("shifted"));
  assert.ok(!offered("kind=recurrent").includes("heads"));
  assert.ok(!offered("").includes("corpus") && offered("task=grammar").includes("corpus"));
});

test("a file that is no run has no values", () => {
  const file = (header: string) => {
    const text = new TextEncoder().encode(header);
    const bytes = new Uint8Array(8 + text.length);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
    bytes.set(text, 8);
    return bytes;
  };
  const words = { task: "copy", "training.rate": "0x3f747ae147ae147b", "run.steps": "30" };
  assert.deepEqual(valuesIn(file(JSON.stringify({ __metadata__: words }))), {
    ...{ task: "copy", rate: "0.005", steps: "30" },
  });
  for (const header of ["", "{}", "[]", "null", "{", '{"__metadata__":{"task":1}}']) {
    assert.equal(valuesIn(file(header)), undefined, header);
  }
  const endless = new Uint8Array(16).fill(255);
  assert.equal(valuesIn(endless), undefined);
});
