// What the attention laboratory asks of the engine, in every kind: what this runs is what
// core.wasm holds (split.mjs). A new choice of the laboratory belongs here too; one that is
// missing costs its reader a second start of the engine, and fails tests/engine/parts.test.ts.
import { attempt, count, open } from "./ask.mjs";

const base = {
  ...{ kind: "self_attention", d_model: 6, d_k: 4, heads: 2, seed: 7, weights: "random" },
  ...{ mask: "causal", length: 2, scaling: true, positions: true },
};
const exact = { ...base, weights: "exact", d_model: 4, d_k: 4, heads: 1 };
const configs = [
  base,
  ...["identity", "previous-token", "same-word"].map((weights) => ({ ...base, weights })),
  ...["none", "padding", "combined", "prefix", "window"].map((mask) => ({ ...base, mask })),
  ...[exact, { ...exact, mask: "none", positions: false }, { ...base, scaling: false }],
  { ...base, d_model: 1, d_k: 1, heads: 1 },
  { ...base, d_model: 256, d_k: 64, heads: 16 },
];
const tokens = ["The", "cat", "saw", "the", "cat"];
const texts = ["The cat sat, 3.14!", "小猫 é ครับ 한국어 👍🏽", "", "a ".repeat(200)];
const changes = ["set", "replace", "add", "scale"];

/** `engine`: the Handlers of an engine that has just started. */
export function laboratory(engine) {
  engine.started();
  engine.memory();
  for (const text of texts) engine.tokenize(text);
  for (const config of configs) visit(engine, config);
  engine.model(1, base);
  for (const { name, shape } of run(engine, 1).catalogue) {
    for (const action of changes) change(engine, name, action, count(shape));
  }
  refusals(engine);
  engine.dispose([1]);
  engine.close();
}

function visit(engine, config) {
  engine.model(1, config);
  run(engine, 1, ({ catalogue }) => look(engine, catalogue, config === base));
  engine.dispose([1]);
}

/** The run 2 of a model, given to `use`, and afterwards disposed of. */
function run(engine, model, use = () => {}, interventions = []) {
  const made = attempt(() => engine.run(2, model, { tokens, record: "inspect", interventions }));
  if (made) use(made);
  engine.dispose([2]);
  return made;
}

/** Reads and opens cells of every tensor and gradient; `all`: of every scalar to differentiate. */
function look(engine, catalogue, all) {
  const names = catalogue.map(({ name }) => name);
  for (const { name, shape } of catalogue) {
    engine.tensor(2, name);
    open(shape, (index, limit) => engine.explain(2, name, index, limit));
  }
  engine.gradientMap(2, 0, tokens.length);
  const map = [tokens.length, tokens.length];
  open(map, (index, limit) => engine.explain(2, "gradient_map", index, limit));
  const scalars = [
    ...(all ? names : ["output"]).map((tensor) => ({ tensor, reduce: "sum" })),
    { tensor: "weights", index: [0, 0, 1, 0] },
  ];
  for (const of of scalars) {
    const gradients = attempt(() => engine.gradients(3, 2, of));
    for (const name of gradients?.names ?? []) {
      engine.gradient(3, name);
      const { shape } = catalogue.find((entry) => entry.name === name);
      open(shape, (index, limit) => engine.explainGradient(3, name, index, limit));
    }
    engine.dispose([3]);
  }
}

/** The reader's own numbers. */
function change(engine, tensor, action, cellCount) {
  const cells = action === "set" ? { indices: [0] } : {};
  const values = Array(action === "replace" ? cellCount : 1).fill(1);
  const changed = [{ tensor, action, ...cells, values }];
  run(engine, 1, ({ catalogue }) => look(engine, catalogue, false), changed);
}

/** What a link or a caller may get wrong. */
function refusals(engine) {
  const wrong = { d_model: 0, d_k: 1e3, heads: 99, length: -1, weights: "no", mask: "no" };
  for (const [name, value] of Object.entries(wrong)) {
    attempt(() => engine.model(9, { ...base, [name]: value }));
  }
  for (const given of [[], [""], Array(99).fill("a")]) {
    attempt(() => engine.run(9, 1, { tokens: given, record: "inspect", interventions: [] }));
  }
  const refused = [
    { tensor: "no", action: "add", values: [1] },
    { tensor: "output", action: "no", values: [1] },
    { tensor: "output", action: "set", indices: [1e6], values: [1] },
    { tensor: "output", action: "replace", values: [1] },
    { tensor: "mask", action: "set", indices: [0], values: [3] },
  ];
  for (const intervention of refused) run(engine, 1, undefined, [intervention]);
  run(engine, 1, () => {
    for (const [name, index] of [
      ["no", [0]],
      ["output", [0]],
      ["output", [9, 9, 9]],
    ]) {
      attempt(() => engine.tensor(2, name));
      attempt(() => engine.explain(2, name, index, 64));
      attempt(() => engine.gradients(3, 2, { tensor: name, index }));
    }
  });
}
