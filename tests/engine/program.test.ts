// Programs: operations of the table one after another, kept as a run.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Program, type Tensor } from "clearhead/engine.js";

const engine = await createEngine();
after(() => engine.dispose());

function wave(shape: number[], phase = 0): Tensor {
  const count = shape.reduce((product, size) => product * size, 1);
  return { shape, data: Float32Array.from({ length: count }, (_, i) => Math.sin(i + phase)) };
}

const q = wave([1, 2, 3, 4]);
const k = wave([1, 2, 3, 4], 1);
const v = wave([1, 2, 3, 2], 2);

const attending: Program = {
  inputs: { q, k, v },
  steps: [
    { name: "mask", operation: "mask", attributes: { kind: "causal", queries: 3, keys: 3 } },
    {
      name: "output",
      operation: "attention",
      inputs: { q: "q", k: "k", v: "v", mask: "mask" },
      attributes: { scale: 0.5 },
    },
    { name: "doubled", operation: "scale", inputs: { a: "output" }, attributes: { divisor: 0.5 } },
  ],
};

test("a program computes what its operations compute one by one", async () => {
  const run = await engine.compute(attending);
  const mask = await engine.apply("mask", {}, { kind: "causal", queries: 3, keys: 3 });
  const alone = await engine.apply(
    "attention",
    { q, k, v, mask: mask.output },
    { scale: 0.5 },
    { stages: true },
  );
  for (const name of ["scores", "scaled", "masked", "weights"]) {
    assert.deepEqual(await run.tensor(name), alone.tensors[name], name);
  }
  const output = await run.tensor("output");
  assert.deepEqual(output, alone.output);
  assert.deepEqual(
    Array.from((await run.tensor("doubled")).data),
    Array.from(output.data, (cell) => 2 * Number(cell)),
  );
  assert.ok(run.bytes > 0);
  await run.dispose();
});

test("its numbers open down to the caller's, and are differentiated", async () => {
  const run = await engine.compute(attending);
  const doubled = await run.explain("doubled", [0, 1, 2, 0]);
  assert.equal(doubled.operation, "scale");
  const operand = doubled.terms.find(({ kind }) => kind === "operand");
  assert.equal(operand?.tensor, "output");
  const given = await run.explain("q", [0, 0, 1, 2]);
  assert.equal(given.value, q.data[6]);
  assert.equal(given.origin?.kind, "given");
  const rule = await run.explain("mask", [0, 2]);
  assert.equal(rule.origin?.kind, "rule");
  const gradients = await run.gradients({ of: { tensor: "doubled", index: [0, 0, 1, 1] } });
  const outputGradient = { shape: [1, 2, 3, 2], data: new Float32Array(12) };
  outputGradient.data[3] = 2;
  const mask = await run.tensor("mask");
  const alone = await engine.apply(
    "attention",
    { q, k, v, mask },
    { scale: 0.5 },
    {
      outputGradient,
    },
  );
  const [dv, expected] = [await gradients.tensor("v"), alone.gradients?.v as Tensor];
  for (const [at, cell] of Array.from(expected.data).entries()) {
    assert.ok(Math.abs(Number(dv.data[at]) - Number(cell)) < 1e-6, `dv[${at}]`);
  }
  await run.dispose();
});

test("an intervention changes what follows", async () => {
  const set = { tensor: "mask", action: "set", indices: [2], values: [1] } as const;
  const run = await engine.compute(attending, {
    interventions: [{ ...set, indices: [2], values: [1] }],
  });
  const weights = await run.tensor("weights");
  assert.ok(Number(weights.data[2]) > 0);
  assert.deepEqual(run.catalogue.find(({ name }) => name === "mask")?.edits, [
    { index: 2, was: 0 },
  ]);
  await run.dispose();
});

const one = { name: "y", operation: "scale", inputs: { a: "x" }, attributes: { divisor: 0.5 } };
const x = wave([2, 2]);
const wrong: [string, unknown, string, RegExp][] = [
  ["no steps", { steps: [] }, "range", /steps has 0 entries; give 1 to 2048/],
  ["steps of another kind", { steps: 3 }, "argument", /program\.steps is 3; give an array/],
  [
    "an unknown operation",
    { steps: [{ ...one, operation: "sum" }] },
    "unknown",
    /no operation "sum"/,
  ],
  ["an unknown key", { inputs: { x }, steps: [{ ...one, of: 1 }] }, "argument", /steps\[0\]/],
  [
    "an unknown input",
    { inputs: { x }, steps: [{ ...one, inputs: { z: "x" } }] },
    "unknown",
    /no input 'z'; it takes/,
  ],
  ["a tensor that is nowhere", { steps: [one] }, "unknown", /reads 'x'/],
  ["a later result", { steps: [one, { ...one, name: "x", inputs: { a: "y" } }] }, "unknown", /'x'/],
  [
    "a name given twice",
    { inputs: { x }, steps: [{ ...one, name: "x" }] },
    "argument",
    /called 'x'/,
  ],
  ["no name", { inputs: { x }, steps: [{ ...one, name: "" }] }, "argument", /''/],
  [
    "a wrong attribute",
    { inputs: { x }, steps: [{ ...one, attributes: { divisor: "two" } }] },
    "argument",
    /divisor/,
  ],
  ["a missing input", { steps: [{ ...one, inputs: {} }] }, "argument", /a is missing/],
];
for (const [what, program, code, message] of wrong) {
  test(`a program with ${what} is refused`, async () => {
    const before = (await engine.memory()).used;
    await assert.rejects(engine.compute(program as Program), (error: Error & { code: string }) => {
      assert.equal(error.code, code, error.message);
      assert.match(error.message, message);
      return true;
    });
    assert.equal((await engine.memory()).used, before);
  });
}

