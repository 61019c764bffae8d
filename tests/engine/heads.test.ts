// Heads through the public interface: views and composites as steps of programs, conversions
// with their error, decoding with a past, and the memory of long inputs.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Program, type Step, type Tensor } from "clearhead/engine.js";

const engine = await createEngine();
after(() => engine.dispose());

function wave(shape: number[], phase = 0): Tensor {
  const count = shape.reduce((product, size) => product * size, 1);
  const data = Float32Array.from({ length: count }, (_, i) => Math.sin(1.7 * i + phase));
  return { shape, data };
}

function near(actual: Tensor, expected: Tensor, what: string, tolerance = 1e-5): void {
  assert.deepEqual(actual.shape, expected.shape, what);
  for (const [i, cell] of Array.from(expected.data).entries()) {
    assert.ok(Math.abs(Number(actual.data[i]) - Number(cell)) < tolerance, `${what}[${i}]`);
  }
}

/** Rows first … first + count − 1 of axis 1. */
async function rows(a: Tensor, first: number, count: number): Promise<Tensor> {
  return (await engine.slice({ a, axis: 1, start: first, length: count })).output;
}

const x = wave([1, 5, 6]);
const weights = {
  queryWeight: wave([6, 8], 1),
  keyWeight: wave([6, 8], 2),
  valueWeight: wave([6, 8], 3),
  outputWeight: wave([8, 6], 4),
};

test("views are steps like others, and open down to what is stored", async () => {
  const run = await engine.compute({
    inputs: { x },
    steps: [
      { name: "heads", operation: "split_heads", inputs: { x: "x" }, attributes: { heads: 2 } },
      {
        name: "part",
        operation: "slice",
        inputs: { a: "heads" },
        attributes: { axis: 2, start: 1, length: 3 },
      },
      { name: "joined", operation: "join_heads", inputs: { x: "part" } },
    ],
  });
  assert.deepEqual((await run.tensor("joined")).data, x.data.slice(6, 24));
  const opened = await run.explain("part", [0, 1, 2, 1]);
  assert.deepEqual([opened.tensor, opened.index], ["x", [0, 3, 4]]);
  assert.equal(run.catalogue.find(({ name }) => name === "part")?.base, "x");
  const gradients = await run.gradients({ of: { tensor: "part", index: [0, 1, 2, 1] } });
  const dx = await gradients.tensor("x");
  assert.equal(dx.data.indexOf(1), 3 * 6 + 4);
  await run.dispose();
});

/** Steps that attend with `kvHeads` pooled key/value heads, and how far the output is off. */
function pooled(kvHeads: number): Step[] {
  const pool = (kind: string): Step => ({
    name: `${kind}_${kvHeads}`,
    operation: "pool_heads",
    inputs: { x: `${kind}_weight` },
    attributes: { heads: 4, kv_heads: kvHeads },
  });
  return [
    pool("key"),
    pool("value"),
    {
      name: `g${kvHeads}.output`,
      operation: "multi_head_attention",
      inputs: {
        x: "x",
        query_weight: "query_weight",
        key_weight: `key_${kvHeads}`,
        value_weight: `value_${kvHeads}`,
        output_weight: "output_weight",
      },
      attributes: { heads: 4, kv_heads: kvHeads },
    },
    {
      name: `g${kvHeads}.negative`,
      operation: "scale",
      inputs: { a: `g${kvHeads}.output` },
      attributes: { divisor: -1 },
    },
    {
      name: `g${kvHeads}.error`,
      operation: "add",
      inputs: { a: "output", b: `g${kvHeads}.negative` },
    },
  ];
}

const converting: Program = {
  inputs: {
    x,
    query_weight: weights.queryWeight,
    key_weight: weights.keyWeight,
    value_weight: weights.valueWeight,
    output_weight: weights.outputWeight,
  },
  steps: [
    {
      name: "output",
      operation: "multi_head_attention",
      inputs: {
        x: "x",
        query_weight: "query_weight",
        key_weight: "key_weight",
        value_weight: "value_weight",
        output_weight: "output_weight",
      },
      attributes: { heads: 4 },
    },
    ...[4, 2, 1].flatMap(pooled),
  ],
};

