// The figures on positions: their numbers against formulas written here, and their tasks.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Tensor } from "clearhead/engine.js";
import { lessons } from "../../web/lessons/lessons.js";
import { parse } from "../../web/state/codec.js";
import { type ViewName, viewOf } from "../../web/views/registry.js";

const engine = await createEngine();
after(() => engine.dispose());

interface Shown {
  tensor(name: string): Promise<Tensor>;
  numbers(name: string): Promise<number[]>;
  solved(): Promise<boolean>;
  words: string;
}

/** Opens a figure in that state, hands it on, and lets it go. */
async function show(
  name: ViewName,
  values: Record<string, unknown>,
  look: (one: Shown) => unknown,
) {
  const view = await viewOf(name);
  const session = view.open(engine);
  const { state, ignored } = parse(view.table, values as Record<string, string>);
  assert.deepEqual(ignored, []);
  const data = await session.update(state);
  const scene = view.describe(data, { language: "en" });
  const tensor = (one: string) => session.tensor(one, false);
  const lesson = name === "attention" ? undefined : await lessons[name]();
  await look({
    tensor,
    numbers: async (one) => Array.from((await tensor(one)).data, Number),
    solved: async () => (await lesson?.solved({ state, tensor } as never)) ?? false,
    words: [scene.summary, ...scene.notes].join("\n"),
  });
  await session.dispose();
}

const near = (a: number | undefined, b: number, by: number, what = "") =>
  assert.ok(Math.abs(Number(a) - b) <= by, `${what}: ${a} is not ${b}`);
const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, one, i) => sum + one * Number(b[i]), 0);

for (const [scheme, feelsOrder, feelsShift] of [
  ["none", false, false],
  ["sinusoidal", true, true],
  ["learned", true, true],
  ["rotary", true, false],
  ["alibi", true, false],
  ["t5", true, false],
] as const) {
  test(`positions: ${scheme} feels ${feelsOrder ? "a swap" : "no swap"}, ${feelsShift ? "a shift" : "no shift"}`, () =>
    show("positions", { scheme }, async ({ numbers, solved }) => {
      const [order = Number.NaN] = await numbers("order.largest");
      assert.ok(feelsOrder ? order > 1e-2 : order < 1e-6, `order ${order}`);
      const shifts = await numbers("change.largest");
      for (const [at, change] of shifts.entries()) {
        const moved = feelsShift && at >= shifts.length / 13;
        assert.ok(moved ? change > 1e-1 : change < 5e-6, `shift ${at}: ${change}`);
      }
      assert.equal(await solved(), feelsOrder && !feelsShift);
    }));
}

test("positions: with a causal mask order matters without positions", () =>
  show("positions", { scheme: "none", causal: true }, async ({ numbers }) => {
    assert.ok(Number((await numbers("order.largest"))[0]) > 1e-2);
  }));

for (const layout of ["half", "interleaved"]) {
  test(`positions: rotary scores, ${layout}, are those of the formula`, () =>
    show("positions", { scheme: "rotary", layout }, async ({ numbers }) => {
      const [q, k, scores] = [await numbers("q"), await numbers("k"), await numbers("scores")];
      const [n, d] = [5, 8];
      const turn = (x: number[], position: number) => {
        const out = [...x];
        for (let i = 0; i < d / 2; i++) {
          const [a, b] = layout === "half" ? [i, i + d / 2] : [2 * i, 2 * i + 1];
          const angle = position * 10000 ** ((-2 * i) / d);
          const [c, s] = [Math.cos(angle), Math.sin(angle)];
          out[a] = Number(x[a]) * c - Number(x[b]) * s;
          out[b] = Number(x[b]) * c + Number(x[a]) * s;
        }
        return out;
      };
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const right = dot(turn(q.slice(i * d, i * d + d), i), turn(k.slice(j * d, j * d + d), j));
          near(scores[i * n + j], right / Math.sqrt(d), 1e-5, `${i},${j}`);
        }
      }
    }));
}

