// What figures of operations ask of the engine, in every kind: every operation of the table, with
// every choice of its attributes, forwards and backwards, opened, changed and refused. What this
// runs, and core.wasm does not hold, is more.wasm (split.mjs). Sizes are small and uneven.
import { attempt, count, open } from "./ask.mjs";

/** Numbers that repeat late, none of them 0. */
const f = (...shape) => ({
  shape,
  data: Float32Array.from({ length: count(shape) }, (_, at) => Math.sin(at * 1.7 + 0.4)),
});
const ids = (...shape) => ({ shape, data: Int32Array.from({ length: count(shape) }, (_, i) => i) });
const seen = (...shape) => ({ shape, data: new Uint8Array(count(shape)).fill(1) });

const rotation = { cos: f(2, 3, 1), sin: f(2, 3, 1) };
const heads = { q: f(2, 4, 3, 2), k: f(2, 2, 3, 2), v: f(2, 2, 3, 2) };
const biases = { query_bias: f(4), key_bias: f(4), value_bias: f(4), output_bias: f(4) };
const projections = {
  ...{ query_weight: f(4, 4), key_weight: f(4, 4), value_weight: f(4, 4), output_weight: f(4, 4) },
};
/** Of latent attention with two heads of 3 + 2 features, a latent of 3 and values of 4. */
const latent = {
  ...{ x: f(2, 3, 6), cos: f(3, 1), sin: f(3, 1), key_value_down: f(6, 5), key_value_norm: f(3) },
  ...{ key_value_up: f(3, 14), output_weight: f(8, 6) },
};
const logits = { logits: f(3, 5), labels: ids(3) };

