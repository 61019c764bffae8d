// Bad input through every door: a typed error that says what was given and what
// is allowed, and an engine that works afterwards.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import {
  ClearheadError,
  createEngine,
  type ModelConfig,
  type RunOptions,
  type TensorInput,
} from "clearhead/engine.js";
import { exact, random, tokens } from "./support/model.js";

const engine = await createEngine();
const model = await engine.model(random);
const run = await model.run({ tokens });
const gradients = await run.gradients({ of: { tensor: "output", reduce: "sum" } });
const weights = await run.tensor("weights");
after(() => engine.dispose());
afterEach(async () => {
  assert.deepEqual(await run.tensor("weights"), weights, "the engine no longer works");
});

type Door = () => Promise<unknown>;
type Case = [name: string, door: Door, error: string, message: RegExp];

function refuses(title: string, cases: Case[]): void {
  test(title, async (t) => {
    for (const [name, door, error, message] of cases) {
      await t.test(name, async () => {
        const given = await door().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        assert.ok(given instanceof ClearheadError, `no typed error: ${given}`);
        if (error !== "") assert.equal(given.name, error, given.message);
        assert.match(given.message, message);
        // The longest names every operation; none repeats 10,000 characters that were given.
        assert.ok(given.message.length < 1000, `a message of ${given.message.length} characters`);
      });
    }
  });
}

const vector = { shape: [2], data: Float32Array.of(1, 2) };
const matrix = { shape: [2, 2], data: new Float32Array(4) };
const anything = (value: unknown): never => value as never;
const proto = JSON.parse('{"__proto__": 1}');
const long = "x".repeat(10_000);

refuses("tensors", [
  ["missing", () => engine.softmax(anything({})), "ArgumentError", /softmax.*a is missing/],
  ["null", () => engine.softmax({ a: anything(null) }), "ArgumentError", /a: null is no tensor/],
  [
    "huge sizes",
    () => engine.softmax({ a: { shape: [2 ** 31, 2 ** 31], data: vector.data } }),
    "ShapeError",
    /\[2147483648, 2147483648\] has 4611686018427388000 cells, but data has 2/,
  ],
  [
    "huge sizes that hold nothing",
    () => engine.softmax({ a: { shape: [2 ** 31, 2 ** 31, 0], data: new Float32Array(0) } }),
    "MemoryError",
    /^a has the shape \[2147483648, 2147483648, 0\]; its sizes may multiply to at most 67108864$/,
  ],
  [
    "an output gradient of huge sizes that holds nothing",
    () => {
      const nothing = { shape: [2 ** 53 - 1, 2 ** 53 - 1, 0], data: new Float32Array(0) };
      return engine.softmax({ a: vector, outputGradient: nothing });
    },
    "MemoryError",
    /^outputGradient has the shape \[.*, 0\]; its sizes may multiply to at most 67108864$/,
  ],
  [
    "negative",
    () => engine.softmax({ a: { shape: [-2], data: vector.data } }),
    "ShapeError",
    /a\.shape\[0\] is -2/,
  ],
  [
    "NaN",
    () => engine.softmax({ a: { shape: [Number.NaN], data: vector.data } }),
    "ShapeError",
    /a\.shape\[0\] is NaN/,
  ],
  [
    "wrong dtype",
    () => engine.softmax({ a: { shape: [2], data: Int32Array.of(1, 2) } }),
    "ArgumentError",
    /softmax: a is int32; give float32/,
  ],
  [
    "sizes that do not fit together",
    () => engine.linear({ x: matrix, weight: { shape: [3, 2], data: new Float32Array(6) } }),
    "ShapeError",
    /linear: .*\[3, 2\].*K = 3/,
  ],
  [
    "rank",
    () => engine.attention({ q: vector, k: vector, v: vector }),
    "ShapeError",
    /attention: q has the shape \[2\]; its axes are \(B H T D\)/,
  ],
  [
    "ids outside the table",
    () => engine.embedding({ table: matrix, ids: { shape: [1], data: Int32Array.of(2) } }),
    "OutOfRangeError",
    /is 2; the table has 2 rows, give ids from 0 to 1/,
  ],
  [
    "output gradient of another shape",
    () => engine.softmax({ a: matrix, outputGradient: vector }),
    "ShapeError",
    /\[2\].*\[2, 2\]/,
  ],
]);

