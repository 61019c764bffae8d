// The figure `scaling`: Var(q·k) = d_k, and what is left of the gradient of softmax.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import type { ProgramData } from "../../web/figures/program.js";
import { type ScalingState, scalingTable, WIDTHS } from "../../web/figures/scaling/parameters.js";
import { QUERIES } from "../../web/figures/scaling/program.js";
import { parse } from "../../web/state/codec.js";
import { scaling as view } from "../../web/views/scaling.js";

const engine = await createEngine();
after(() => engine.dispose());

async function drawn(link: string, names: readonly string[] = []) {
  const session = view.open(engine);
  const data = await session.update(parse(scalingTable, `view=scaling&${link}`).state);
  const more = await Promise.all(
    names.map(async (name) => Array.from((await session.tensor(name)).data, Number)),
  );
  await session.dispose();
  return { data, more };
}

const numbers = (data: ProgramData<ScalingState>, name: string) =>
  Array.from(data.tensors[name]?.data ?? [], Number);
const near = (value: number | undefined, expected: number, share: number, what: string) =>
  assert.ok(Math.abs(Number(value) - expected) <= share * expected, `${what}: ${value}`);

test("scaling: Var(q·k) = d_k; with q = k the mean is d_k and the variance 2·d_k", async () => {
  for (const seed of [1, 2, 3]) {
    const { data } = await drawn(`seed=${seed}`);
    const independent = numbers(data, "independent");
    const same = numbers(data, "same");
    for (const [at, width] of WIDTHS.entries()) {
      const d = Number(width);
      near(independent[at], d, 0.15, `Var(q·k) at ${d}`);
      assert.equal(independent[WIDTHS.length + at], d);
      near(same[at], 2 * d, 0.3, `Var(q·q) at ${d}`);
      near(same[WIDTHS.length + at], d, 0.1, `E(q·q) at ${d}`);
    }
  }
});

test("scaling: the numbers are those of the drawn vectors", async () => {
  const names = ["d16.q", "d16.k", "d16.raw.weights", "d16.raw.norm", "d16.scores"];
  const { data, more } = await drawn("d_k=16", names);
  const [q = [], k = [], weights = [], norms = [], scores = []] = more;
  const products = Array.from({ length: QUERIES * 64 }, (_, at) => {
    const [query, key] = [Math.floor(at / 64), at % 64];
    const first = (Math.floor(query / 64) * 64 + key) * 16;
    return Array.from(
      { length: 16 },
      (_, c) => Number(q[query * 16 + c]) * Number(k[first + c]),
    ).reduce((sum, one) => sum + one, 0);
  });
  const mean = products.reduce((sum, one) => sum + one, 0) / products.length;
  const variance = products.reduce((sum, one) => sum + (one - mean) ** 2, 0) / products.length;
  for (const [at, one] of products.entries()) {
    assert.ok(Math.abs(one - Number(scores[at])) < 1e-4);
  }
  near(numbers(data, "independent")[2], variance, 1e-4, "variance");
  for (const row of [0, 100, QUERIES - 1]) {
    const p = weights.slice(row * 64, (row + 1) * 64);
    const cells = p.flatMap((a, i) => p.map((b, j) => (i === j ? a : 0) - a * b));
    near(norms[row], Math.hypot(...cells), 1e-4, `norm of row ${row}`);
  }
  const average = norms.reduce((sum, one) => sum + one, 0) / norms.length;
  near(numbers(data, "gradients")[2], average, 1e-4, "mean norm");
});

test("scaling: the gradients of 64 keys are those that were measured", async () => {
  // values.json, scaling: mean norm not scaled and scaled, share of rows below 10⁻³.
  for (const [width, raw, scaled, lost] of [
    [4, 0.2586, 0.1761, 0],
    [64, 0.2143, 0.1823, 0.059],
    [256, 0.1212, 0.1846, 0.308],
    [1024, 0.0626, 0.1841, 0.586],
  ] as const) {
    const { data } = await drawn(`d_k=${width}`);
    const at = WIDTHS.indexOf(`${width}`);
    const means = numbers(data, "gradients");
    near(means[at], raw, 0.2, `not scaled, ${width}`);
    near(means[WIDTHS.length + at], scaled, 0.1, `scaled, ${width}`);
    const below = (kind: string) =>
      numbers(data, `d${width}.${kind}.norm`).filter((norm) => norm < 1e-3).length / QUERIES;
    assert.ok(Math.abs(below("raw") - lost) < 0.08, `${width}: ${below("raw")}`);
    assert.equal(below("scaled"), 0);
  }
});