/** Of each operation its inputs and attributes; those with choices get every one of them. */
const samples = [
  ["normal", {}, { shape: [2, 3], seed: 1 }],
  ["uniform", {}, { shape: [2, 3], seed: 1 }],
  ["embedding", { table: f(5, 4), ids: ids(3) }, {}],
  ["sinusoidal", {}, { length: 3, width: 4 }],
  ["rotary_frequencies", {}, { width: 4 }],
  ["rotary_frequencies", {}, { width: 4, factor: 2, trained_length: 16 }],
  ["rotary_frequencies", {}, { width: 4, factor: 2, trained_length: 16, length: 32 }],
  ["rotary_frequencies", { factors: f(2) }, { width: 4, factor: 2, trained_length: 16 }],
  ["rotary_table", { positions: f(3), frequencies: f(2) }, {}],
  ["rotary", { x: f(2, 2, 3, 2), ...rotation }, {}],
  ["alibi", {}, { heads: 3, queries: 3, keys: 3 }],
  ["relative_bias", { table: f(8, 2) }, { queries: 3, keys: 3 }],
  ...["add", "difference", "multiply"].map((name) => [name, { a: f(2, 3), b: f(2, 3) }, {}]),
  ...["add", "difference", "multiply"].map((name) => [name, { a: f(2, 2, 3), b: f(2, 3) }, {}]),
  ["divide", { a: f(2, 2, 3), divisor: f(2, 3) }, {}],
  ["activation", { x: f(2, 3) }, {}],
  ["linear", { x: f(2, 3), weight: f(3, 4), bias: f(4) }, {}],
  ["matmul", { a: f(2, 3, 3), b: f(2, 3, 3) }, {}],
  ["slice", { a: f(2, 3) }, { start: 1, length: 1 }],
  ["concatenate", { a: f(2, 3), b: f(2, 3) }, {}],
  ["scores", { q: heads.q, k: heads.k }, {}],
  ["scale", { a: f(2, 3) }, { divisor: 2 }],
  ["soft_cap", { a: f(2, 3) }, { cap: 2 }],
  ["mask", {}, { queries: 3, keys: 3, length: 2 }],
  ["mask", { order: ids(3) }, {}],
  ["mask", { documents: ids(3) }, {}],
  ["combine_masks", { a: seen(3, 3), b: seen(3, 3) }, {}],
  ["combine_masks", { a: seen(3, 3) }, {}],
  ["visible", { mask: seen(3, 3) }, {}],
  ["triangle", { a: f(3, 3) }, {}],
  ["apply_mask", { a: f(3, 3), visible: seen(3, 3) }, {}],
  ["softmax", { a: f(2, 3) }, {}],
  ["log_softmax", { a: f(2, 3) }, {}],
  ["masked_softmax", { scores: f(3, 3), mask: seen(3, 3) }, {}],
  ["weighted_sum", { weights: f(2, 4, 3, 3), v: heads.v }, {}],
  ["attention", heads, {}],
  ["attention", { ...heads, mask: seen(3, 3), bias: f(3, 3) }, { softcap: 3 }],
  ["attention", { ...heads, past_key: f(2, 2, 2, 2), past_value: f(2, 2, 2, 2) }, {}],
  ["split_heads", { x: f(2, 3, 4) }, { heads: 2 }],
  ["join_heads", { x: f(2, 2, 3, 2) }, {}],
  ["pool_heads", { x: f(3, 4) }, { heads: 4, kv_heads: 2 }],
  ["multi_head_attention", { x: f(2, 3, 4), ...projections, ...biases }, { heads: 2 }],
  ["multi_head_attention", { x: f(2, 3, 4), ...projections, ...rotation }, { heads: 2 }],
  ["multi_head_attention", { x: f(2, 3, 4), query_weight: f(4, 4) }, { heads: 2 }],
  ["multi_head_attention", { x: f(2, 3, 4) }, { heads: 2 }],
  [
    "multi_head_attention",
    { x: f(2, 3, 4), context: f(2, 2, 4), ...projections, mask: seen(3, 2), bias: f(3, 2) },
    { heads: 2, softcap: 3 },
  ],
  [
    "multi_head_attention",
    {
      ...{ x: f(2, 3, 4), ...projections, key_weight: f(4, 2), value_weight: f(4, 2) },
      ...{ past_key: f(2, 1, 2, 2), past_value: f(2, 1, 2, 2) },
    },
    { heads: 2, kv_heads: 1 },
  ],
  ["latent_attention", { ...latent, query_up: f(6, 10), mask: seen(3, 3) }, { heads: 2 }],
  [
    "latent_attention",
    { ...latent, query_down: f(6, 4), query_norm: f(4), query_up: f(4, 10) },
    { heads: 2, softcap: 3 },
  ],
  [
    "latent_attention",
    { ...latent, query_up: f(6, 10), past_latent: f(2, 2, 3), past_rope_key: f(2, 2, 2) },
    { heads: 2 },
  ],
  ["feed_forward", { x: f(2, 4), in_weight: f(4, 3), out_weight: f(3, 4), in_bias: f(3) }, {}],
  [
    "feed_forward",
    { x: f(2, 4), in_weight: f(4, 3), out_weight: f(3, 4), gate_weight: f(4, 3) },
    {},
  ],
  ["recurrent", { x: f(2, 3, 4), input_weight: f(4, 3), state_weight: f(3, 3), bias: f(3) }, {}],
  ["layer_norm", { x: f(2, 4), weight: f(4), bias: f(4) }, {}],
  ["rms_norm", { x: f(2, 4), weight: f(4) }, {}],
  ["norm", { x: f(2, 4) }, {}],
  ["dropout", { x: f(2, 4) }, { rate: 0.5, seed: 1 }],
  ["token_losses", { ...logits, weight: f(5) }, { label_smoothing: 0.1 }],
  ["total_loss", { losses: f(3), weights: f(3) }, {}],
  ["cross_entropy", logits, {}],
  ["singular_values", { a: f(3, 4) }, {}],
  ["symmetry", { a: f(3, 3) }, {}],
  ["low_rank", { x: f(3, 4) }, { rank: 2 }],
  ["statistics", { x: f(2, 4) }, {}],
  ["cosine", { queries: f(2, 4), keys: f(3, 4) }, {}],
  ["softmax_jacobian", { weights: f(2, 3) }, {}],
  ["entropy", { p: { shape: [2, 2], data: Float32Array.of(0.25, 0.75, 1, 0) } }, {}],
  ["information", { p: { shape: [2, 2], data: Float32Array.of(0.25, 0.5, 0.25, 0) } }, {}],
  ["count", {}, { width: 8, heads: 2, groups: 1, hidden: 16, layers: 2, vocabulary: 9 }],
];

