// Operators of ONNX that are programs of ours, through the public interface: flexible attention,
// whose scores and weights go through functions of the caller; the write into a cache; and
// attention without softmax, whose state is written token by token.

import { after } from "node:test";
import { createEngine, type Program, type Step, type TensorInput } from "clearhead/engine.js";
import {
  type Check,
  compare,
  eachCase,
  family,
  half,
  NotApplicable,
  softmax,
  type Tolerance,
} from "../support/family.js";
import { join, split } from "../support/heads.js";
import {
  given,
  number,
  numbers,
  readOnnx,
  type VectorCase,
  type VectorTensor,
  vectorsFolder,
} from "../support/vectors.js";

const engine = await createEngine();
after(() => engine.dispose());

/** A program whose steps name themselves. */
class Steps implements Program {
  readonly inputs: Record<string, TensorInput> = {};
  readonly steps: Step[] = [];

  input(name: string, cells: TensorInput): string {
    this.inputs[name] = cells;
    return name;
  }
  add(operation: string, inputs: Record<string, string>, attributes?: Step["attributes"]): string {
    const name = `step${this.steps.length}`;
    this.steps.push({ name, operation, inputs, ...(attributes && { attributes }) });
    return name;
  }
  slice(a: string, axis: number, start: number, length: number): string {
    return this.add("slice", { a }, { axis, start, length });
  }
  /** `a`, then `b`; `a` may be nothing yet. */
  append(a: string | undefined, b: string, axis: number): string {
    return a === undefined ? b : this.add("concatenate", { a, b }, { axis });
  }
  product(a: string, b: string, turned = false): string {
    return this.add("matmul", { a, b }, { transpose_a: turned });
  }
}

const one = (value: number): TensorInput => ({ shape: [1], data: Float32Array.of(value) });
const toleranceOf = ({ dtype }: VectorTensor): Tolerance => (dtype === "f16" ? half : softmax);

interface VectorFunction {
  inputs: string[];
  outputs: string[];
  initializers: Record<string, VectorTensor>;
  nodes: { op: string; inputs: string[]; outputs: string[] }[];
}

/** Adds the nodes of a function to the program and returns what it makes of `x`. */
function through(test: VectorCase, name: string, x: string, program: Steps): string {
  const body = test.attributes[name] as VectorFunction | undefined;
  if (!body) return x;
  const names: Record<string, string> = { [String(body.inputs[0])]: x };
  for (const [own, cells] of Object.entries(body.initializers)) {
    names[own] = program.input(`${name}.${own}`, cells);
  }
  for (const { op, inputs, outputs } of body.nodes) {
    const [first = "", second = ""] = inputs;
    // The second repeats along the first.
    const [a = "", b = ""] =
      first in body.initializers ? [names[second], names[first]] : [names[first], names[second]];
    const divisor = body.initializers[second];
    const make = (): string => {
      if (op === "Add") return program.add("add", { a, b });
      if (op === "Mul") return program.add("multiply", { a, b });
      if (op === "Tanh") return program.add("activation", { x: a }, { kind: "tanh" });
      if (op === "Div" && divisor && numbers(divisor).length === 1) {
        return program.add("scale", { a }, { divisor: Number(divisor.data[0]) });
      }
      throw new NotApplicable(`${name} has a node ${op}, for which there is no operation`);
    };
    names[String(outputs[0])] = make();
  }
  return String(names[String(body.outputs[0])]);
}

async function checkFlexible(test: VectorCase): Promise<void> {
  const query = given(test.inputs, "Q");
  const program = new Steps();
  const q = program.input("q", query);
  const k = program.input("k", given(test.inputs, "K"));
  const v = program.input("v", given(test.inputs, "V"));
  const width = query.shape.at(-1) ?? 1;
  const scores = program.add(
    "scale",
    { a: program.add("scores", { q, k }) },
    { divisor: 1 / number(test, "scale", 1 / Math.sqrt(width)) },
  );
  const a = through(test, "score_mod", scores, program);
  const weights = through(test, "prob_mod", program.add("softmax", { a }), program);
  const y = program.add("weighted_sum", { weights, v });
  const run = await engine.compute(program);
  compare("Y", await run.tensor(y), given(test.outputs, "Y"), toleranceOf(query));
  await run.dispose();
}