refuses("operations and attributes", [
  [
    "unknown operation",
    () => engine.apply("sofmax", { a: vector }),
    "UnknownNameError",
    /no operation "sofmax"; the operations are .*softmax/,
  ],
  [
    "an operation named like a property of objects",
    () => engine.apply("__proto__", { a: vector }),
    "UnknownNameError",
    /no operation "__proto__"/,
  ],
  [
    "an operation with a very long name",
    () => engine.apply(long, { a: vector }),
    "UnknownNameError",
    /no operation "x{60}…"/,
  ],
  ["no name", () => engine.apply(anything(3), {}), "UnknownNameError", /no operation 3/],
  [
    "no inputs",
    () => engine.apply("softmax", anything(null)),
    "ArgumentError",
    /inputs is null; give an object/,
  ],
  [
    "unknown input",
    () => engine.apply("softmax", { a: vector, b: vector }),
    "UnknownNameError",
    /no input 'b'; it takes a/,
  ],
  [
    "unknown argument of a shortcut",
    () => engine.softmax(anything({ a: vector, dim: 0 })),
    "ArgumentError",
    /softmax: there is no argument "dim"; allowed: a, axis, stages/,
  ],
  [
    "unknown attribute",
    () => engine.apply("softmax", { a: vector }, { dim: 0 }),
    "UnknownNameError",
    /'dim'.*its attributes are axis/,
  ],
  [
    "__proto__ as an attribute",
    () => engine.apply("softmax", { a: vector }, proto),
    "UnknownNameError",
    /'__proto__'/,
  ],
  [
    "__proto__ as an input",
    () =>
      engine.apply(
        "softmax",
        JSON.parse('{"__proto__": {"shape": [0], "dtype": "f32", "data": []}}'),
      ),
    "UnknownNameError",
    /'__proto__'/,
  ],
  [
    "__proto__ as an argument",
    () => engine.softmax(anything(proto)),
    "ArgumentError",
    /no argument "__proto__"/,
  ],
  [
    "an attribute of another type",
    () => engine.softmax({ a: vector, axis: anything("0") }),
    "ArgumentError",
    /softmax: axis is "0"; give an integer/,
  ],
  [
    "a fraction for an integer",
    () => engine.softmax({ a: vector, axis: 0.5 }),
    "ArgumentError",
    /softmax: axis is 0\.5; give an integer/,
  ],
  [
    "an attribute outside its range",
    () => engine.softmax({ a: vector, axis: 9 }),
    "OutOfRangeError",
    /softmax: axis is 9/,
  ],
  [
    "an axis that the tensor does not have",
    () => engine.softmax({ a: vector, axis: 1 }),
    "OutOfRangeError",
    /axis/,
  ],
  [
    "an unknown word",
    () => engine.mask({ kind: anything("diagonal"), queries: 2, keys: 2 }),
    "UnknownNameError",
    /mask: kind is 'diagonal'; it may be none, causal/,
  ],
  [
    "a missing attribute",
    () => engine.sinusoidal(anything({ length: 2 })),
    "ArgumentError",
    /sinusoidal: width is missing/,
  ],
  [
    "more than memory holds",
    () => engine.sinusoidal({ length: 1048576, width: 65536 }),
    "MemoryError",
    /./,
  ],
  [
    "a function as an attribute",
    () => engine.apply("softmax", { a: vector }, { axis: anything(() => 0) }),
    "ArgumentError",
    /attributes holds something that is not plain data/,
  ],
  [
    "unknown option",
    () => engine.apply("softmax", { a: vector }, {}, anything({ stage: true })),
    "ArgumentError",
    /options has no field "stage"; allowed: stages, outputGradient, signal/,
  ],
]);

function config(change: object): ModelConfig {
  return { ...random, ...change } as ModelConfig;
}