test("a program that is a self-attention layer has its gradient map", async () => {
  const tokens = ["a", "b", "c", "a"];
  const config = { kind: "self_attention", weights: "random", d_model: 6, d_k: 3 } as const;
  const rest = { heads: 2, seed: 5, mask: "causal", length: 0, scaling: true, positions: true };
  const model = await engine.model({ ...config, ...rest } as never);
  const layer = await model.run({ tokens });
  const names = ["x", "query.weight", "key.weight", "value.weight", "mask"];
  const inputs = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await layer.tensor(name)] as const)),
  );
  const project = (name: string): Program["steps"] => [
    { name, operation: "linear", inputs: { x: "x", weight: `${name}.weight` } },
    {
      ...{ name: `heads.${name}`, operation: "split_heads" },
      ...{ inputs: { x: name }, attributes: { heads: 2 } },
    },
  ];
  const heads = { q: "heads.query", k: "heads.key", v: "heads.value", mask: "mask" };
  const steps = [
    ...["query", "key", "value"].flatMap(project),
    { name: "head_outputs", operation: "attention", inputs: heads },
    { name: "output", operation: "join_heads", inputs: { x: "head_outputs" } },
  ];
  const run = await engine.compute({ inputs, steps });
  const map = await run.gradientMap();
  assert.deepEqual(map, await layer.gradientMap());
  const opened = await run.explain("gradient_map", [2, 1]);
  assert.equal(opened.value, map.data[2 * 4 + 1]);
  await run.dispose();

  // The same names of another computation are no layer.
  const swapped = { ...heads, k: "heads.value", v: "heads.key" };
  const other = steps.map((step) =>
    step.name === "head_outputs" ? { ...step, inputs: swapped } : step,
  );
  // Nor are parts and other shapes of its stages, or a softmax over the queries.
  const stages: Program["steps"] = [
    ...["query", "key", "value"].flatMap(project),
    { name: "scores", operation: "scores", inputs: { q: "heads.query", k: "heads.key" } },
    { name: "scaled", operation: "scale", inputs: { a: "scores" }, attributes: { divisor: 2 } },
    { name: "masked", operation: "apply_mask", inputs: { a: "scaled", visible: "mask" } },
    { name: "weights", operation: "softmax", inputs: { a: "masked" } },
    {
      ...{ name: "head_outputs", operation: "weighted_sum" },
      ...{ inputs: { weights: "weights", v: "heads.value" } },
    },
  ];
  const whole = await engine.compute({ inputs, steps: stages });
  assert.deepEqual((await whole.gradientMap()).shape, [4, 4]);
  await whole.dispose();
  const sliced = (name: string, axis: number): Program["steps"] =>
    stages.flatMap((step) =>
      step.name !== name
        ? [step]
        : [
            { ...step, name: "all" },
            {
              ...{ name, operation: "slice", inputs: { a: "all" } },
              attributes: { axis, start: 0, length: 1 },
            },
          ],
    );
  const joined = stages.map((step) =>
    step.name === "heads.query"
      ? { name: "heads.query", operation: "join_heads", inputs: { x: "query" } }
      : step,
  );
  const across = stages.map((step) =>
    step.name === "weights" ? { ...step, attributes: { axis: 2 } } : step,
  );
  const odd = [other, sliced("head_outputs", -1), joined, across];
  for (const name of ["scores", "scaled", "masked", "weights"]) {
    odd.push(sliced(name, -1), sliced(name, 2));
  }
  for (const steps of odd) {
    const run = await engine.compute({ inputs, steps }).catch(() => undefined);
    if (!run) continue; // its shapes do not fit in the first place
    await assert.rejects(run.gradientMap(), { code: "argument", message: /self-attention layer/ });
    await assert.rejects(run.explain("gradient_map", [0, 0]), { code: "argument" });
    await run.dispose();
  }
  await layer.dispose();
  await model.dispose();
});

test("the gradient map is of a self-attention layer", async () => {
  const run = await engine.compute({ inputs: { x }, steps: [one] });
  await assert.rejects(run.gradientMap(), { code: "argument" });
  await assert.rejects(run.explain("gradient_map", [0, 0]), { code: "argument" });
  await run.dispose();
});

test("programs leave memory flat", async () => {
  const once = async (): Promise<number> => {
    const run = await engine.compute(attending);
    await run.dispose();
    return (await engine.memory()).used;
  };
  const first = await once();
  for (let at = 0; at < 200; at++) assert.equal(await once(), first);
});
