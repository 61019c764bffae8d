// Ready experiments of the figure `train`: their settings, and what is said when they have ended.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  endsOf,
  experimentNames,
  experimentNotes,
  experiments,
  SEEDS,
} from "../../../web/figures/train/experiments.js";
import type { TrainData } from "../../../web/figures/train/figure.js";
import {
  change,
  comparisonsOf,
  type TrainState,
  trainTable,
} from "../../../web/figures/train/parameters.js";
import { format, parse } from "../../../web/state/codec.js";
import "../../../web/views/train.js";

const stateOf = (link: string) => parse(trainTable, `view=train&${link}`).state;

test("a link that names an experiment means its settings, and they are allowed", () => {
  for (const name of experimentNames) {
    const { state, ignored } = parse(trainTable, `view=train&experiment=${name}`);
    assert.deepEqual(ignored, []);
    const { settings } = experiments[name];
    for (const [key, value] of Object.entries(settings)) {
      assert.equal(state[key as keyof TrainState], value, `${name}: ${key}`);
    }
    assert.ok(comparisonsOf(state).includes(state.against));
    assert.deepEqual(stateOf(format(trainTable, state).text), state);
  }
});

test("an experiment begins untrained, with several seeds, and ends with another setting", () => {
  const before = stateOf("task=copy&steps=40&seed=7&lang=zh");
  const state = change(before, { experiment: "ring" }, "en");
  assert.deepEqual(
    [state.task, state.steps, state.seeds, state.seed, state.lang],
    ["cyclic_previous_token", 0, SEEDS, 7, "zh"],
  );
  assert.equal(change(state, { steps: 20 }, "en").experiment, "ring");
  assert.equal(change(state, { seeds: 2 }, "en").experiment, "ring");
  assert.equal(change(state, { layers: 2 }, "en").experiment, "none");
  const other = change(state, { task: "sort" }, "en");
  assert.deepEqual([other.experiment, other.against], ["none", "none"]);
});

/** Of two looks: means, and for several seeds their ends. */
const report = (...rows: number[][]) => ({
  shape: [rows.flat().length],
  data: Float32Array.from(rows.flat()),
});

test("the ends of a report are its last numbers, kind by kind", () => {
  const several = report([0, 0.5], [0, 0.25], [0, 0.75], [1, 2], [1, 1.5], [1, 2.5]);
  const ends = endsOf(several, 5);
  assert.deepEqual(ends, [
    { mean: 0.5, least: 0.25, largest: 0.75 },
    { mean: 2, least: 1.5, largest: 2.5 },
  ]);
  assert.deepEqual(endsOf(report([0, 0.5], [1, 0.25]), 1), [
    { mean: 0.5, least: 0.5, largest: 0.5 },
    { mean: 0.25, least: 0.25, largest: 0.25 },
  ]);
  assert.equal(endsOf(report([1]), 1), undefined);
});

function told(second: number[][], reached: number, seeds = 5): string[] {
  const state = stateOf(`experiment=order&seeds=${seeds}&steps=300`);
  const tensor = report([0, 0.75], [0, 0.5], [0, 1], ...second);
  const data = { state, progress: { reached }, tensors: { "training.accuracy": tensor } };
  return experimentNotes(data as unknown as TrainData, "en", false);
}

test("it ranks only where all seeds agree, and only at the end", () => {
  const below = [
    [0, 0.25],
    [0, 0.125],
    [0, 0.375],
  ];
  const [, apart] = told(below, 300);
  assert.match(apart ?? "", /75 % \(50 % to 100 %\).*25 %.*In all 5 seeds it is higher for/);
  const [, mixed] = told(
    [
      [0, 0.25],
      [0, 0.125],
      [0, 0.625],
    ],
    300,
  );
  assert.match(mixed ?? "", /do not rank them/);
  assert.equal(told(below, 299).length, 1);
});