refuses("model configurations", [
  ["none", () => engine.model(anything(undefined)), "ArgumentError", /config is undefined/],
  ["a number", () => engine.model(anything(3)), "ArgumentError", /config is 3; give an object/],
  ["an array", () => engine.model(anything([])), "ArgumentError", /config is \[\]; give an object/],
  [
    "unknown kind",
    () => engine.model(config({ kind: "gpt" })),
    "UnknownNameError",
    /config\.kind is "gpt"; it may be self_attention/,
  ],
  [
    "unknown field",
    () => engine.model(config({ layers: 2 })),
    "ArgumentError",
    /config has no field "layers"; allowed: kind, d_model/,
  ],
  ["__proto__", () => engine.model(proto), "ArgumentError", /no field "__proto__"/],
  [
    "missing field",
    () => engine.model(config({ heads: undefined })),
    "ArgumentError",
    /config\.heads is undefined; give an integer/,
  ],
  ["width 0", () => engine.model(config({ d_model: 0 })), "OutOfRangeError", /d_model.* 0.*256/],
  ["width 257", () => engine.model(config({ d_k: 257 })), "OutOfRangeError", /d_k.*257.*256/],
  ["heads 17", () => engine.model(config({ heads: 17 })), "OutOfRangeError", /heads.*17.*16/],
  ["heads NaN", () => engine.model(config({ heads: Number.NaN })), "ArgumentError", /heads is NaN/],
  [
    "heads 1e300",
    () => engine.model(config({ heads: 1e300 })),
    "ArgumentError",
    /heads is 1e\+300/,
  ],
  ["heads 2n", () => engine.model(config({ heads: 2n })), "ArgumentError", /heads is 2/],
  [
    "seed −1",
    () => engine.model(config({ seed: -1 })),
    "OutOfRangeError",
    /seed is -1.*4294967295/,
  ],
  [
    "seed 2^32",
    () => engine.model(config({ seed: 2 ** 32 })),
    "OutOfRangeError",
    /seed is 4294967296/,
  ],
  ["length −1", () => engine.model(config({ length: -1 })), "OutOfRangeError", /length.*-1/],
  [
    "scaling 1",
    () => engine.model(config({ scaling: 1 })),
    "ArgumentError",
    /scaling is 1; give true/,
  ],
  [
    "unknown weights",
    () => engine.model(config({ weights: long })),
    "UnknownNameError",
    /config\.weights is "x{60}…"; it may be random, identity/,
  ],
  [
    "unknown mask",
    () => engine.model(config({ mask: "diagonal" })),
    "UnknownNameError",
    /config\.mask is "diagonal"; it may be none, causal, padding, combined/,
  ],
  [
    "exact with another width",
    () => engine.model({ ...exact, d_model: 8 }),
    "ArgumentError",
    /exact.*d_model 8.*d_model 4/,
  ],
]);

function change(intervention: object): Door {
  const whole = { tensor: "scores", action: "set", indices: [0], values: [1], ...intervention };
  return () => model.run({ tokens }, { interventions: [whole] } as RunOptions);
}

refuses("runs", [
  ["no tokens", () => model.run({ tokens: [] }), "OutOfRangeError", /0 tokens|tokens.*1/],
  [
    "too many tokens",
    () => model.run({ tokens: Array(65).fill("a") }),
    "OutOfRangeError",
    /65.*64/,
  ],
  [
    "far too many tokens",
    () => model.run({ tokens: Array(1_000_000).fill("a") }),
    "OutOfRangeError",
    /1000000/,
  ],
  ["a text", () => model.run(anything({ tokens: "abc" })), "ArgumentError", /tokens is "abc"/],
  [
    "a number among the tokens",
    () => model.run({ tokens: anything(["a", 3]) }),
    "ArgumentError",
    /tokens\[1\] is 3; give a string/,
  ],
  ["nothing", () => model.run(anything(undefined)), "ArgumentError", /input is undefined/],
  [
    "unknown level",
    () => model.run({ tokens }, { record: anything("all") }),
    "UnknownNameError",
    /record is "all"; it may be none, train, inspect/,
  ],
  [
    "unknown option",
    () => model.run({ tokens }, anything({ level: 1 })),
    "ArgumentError",
    /options has no field "level"; allowed: record, interventions, signal/,
  ],
  ["an empty token", () => model.run({ tokens: [""] }), "ArgumentError", /token 0 is empty/],
  ["NaN for a cell", change({ values: [Number.NaN] }), "OutOfRangeError", /value NaN/],
  ["unknown tensor", change({ tensor: "score" }), "UnknownNameError", /score/],
  [
    "unknown action",
    change({ action: "erase" }),
    "UnknownNameError",
    /interventions\[0\]\.action is "erase"; it may be set, replace, add, scale/,
  ],
  ["a cell too far", change({ indices: [18] }), "OutOfRangeError", /18/],
  [
    "a negative cell",
    change({ indices: [-1] }),
    "ArgumentError",
    /interventions\[0\]\.indices\[0\] is -1/,
  ],
  ["a huge cell", change({ indices: [2 ** 52] }), "OutOfRangeError", /4503599627370496/],
  ["more values than cells", change({ values: [1, 2] }), "", /./],
  [
    "a word for a value",
    change({ values: ["1"] }),
    "ArgumentError",
    /interventions\[0\]\.values\[0\] is "1"; give a number/,
  ],
  [
    "a bigint for a value",
    change({ values: BigInt64Array.of(1n) }),
    "ArgumentError",
    /values\[0\] is 1n/,
  ],
  ["a matrix of another size", change({ action: "replace", indices: undefined }), "", /./],
  [
    "unknown field",
    change({ index: 3 }),
    "ArgumentError",
    /interventions\[0\] has no field "index"; allowed: tensor, action/,
  ],
]);