test("positions: the cosine of sinusoids is that of the distance, and never comes back to 1", () =>
  show("positions", { scheme: "sinusoidal", pairs: 256, lag: 710 }, async ({ numbers }) => {
    const cosine = await numbers("cosine");
    near(cosine[1], 0.9730550696, 1e-5, "neighbours at d = 512");
    near(cosine[2], 0.9052094546, 1e-5, "lag 2");
    near(cosine[710], 0.2630090361, 1e-5, "lag 710");
    assert.ok(Math.max(...cosine.slice(1, 1001)) < 0.9731);
    const waves = await numbers("waves");
    near(waves[0], 1, 1e-7, "pair 0 is back after 710");
    near((await numbers("miss.largest"))[0], 0, 1e-5, "the map leads 710 on");
  }));

test("rotary: quarter turns give whole scores that depend on m − n alone", async () => {
  for (const [m, n, right] of [
    [0, 0, 5],
    [1, 0, 5],
    [2, 0, -5],
    [3, 0, -5],
    [8, 5, -5],
    [0, 1, -5],
  ] as const) {
    await show("rotary", { m, n, shift: 7 }, async ({ numbers, solved }) => {
      for (const score of await numbers("score")) near(score, right, 1e-5, `${m}, ${n}`);
      assert.equal(await solved(), right === -5);
      const curve = await numbers("curve");
      for (const score of curve) near(Math.abs(score), 5, 1e-5);
      const half = curve.length / 2;
      for (let at = 0; at < half; at++) near(curve[at], Number(curve[at + half]), 1e-5);
    });
  }
});

test("rotary: the pairs add up to the score", () =>
  show("rotary", { example: "eight", m: 5, n: 2 }, async ({ numbers }) => {
    near((await numbers("score"))[0], -3.98151758, 1e-4);
    const [pairs, curve] = [await numbers("by_pair"), await numbers("curve")];
    for (let at = 0; at < 65; at++) {
      const sum = [0, 1, 2, 3].reduce((all, pair) => all + Number(pairs[pair * 65 + at]), 0);
      near(sum, Number(curve[at]), 1e-4);
    }
  }));

test("rotary: one layout is the other after P, and garbage without", () =>
  show("rotary", { part: "layouts", m: 5, n: 2 }, async ({ numbers, words }) => {
    const [right, half] = [await numbers("interleaved"), await numbers("half")];
    near(right[32 + 3], -3.98151758, 1e-4);
    near(half[32 + 3], -3.98151758, 1e-4);
    near(half[65 + 32 + 3], -49.7182615, 1e-4);
    near(right[32 - 3], 28.0382277, 1e-4);
    const [kept = Number.NaN, broken = 0] = await numbers("miss.largest");
    assert.ok(kept < 5e-5 && broken > 50);
    assert.match(words, /−49\.718/);
  }));

test("rotary: aligned vectors fade, independent ones do not, none leaves the bound", () =>
  show("rotary", { part: "decay" }, async ({ numbers }) => {
    const scores = await numbers("scores");
    const theta = Array.from({ length: 32 }, (_, i) => 10000 ** ((-2 * i) / 64));
    for (const at of [0, 1, 10, 125]) {
      const mean = theta.reduce((sum, one) => sum + Math.cos(8 * at * one), 0) / 32;
      near(scores[at], mean, 1e-4, `distance ${8 * at}`);
    }
    assert.ok(scores.every((one) => Math.abs(one) <= 1 + 1e-5));
    const part = (from: number, to: number) =>
      Math.sqrt(
        [1, 2, 3].reduce((sum, key) => {
          const some = scores.slice(126 * key + from, 126 * key + to);
          return sum + dot(some, some) / some.length / 3;
        }, 0),
      );
    const ratio = part(63, 126) / part(0, 63);
    assert.ok(ratio > 0.6 && ratio < 1.7, `near and far alike: ${ratio}`);
  }));