/** `engine`: the Handlers of an engine that has just started. */
export function operators(engine) {
  const { operations } = engine.started();
  for (const schema of operations) {
    const asked = samples.filter(([name]) => name === schema.name);
    if (asked.length === 0) throw new Error(`operators.mjs has no sample of ${schema.name}`);
    for (const [, inputs, attributes] of asked) {
      for (const chosen of choices(schema, attributes)) perform(engine, schema, inputs, chosen);
    }
    refusals(engine, schema.name, ...asked[0].slice(1));
  }
  change(engine);
  engine.close();
}

/** The attributes as given, and with each choice of each that has some. */
function choices({ attributes }, given) {
  const several = attributes.flatMap(({ name, type, values = [] }) =>
    (type === "boolean" ? [true, false] : values).map((value) => ({ ...given, [name]: value })),
  );
  return [given, ...several];
}

/** Alone, fast and by stages, with gradients; and as a program whose every tensor opens. */
function perform(engine, { name, outputs }, inputs, attributes) {
  const request = { operation: name, inputs, attributes };
  for (const stages of [false, true]) {
    const made = attempt(() => engine.apply({ ...request, stages }));
    const [output] = Object.values(made?.tensors ?? {});
    if (!output) continue;
    const outputGradient = f(...output.shape);
    attempt(() => engine.apply({ ...request, stages, outputGradient }));
  }
  const steps = [step(outputs[0].name, name, inputs, attributes)];
  for (const record of ["none", "train", "inspect"]) run(engine, { inputs, steps, record });
}

const step = (name, operation, inputs, attributes) => ({
  ...{ name, operation, attributes },
  inputs: Object.fromEntries(Object.keys(inputs).map((input) => [input, input])),
});

/** A program, its tensors, gradients and explanations. */
function run(engine, { inputs, steps, record, interventions = [] }) {
  const request = { inputs, steps, record, interventions };
  const made = attempt(() => engine.compute(1, request));
  for (const { name, shape } of made?.catalogue ?? []) {
    attempt(() => engine.tensor(1, name));
    if (record !== "inspect") continue;
    open(shape, (index, limit) => engine.explain(1, name, index, limit));
  }
  const of = { tensor: steps.at(-1).name, reduce: "sum" };
  const gradients = made && attempt(() => engine.gradients(2, 1, of));
  for (const name of gradients?.names ?? []) {
    const { shape } = engine.gradient(2, name);
    if (record === "inspect") {
      open(shape, (index, limit) => engine.explainGradient(2, name, index, limit));
    }
  }
  engine.dispose([1, 2]);
}

/** The reader's own numbers, where they are allowed and where not. */
function change(engine) {
  const steps = [
    step("scaled", "scale", { a: f(2, 3) }, { divisor: 2 }),
    { name: "weights", operation: "softmax", inputs: { a: "scaled" }, attributes: {} },
  ];
  for (const tensor of ["a", "scaled", "weights", "none"]) {
    for (const action of ["set", "replace", "add", "scale", "none"]) {
      const cells = action === "set" ? { indices: [0] } : {};
      const values = Array(action === "replace" ? 6 : 1).fill(1);
      const interventions = [{ tensor, action, ...cells, values }];
      run(engine, { inputs: { a: f(2, 3) }, steps, record: "inspect", interventions });
    }
  }
}

/** What a caller may get wrong. */
function refusals(engine, operation, inputs, attributes) {
  const refuse = (changed) => {
    const request = { operation, inputs, attributes, stages: false, ...changed };
    attempt(() => engine.apply(request));
  };
  refuse({ inputs: {} });
  refuse({ attributes: {} });
  refuse({ attributes: { ...attributes, none: 1 } });
  refuse({ outputGradient: f(9, 9, 9) });
  for (const name of Object.keys(inputs)) {
    for (const wrong of [f(7), f(7, 7, 7, 7), ids(2, 2), f(0)]) {
      refuse({ inputs: { ...inputs, [name]: wrong } });
    }
  }
  for (const name of Object.keys(attributes)) {
    for (const wrong of [-1e9, 1e9, "none", true]) {
      refuse({ attributes: { ...attributes, [name]: wrong } });
    }
  }
}