refuses("names and indices", [
  ["unknown tensor", () => run.tensor("weight"), "UnknownNameError", /weight/],
  ["__proto__", () => run.tensor("__proto__"), "UnknownNameError", /__proto__/],
  ["a very long name", () => run.tensor(long), "UnknownNameError", /./],
  ["no name", () => run.tensor(anything(null)), "ArgumentError", /name is null; give a string/],
  ["unknown in explain", () => run.explain("weight", [0]), "UnknownNameError", /weight/],
  ["too few axes", () => run.explain("weights", [0, 0]), "", /\[1, 2, 3, 3\]; the index \[0, 0\]/],
  [
    "too many axes",
    () => run.explain("weights", Array(9).fill(0)),
    "OutOfRangeError",
    /index has 9 elements; at most 6/,
  ],
  ["outside", () => run.explain("weights", [0, 0, 3, 0]), "OutOfRangeError", /\[0, 0, 3, 0\]/],
  [
    "negative",
    () => run.explain("weights", [0, 0, -1, 0]),
    "ArgumentError",
    /index\[2\] is -1; give an integer of 0 or more/,
  ],
  [
    "NaN",
    () => run.explain("weights", [0, 0, Number.NaN, 0]),
    "ArgumentError",
    /index\[2\] is NaN/,
  ],
  ["no index", () => run.explain("weights", anything(7)), "ArgumentError", /index is 7/],
  [
    "negative limit",
    () => run.explain("weights", [0, 0, 0, 0], { limit: -1 }),
    "ArgumentError",
    /^limit is -1; give an integer of 0 or more$/,
  ],
  [
    "gradient of an unknown tensor",
    () => run.gradients({ of: { tensor: "loss", reduce: "sum" } }),
    "UnknownNameError",
    /loss/,
  ],
  [
    "gradient of a cell outside",
    () => run.gradients({ of: { tensor: "output", index: [0, 9, 0] } }),
    "OutOfRangeError",
    /\[0, 9, 0\]/,
  ],
  [
    "gradient of both and of neither",
    () => run.gradients({ of: anything({ tensor: "output" }) }),
    "ArgumentError",
    /either reduce: "sum" or an index/,
  ],
  [
    "another reduction",
    () => run.gradients({ of: anything({ tensor: "output", reduce: "mean" }) }),
    "UnknownNameError",
    /of\.reduce is "mean"; it may be sum/,
  ],
  [
    "gradient of a mask",
    () => run.gradients({ of: { tensor: "mask", reduce: "sum" } }),
    "",
    /mask/,
  ],
  ["tensor without gradient", () => gradients.tensor("tokens"), "", /tokens/],
  ["unknown gradient", () => gradients.tensor("weight"), "UnknownNameError", /weight/],
  ["explain outside", () => gradients.explain("x", [0, 3, 0]), "OutOfRangeError", /\[0, 3, 0\]/],
  ["a text that is none", () => engine.tokenize(anything(5)), "ArgumentError", /text is 5/],
]);