test("MHA becomes GQA and MQA by pooling, and the error is a program", async () => {
  const run = await engine.compute(converting);
  const largest = async (name: string): Promise<number> =>
    Math.max(...Array.from((await run.tensor(name)).data, (cell) => Math.abs(Number(cell))));
  assert.equal(await largest("g4.error"), 0);
  assert.ok((await largest("g2.error")) > 1e-3);
  assert.ok((await largest("g1.error")) > 1e-3);
  assert.deepEqual((await run.tensor("g1.heads.key")).shape, [1, 1, 5, 2]);
  const opened = await run.explain("key_2", [3, 3]);
  assert.equal(opened.operation, "pool_heads");
  const operands = opened.terms.filter(({ kind }) => kind === "operand");
  assert.deepEqual(
    operands.map(({ tensor, index }) => [tensor, index]),
    [
      ["key_weight", [3, 5]],
      ["key_weight", [3, 7]],
    ],
  );
  await run.dispose();
});

test("two composites of one scope are refused with what to call them", async () => {
  const [first] = converting.steps as [Step];
  await assert.rejects(
    engine.compute({ ...converting, steps: [first, { ...first, name: "again" }] }),
    /step 'again' records 'query', .* call the step 'again\.output'/,
  );
  const steps = [first, { ...first, name: "again.output" }];
  const run = await engine.compute({ ...converting, steps });
  assert.deepEqual(await run.tensor("again.weights"), await run.tensor("weights"));
  await run.dispose();
});

test("decoding step by step with a past equals the full pass", async () => {
  for (const kvHeads of [4, 2, 1]) {
    const pool = async (x: Tensor): Promise<Tensor> =>
      (await engine.poolHeads({ x, heads: 4, kvHeads })).output;
    const given = {
      ...weights,
      keyWeight: await pool(weights.keyWeight),
      valueWeight: await pool(weights.valueWeight),
      heads: 4,
      kvHeads,
      causal: true,
    };
    const full = await engine.multiHeadAttention({ x, ...given });
    assert.deepEqual(Object.keys(full.tensors), ["output"]);
    let pastKey: Tensor | undefined;
    let pastValue: Tensor | undefined;
    for (const [first, count] of [
      [0, 2],
      [2, 1],
      [3, 2],
    ] as const) {
      const step = await engine.multiHeadAttention({
        x: await rows(x, first, count),
        ...given,
        pastKey,
        pastValue,
        stages: true,
      });
      near(step.output, await rows(full.output, first, count), `G ${kvHeads}`);
      pastKey = step.tensors.present_key ?? step.tensors["heads.key"];
      pastValue = step.tensors.present_value ?? step.tensors["heads.value"];
    }
    assert.deepEqual(pastKey?.shape, [1, kvHeads, 5, 2]);
  }
});

test("the naive and the absorbed form of latent attention agree, with their gradients", async () => {
  const given = {
    x,
    cos: wave([5, 1], 1),
    sin: wave([5, 1], 2),
    queryUp: wave([6, 10], 1),
    keyValueDown: wave([6, 5], 2),
    keyValueNorm: wave([3], 3),
    keyValueUp: wave([3, 14], 4),
    outputWeight: wave([8, 6], 5),
    heads: 2,
    causal: true,
    outputGradient: wave([1, 5, 6], 6),
  };
  const naive = await engine.latentAttention(given);
  const absorbed = await engine.latentAttention({ ...given, form: "absorbed" });
  assert.deepEqual(Object.keys(naive.tensors), ["output", "latent", "rope_key"]);
  near(absorbed.output, naive.output, "output", 1e-4);
  for (const [name, gradient] of Object.entries(naive.gradients ?? {})) {
    near(absorbed.gradients?.[name] as Tensor, gradient, `d${name}`, 1e-3);
  }
});

test("4096 tokens, 8 heads of 64, attend fused in less than 64 MB", async () => {
  const fresh = await createEngine();
  const cells = (): Tensor => ({ shape: [1, 8, 4096, 64], data: new Float32Array(8 * 4096 * 64) });
  await fresh.attention({ q: cells(), k: cells(), v: cells() });
  const { peak } = await fresh.memory();
  assert.ok(peak < 64 * 2 ** 20, `${peak} bytes`);
  await fresh.dispose();
});
