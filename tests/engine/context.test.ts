// The figure `context`: what each position sees, its mean and its share, by formulas.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import { contextFigure } from "../../web/figures/context/figure.js";
import { contextTable, LENGTHS } from "../../web/figures/context/parameters.js";
import { paintSvg } from "../../web/scene/svg.js";
import { parse } from "../../web/state/codec.js";
import { context as view } from "../../web/views/context.js";

const engine = await createEngine();
after(() => engine.dispose());

async function seen(link: string) {
  const { state } = parse(contextTable, link);
  const run = await engine.compute(contextFigure.program(state, []), { record: "inspect" });
  const numbers = async (name: string) => Array.from((await run.tensor(name)).data, Number);
  const made = {
    state,
    causal: await numbers("visible.causal"),
    mean: await numbers("visible.causal.mean"),
    none: await numbers("visible.none"),
    window: await numbers("visible.window"),
    prefix: await numbers("visible.prefix"),
    shares: await numbers("shares"),
    chain: await numbers("chain"),
    whole: await numbers("shared.joint_entropy"),
  };
  await run.dispose();
  return made;
}

test("context: position i sees i, min(i, w) and max(i, p) words", async () => {
  for (const [length, window, prefix] of [
    [10, 4, 3],
    [1, 1, 0],
    [64, 64, 64],
    [5, 9, 12],
  ] as const) {
    const made = await seen(`view=context&length=${length}&window=${window}&prefix=${prefix}`);
    const places = Array.from({ length }, (_, at) => at + 1);
    assert.deepEqual(
      made.none,
      places.map(() => length),
    );
    assert.deepEqual(made.causal, places);
    assert.deepEqual(
      made.window,
      places.map((i) => Math.min(i, window)),
    );
    assert.deepEqual(
      made.prefix,
      places.map((i) => Math.max(i, Math.min(prefix, length))),
    );
    assert.deepEqual(made.mean, [(length + 1) / 2]);
  }
});

test("context: the shares of a growing text are (n + 1)/2n and those of window and prefix", async () => {
  const { shares } = await seen("view=context&length=11&window=5&prefix=2");
  const mean = (n: number, of: (i: number) => number) =>
    Array.from({ length: n }, (_, at) => of(at + 1)).reduce((sum, one) => sum + one, 0) / n;
  const expected = [
    ...LENGTHS.map((n) => (n + 1) / (2 * n)),
    ...LENGTHS.map((n) => mean(n, (i) => Math.min(i, 5)) / n),
    ...LENGTHS.map((n) => mean(n, (i) => Math.max(i, Math.min(2, n))) / n),
  ];
  shares.forEach((one, at) => {
    assert.ok(Math.abs(one - (expected[at] ?? Number.NaN)) < 1e-6, `${at}: ${one}`);
  });
  assert.equal(shares.length, expected.length);
});

test("context: the bits of a word after the other are all the bits there are", async () => {
  const { chain, whole } = await seen("view=context");
  assert.ok(Math.abs((chain[3] ?? 0) - (whole[0] ?? 1)) < 1e-6);
  assert.ok((chain[0] ?? 0) > 0.5);
});

async function shown(link: string) {
  const session = view.open(engine);
  const data = await session.update(parse(contextTable, `view=context&${link}`).state);
  const scene = view.describe(data, { language: "en", claims: true });
  await session.dispose();
  const shares = scene.bands[1]?.panels.find(({ id }) => id === "shares");
  return { scene, shares, svg: paintSvg(scene) };
}

test("context: places at equal distances are lengths in equal proportion, whatever n is", async () => {
  for (const length of [1, 7, 10, 16, 63]) {
    const { shares, svg } = await shown(`length=${length}`);
    const places = shares?.columnAxis.labels.map(Number) ?? [];
    places.slice(1).forEach((n, at) => {
      assert.equal(n / (places[at] ?? 0), 2, `${places}`);
    });
    assert.ok(svg.includes(`n = ${length}: `));
  }
});

test("context: the chapter's line and its mean are judged for the chapter's length alone", async () => {
  const line = /textbook: 5/;
  const { scene, svg } = await shown("");
  assert.match(svg, line);
  assert.match(scene.notes.join(" "), /the mean is 5/);
  for (const length of [9, 11, 64]) {
    const { scene, svg } = await shown(`length=${length}`);
    assert.doesNotMatch(svg, line);
    assert.doesNotMatch(scene.notes.join(" "), /the mean is/);
    assert.match(scene.notes.join(" "), /half of the information/);
  }
});