refuses("options", [
  ...[{}, "x", 1, null, { addEventListener() {} }].map(
    (signal): Case => [
      `signal ${JSON.stringify(signal)}`,
      () => engine.apply("softmax", { a: matrix }, {}, { signal: anything(signal) }),
      "ArgumentError",
      /signal is .*; give the signal of an AbortController/,
    ],
  ),
  [
    "signal of a run",
    () => model.run({ tokens }, { signal: anything({}) }),
    "ArgumentError",
    /signal is a value of type Object/,
  ],
  [
    "stages",
    () => engine.apply("softmax", { a: matrix }, {}, { stages: anything(1) }),
    "ArgumentError",
    /options\.stages is 1; give true or false/,
  ],
  ...[-1, 0.5, Number.NaN, "3"].map(
    (limit): Case => [
      `limit ${limit}`,
      () => run.explain("weights", [0, 0, 0, 0], { limit: anything(limit) }),
      "ArgumentError",
      /^limit is .*; give an integer of 0 or more$/,
    ],
  ),
  [
    "a text without end",
    () => engine.tokenize("x".repeat(2 ** 20 + 1)),
    "OutOfRangeError",
    /text has 1048577 elements; at most 1048576/,
  ],
  [
    "a worker where there is none",
    () => createEngine({ worker: true }),
    "UnsupportedError",
    /no Worker here/,
  ],
  ["a worker that is a word", () => createEngine({ worker: anything("yes") }), "", /"yes"; give/],
  [
    "a worker that is none",
    () => createEngine({ worker: anything(() => ({})) }),
    "ArgumentError",
    /worker\(\) gives a value of type Object; it must give a started Worker/,
  ],
]);

test("texts of every kind are taken", async () => {
  for (const text of [
    "",
    " ",
    long,
    "\0",
    "\ud800",
    "a\udc00b",
    "🤷🏽‍♀️",
    "שלום",
    "猫".repeat(5000),
  ]) {
    const { tokens: found, truncated } = await engine.tokenize(text);
    for (const token of found) assert.ok(token.start < token.end && token.end <= text.length);
    if (found.length > 0 && !truncated) {
      await (await model.run({ tokens: found.map((token) => token.text) })).dispose();
    }
  }
  await (await model.run({ tokens: ["\ud800", long] })).dispose();
});

test("NaN and infinities are numbers of an operation", async () => {
  const a = { shape: [3], data: Float32Array.of(Number.NaN, Infinity, 1) };
  const { output } = await engine.softmax({ a });
  assert.equal(output.data.length, 3);
});

test("what was disposed says so, twice is once, and what lives in it goes with it", async () => {
  const own = await engine.model(random);
  const ownRun = await own.run({ tokens });
  const ownGradients = await ownRun.gradients({ of: { tensor: "output", reduce: "sum" } });
  const before = await engine.memory();
  await ownRun.dispose();
  await ownRun.dispose();
  assert.ok((await engine.memory()).used < before.used);
  const gone = { name: "DisposedError", message: /the run was disposed; make a new one/ };
  await assert.rejects(ownRun.tensor("x"), gone);
  await assert.rejects(ownRun.gradientMap(), gone);
  await assert.rejects(ownGradients.tensor("x"), gone);
  await own.dispose();
  await assert.rejects(own.run({ tokens }), { name: "DisposedError", message: /the model was/ });
  const other = await createEngine();
  const theirs = await other.model(random);
  await other.dispose();
  await assert.rejects(other.tokenize("a"), { name: "DisposedError", message: /the engine was/ });
  await assert.rejects(theirs.run({ tokens }), { name: "DisposedError" });
});

test("cancelled calls reject with AbortError, concurrent ones all come home", async () => {
  await assert.rejects(model.run({ tokens }, { signal: AbortSignal.abort() }), {
    name: "AbortError",
  });
  const controller = new AbortController();
  const used = (await engine.memory()).used;
  const waiting = Array.from({ length: 5 }, () =>
    model.run({ tokens }, { signal: controller.signal }),
  );
  controller.abort();
  for (const promise of waiting) await assert.rejects(promise, { name: "AbortError" });
  assert.equal((await engine.memory()).used, used);
  const runs = await Promise.all(Array.from({ length: 8 }, () => model.run({ tokens })));
  const all = await Promise.all(runs.map((each) => each.tensor("weights")));
  for (const each of all) assert.deepEqual(each, weights);
  await Promise.all(runs.map((each) => each.dispose()));
  assert.equal((await engine.memory()).used, used);
});

test("inputs stay the caller's", async () => {
  const a: TensorInput = { shape: [2], data: Float32Array.of(1, 2) };
  await engine.softmax({ a });
  assert.deepEqual(a, { shape: [2], data: Float32Array.of(1, 2) });
});