/** Every batch in runs of rows, old or new. mode circular goes on at the start. */
async function checkScatter(test: VectorCase): Promise<void> {
  const past = given(test.inputs, "past_cache");
  const update = given(test.inputs, "update");
  const along = (number(test, "axis", -2) + past.shape.length) % past.shape.length;
  const rows = Number(past.shape[along]);
  const fresh = Number(update.shape[along]);
  const starts = test.inputs.write_indices && numbers(test.inputs.write_indices);
  const program = new Steps();
  const [oldRows, newRows] = [program.input("past", past), program.input("update", update)];
  let all: string | undefined;
  for (let batch = 0; batch < Number(past.shape[0]); ++batch) {
    const start = starts?.[batch] ?? 0;
    const pieces = [program.slice(oldRows, 0, batch, 1), program.slice(newRows, 0, batch, 1)];
    let cache: string | undefined;
    for (let row = 0; row < rows; ++row) {
      const ahead = row - start;
      const place = test.attributes.mode === "circular" ? (ahead + rows) % rows : ahead;
      const isNew = place >= 0 && place < fresh;
      const from = String(pieces[Number(isNew)]);
      cache = program.append(cache, program.slice(from, along, isNew ? place : row, 1), along);
    }
    all = program.append(all, String(cache), 0);
  }
  const run = await engine.compute(program);
  const stored = { absolute: 0, relative: 1e-7 };
  compare(
    "present_cache",
    await run.tensor(String(all)),
    given(test.outputs, "present_cache"),
    stored,
  );
  await run.dispose();
}

/**
 * S ← e^g·S, then S += kᵀ·(v or β·(v − k·S)), out = scale·q·S, token by token. e^g = elu(g) + 1 as
 * g ≤ 0.
 */
async function checkLinear(test: VectorCase): Promise<void> {
  const groups = number(test, "kv_num_heads", 1);
  const cells = (name: string, heads: number): VectorTensor =>
    split(given(test.inputs, name), heads);
  const [keys, values] = [cells("key", groups), cells("value", groups)];
  const [batch, , tokens, width] = keys.shape as [number, number, number, number];
  const valueWidth = Number(values.shape[3]);
  const rule = String(test.attributes.update_rule ?? "gated_delta");
  const program = new Steps();
  const q = program.input("q", cells("query", number(test, "q_num_heads", 1)));
  const [k, v] = [program.input("k", keys), program.input("v", values)];
  const ones = program.input("ones", {
    shape: [1, valueWidth],
    data: new Float32Array(valueWidth).fill(1),
  });
  const shape = [batch, groups, width, valueWidth];
  const zeros = { shape, data: new Float32Array(shape.reduce((all, size) => all * size, 1)) };
  let state = program.input("state", test.inputs.past_state ?? zeros);
  let kept = "";
  if (rule.includes("gated")) {
    const decay = cells("decay", groups);
    if (numbers(decay).some((g) => g > 0)) {
      throw new NotApplicable("decay is above 0, where no operation is its exponential");
    }
    const x = program.input("decay", decay);
    const a = program.add("activation", { x }, { kind: "elu" });
    kept = program.add("add", { a, b: program.input("one", one(1)) });
  }
  const scales = test.inputs.beta;
  const delta = rule.includes("delta") && scales;
  const beta = delta ? program.input("beta", split(scales, Number(scales.shape[2]))) : "";
  let out: string | undefined;
  for (let t = 0; t < tokens; ++t) {
    const key = program.slice(k, 2, t, 1);
    let value = program.slice(v, 2, t, 1);
    if (kept) {
      const b = program.product(program.slice(kept, 2, t, 1), ones, true);
      state = program.add("multiply", { a: state, b });
    }
    if (delta) {
      const a = program.add("difference", { a: value, b: program.product(key, state) });
      value = program.add("multiply", { a, b: program.slice(beta, 2, t, 1) });
    }
    state = program.add("add", { a: state, b: program.product(key, value, true) });
    const weights = program.slice(q, 2, t, 1);
    out = program.append(out, program.add("weighted_sum", { weights, v: state }), 2);
  }
  const unit = 1 / Math.sqrt(width);
  const scaled = program.add(
    "scale",
    { a: String(out) },
    { divisor: 1 / number(test, "scale", unit) },
  );
  const run = await engine.compute(program);
  const tolerance = toleranceOf(given(test.inputs, "query"));
  compare("output", join(await run.tensor(scaled), 3), given(test.outputs, "output"), tolerance);
  const present = given(test.outputs, "present_state");
  compare("present_state", await run.tensor(state), present, tolerance);
  await run.dispose();
}

const checks = (prefix: string, check: (test: VectorCase) => Promise<void>) => (): Check[] =>
  eachCase(readOnnx(prefix), check);

family("onnx_flexible_attention", vectorsFolder, checks("flexattention", checkFlexible));
family("onnx_tensor_scatter", vectorsFolder, checks("tensorscatter", checkScatter));
family("onnx_linear_attention", vectorsFolder, checks("linear_attention", checkLinear));
