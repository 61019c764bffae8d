// The figure `scaling`: Var(q·k) = d_k, and what is left of the gradient of softmax.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import type { ProgramData } from "../../web/figures/program.js";
import {
  lostOf,
  type ScalingState,
  scalingTable,
  WIDTHS,
} from "../../web/figures/scaling/parameters.js";
import { QUERIES } from "../../web/figures/scaling/program.js";
import { loadWords } from "../../web/i18n/t.js";
import { parse } from "../../web/state/codec.js";
import { scaling as view } from "../../web/views/scaling.js";

const engine = await createEngine();
after(() => engine.dispose());
await loadWords("zh");

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
  // Of q·k, over shared keys: 4 standard deviations, measured over seeds.
  const spread: Record<string, number> = { 4: 0.15, 8: 0.11, 16: 0.08 };
  for (const seed of [1, 2, 3]) {
    const { data } = await drawn(`seed=${seed}`);
    const independent = numbers(data, "independent");
    const same = numbers(data, "same");
    for (const [at, width] of WIDTHS.entries()) {
      const d = Number(width);
      near(independent[at], d, spread[width] ?? 0.056, `Var(q·k) at ${d}`);
      assert.equal(independent[WIDTHS.length + at], d);
      // q·q is χ² of d degrees, of kurtosis 3 + 12/d.
      near(same[at], 2 * d, 3 * Math.sqrt((2 + 12 / d) / QUERIES), `Var(q·q) at ${d}`);
      near(same[WIDTHS.length + at], d, 3 * Math.sqrt(2 / d / QUERIES), `E(q·q) at ${d}`);
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
  // With what the sampling of 512 rows over shared keys allows: share of the mean, from … to.
  for (const [width, raw, allowed, scaled, least, most] of [
    [4, 0.2586, 0.05, 0.1761, 0, 0],
    [64, 0.2143, 0.09, 0.1823, 0.03, 0.1],
    [256, 0.1212, 0.18, 0.1846, 0.23, 0.39],
    [1024, 0.0626, 0.25, 0.1841, 0.51, 0.67],
  ] as const) {
    const { data } = await drawn(`d_k=${width}`);
    const at = WIDTHS.indexOf(`${width}`);
    const means = numbers(data, "gradients");
    near(means[at], raw, allowed, `not scaled, ${width}`);
    near(means[WIDTHS.length + at], scaled, 0.05, `scaled, ${width}`);
    const below = (kind: string) =>
      numbers(data, `d${width}.${kind}.norm`).filter((norm) => norm < 1e-3).length / QUERIES;
    assert.equal(Number(means[at]) > Number(means[WIDTHS.length + at]), width <= 64, `${width}`);
    assert.ok(below("raw") >= least && below("raw") <= most, `${width}: ${below("raw")}`);
    assert.equal(below("scaled"), 0);
  }
});

test("scaling: what is said of lost gradients is so at every width", async () => {
  let before = 0;
  for (const width of WIDTHS) {
    const { data } = await drawn(`d_k=${width}`);
    const [lost, kept] = ["raw", "scaled"].map((kind) =>
      lostOf(numbers(data, `d${width}.${kind}.norm`)),
    );
    // "The larger d_k, the more queries lose their gradient, unless scaled"
    assert.ok(Number(lost) >= before, `${width}: ${lost} after ${before}`);
    assert.equal(kept, 0);
    before = Number(lost);
    for (const language of ["en", "zh"] as const) {
      const [note = ""] = view.describe(data, { language }).notes;
      const none = language === "en" ? /none of the 512/ : /没有一个小于/;
      assert.equal(none.test(note), lost === 0, note);
      const hardly = language === "en" ? /training hardly moves/ : /训练很难改变/;
      assert.equal(hardly.test(note), lost !== 0, note);
    }
  }
});