for (const [scaling, pairs, factor, most, kept] of [
  ["none", 64, 4, 18, true],
  ["linear", 64, 4, 0, false],
  ["ntk", 64, 2, 17, true],
  ["yarn", 64, 16, 0, true],
  ["llama3", 64, 4, 0, true],
  ["none", 3, 4, 0, true],
] as const) {
  test(`stretch: ${scaling} leaves at most ${most} pairs at unseen angles`, () =>
    show("stretch", { scaling, pairs, factor }, async ({ numbers, solved }) => {
      const [turns, lengths] = [await numbers("turns"), await numbers("wavelengths")];
      const before = (i: number) => 2 * Math.PI * 10000 ** ((2 * i) / (2 * pairs));
      let count = 0;
      for (let i = 0; i < pairs; i++) {
        near(Number(lengths[i]) / before(i), 1, 1e-5, `wavelength ${i}`);
        near(Number(turns[i]) * before(i), 4096, 0.05, `turns ${i}`);
        near(Number(turns[pairs + i]) * Number(lengths[pairs + i]), 4096 * factor, 0.5);
        if (Number(turns[i]) < 1 && Number(turns[pairs + i]) > Number(turns[i]) * 1.00001) count++;
      }
      assert.equal(
        scaling === "ntk" ? Math.min(count, most) : count,
        scaling === "ntk" ? count : most,
      );
      if (scaling === "ntk") {
        const base = 20221.261689737912;
        for (let i = 0; i < pairs; i++) {
          const right = 2 * Math.PI * base ** (i / pairs);
          near(Number(lengths[pairs + i]) / right, 1, 1e-5, `NTK ${i}`);
        }
        near(Number(lengths.at(-1)) / before(pairs - 1), 2, 1e-4, "the slowest, twice as slow");
        assert.ok(count > 0);
      }
      if (scaling === "yarn") {
        const ratio = (i: number) => Number(lengths[pairs + i]) / before(i);
        const places = Array.from({ length: pairs }, (_, i) => ratio(i));
        assert.equal(places.filter((one) => Math.abs(one - 1) < 1e-4).length, 21);
        assert.equal(places.filter((one) => Math.abs(one - 16) < 1e-2).length, 18);
        near((await numbers("slowed.attention_factor"))[0], 0.1 * Math.log(16) + 1, 1e-6);
      }
      near(Number(lengths[pairs]) / before(0), kept ? 1 : factor, 1e-4, "the fastest");
      assert.equal(await solved(), kept && count === 0 && pairs > 3);
    }));
}

test("stretch: the task is done by the scalings that its hint names, at every factor", async () => {
  for (const scaling of ["none", "linear", "truncated", "ntk", "dynamic", "yarn", "llama3"]) {
    for (const factor of [2, 4, 8, 32]) {
      await show("stretch", { scaling, factor }, async ({ solved }) => {
        const right = /dynamic|yarn|llama3/.test(scaling);
        assert.equal(await solved(), right, `${scaling} ${factor}`);
      });
    }
  }
});

test("stretch: PI takes fractions; cut to whole numbers, neighbours share a position", async () => {
  await show("stretch", { scaling: "linear", trained: 16, factor: 2 }, async ({ numbers }) => {
    const moved = await numbers("moved");
    assert.deepEqual(moved.slice(0, 4), [10, 10.5, 11, 11.5]);
  });
  await show("stretch", { scaling: "truncated", trained: 16, factor: 2 }, async ({ numbers }) => {
    assert.deepEqual((await numbers("moved")).slice(0, 4), [10, 10, 11, 11]);
    const weights = await numbers("weights");
    const last = weights.slice(-12);
    for (let at = 0; at < 12; at += 2) near(last[at], Number(last[at + 1]), 1e-6, `pair ${at}`);
  });
});
