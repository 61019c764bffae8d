// The figure `families` without an engine: its requests, what each family is asked, and its axes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inputOf, sidesOf, supervised } from "../../../web/figures/families/looked.js";
import { type FamiliesState, familiesTable } from "../../../web/figures/families/parameters.js";
import { pointsOf } from "../../../web/figures/families/reports.js";
import { requestsOf } from "../../../web/figures/families/requests.js";
import type { Reported } from "../../../web/figures/train/reports.js";
import { parse } from "../../../web/state/codec.js";

const stateOf = (link: string): FamiliesState =>
  parse(familiesTable, `view=families&${link}`).state;

test("three families of one size: width, layers, vocabulary, batches and seeds are the same", () => {
  const requests = requestsOf(stateOf("layers=4&seeds=2&seed=7&share=0.3"));
  assert.equal(requests.length, 6);
  const shared = ["vocabulary", "d_model", "d_ff", "heads"] as const;
  for (const { model, training, asks } of requests) {
    assert.equal(asks, "clozes");
    assert.equal(model.seed, training.settings?.seed);
    for (const name of shared) {
      assert.equal(model.settings?.[name], requests[0]?.model.settings?.[name]);
    }
    const { kind, encoder_layers = 0, decoder_layers = 0 } = model.settings ?? {};
    const encodes = kind !== "decoder" ? Number(encoder_layers) : 0;
    const decodes = kind !== "encoder" ? Number(decoder_layers) : 0;
    assert.equal(encodes + decodes, 4);
  }
  const tasks = requests.map(({ training }) => [training.task, training.parameters?.share]);
  assert.deepEqual(
    [tasks[0], tasks[2], tasks[4]],
    [
      ["fill_mask", 0.3],
      ["grammar", undefined],
      ["span_corruption", 0.3],
    ],
  );
  const { training } = requestsOf(stateOf("pair=continuation"))[2] ?? {};
  assert.deepEqual([training?.task, training?.parameters?.share], ["continuation", undefined]);
  assert.equal(stateOf("steps=900&plan=100").steps, 100);
});

test("what is asked: hidden tokens, every next token, the text of the gap", () => {
  const given: number[] = [];
  const masked = sidesOf("encoder", { source: [5, 3, 7, 3], target: [5, 6, 7, 8], given });
  assert.deepEqual(masked.labels, [undefined, 6, undefined, 8]);
  assert.equal(supervised(masked), 2);
  const next = sidesOf("decoder", { source: [], target: [5, 6, 7], given });
  assert.deepEqual(next, { encoder: [], decoder: [1, 5, 6, 7], labels: [5, 6, 7, 2] });
  const asked = { source: [5, 9, 7], target: [9, 6, 10], given };
  const pair = sidesOf("encoder_decoder", asked);
  assert.deepEqual(pair.decoder, [1, 9, 6, 10]);
  assert.equal(supervised(pair), 4);
  assert.deepEqual(inputOf("encoder_decoder", asked), { source: [5, 9, 7], target: [9, 6, 10] });
  assert.deepEqual(inputOf("encoder", asked), { source: [5, 9, 7] });
});

const reported = (side: string, labels: number[]): Reported => ({
  ...{ side, from: 0, labels, tokens: labels.map(() => 10), losses: [], looks: [] },
  exam: { step: -1, right: [] },
});
const learners = [
  reported("encoder", [2, 2, 2, 2]),
  reported("decoder", [3, 3, 3, 3]),
  reported("encoder_decoder", [2, 4, 4, 4]),
];

test("an axis of labels ends where the slowest is, and each point is the newest of all families", () => {
  const steps = [1, 2, 3, 4];
  assert.deepEqual(
    pointsOf(learners, "steps", 4, steps).map(({ at, reports }) => [at, ...reports]),
    steps.map((at) => [at, at - 1, at - 1, at - 1]),
  );
  // Labels so far: 2 4 6 8, 3 6 9 12, 2 6 10 14. All have come to 8, the decoder begins with 3.
  assert.deepEqual(
    pointsOf(learners, "labels", 4, steps).map(({ at, reports }) => [at, ...reports]),
    [[6, 2, 1, 1]],
  );
  // Looks stand at steps 0, 2 and 4.
  assert.deepEqual(
    pointsOf(learners, "labels", 4, [0, 2, 4]).map(({ at, reports }) => [at, ...reports]),
    [
      [0, 0, 0, 0],
      [6, 1, 1, 1],
    ],
  );
  assert.deepEqual(pointsOf(learners, "tokens", 0, []), []);
});
