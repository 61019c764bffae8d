// The figure `layer`: its stages are what they are called, and what depth does to tokens, to their
// length and to their gradient, with and without residuals.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Tensor } from "clearhead/engine.js";
import { layerFigure } from "../../web/figures/layer/figure.js";
import { type LayerState, layerTable, SUBLAYERS } from "../../web/figures/layer/parameters.js";
import { stagesOf, streamsOf } from "../../web/figures/layer/stages.js";
import { unfold } from "../../web/inspect/chain.js";
import { layer as lesson } from "../../web/lessons/layer.js";
import { parse } from "../../web/state/codec.js";
import { viewOf } from "../../web/views/registry.js";

const engine = await createEngine();
after(() => engine.dispose());
const view = await viewOf("layer");

const stateOf = (link: string) => parse(layerTable, `view=layer&${link}`).state;

async function opened(link: string) {
  const session = view.open(engine);
  const state = stateOf(link);
  await session.update(state);
  const numbers = async (name: string, gradient = false) =>
    Array.from((await session.tensor(name, gradient)).data, Number);
  return { session, state, numbers };
}

const near = (found: number, wanted: number, by = 1e-5) =>
  assert.ok(Math.abs(found - wanted) <= by * Math.max(1, Math.abs(wanted)), `${found}, ${wanted}`);

function rowsOf({ shape, data }: Tensor): number[][] {
  const width = shape.at(-1) ?? 1;
  return Array.from({ length: data.length / width }, (_, row) =>
    Array.from(data.slice(row * width, (row + 1) * width), Number),
  );
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const length = (values: readonly number[]) => Math.hypot(...values);

const CHOICES = ["pre", "post"].flatMap((order) =>
  ["layer", "rms", "none"].flatMap((norm) =>
    [true, false].map((residual) => ({ order, norm, residual })),
  ),
);

for (const { order, norm, residual } of CHOICES) {
  const link = `order=${order}&norm=${norm}&residual=${residual}&layers=2&layer=1`;
  test(`stages of a layer with ${link}`, async () => {
    const { session, state } = await opened(link);
    for (const sublayer of SUBLAYERS) {
      const { x, input, output, sum, result, normed } = stagesOf(state as LayerState, 1, sublayer);
      const rows = async (name: string) => rowsOf(await session.tensor(name));
      const [before, added, after] = [await rows(x), await rows(output), await rows(sum)];
      for (const [i, row] of after.entries()) {
        for (const [c, cell] of row.entries()) {
          near(cell, (residual ? (before[i]?.[c] ?? 0) : 0) + (added[i]?.[c] ?? 0));
        }
      }
      assert.equal(norm === "none", normed === undefined);
      if (!normed) continue;
      assert.equal(normed.to, order === "pre" ? input : result);
      const statistics = await rows(`${sublayer}.statistics`);
      for (const [token, row] of (await rows(normed.from)).entries()) {
        const centre = norm === "layer" ? mean(row) : 0;
        const size = Math.sqrt(mean(row.map((value) => (value - centre) ** 2)));
        if (norm === "layer") near(statistics[0]?.[token] ?? 0, centre);
        near(statistics.at(-1)?.[token] ?? 0, size);
        for (const [c, value] of ((await rows(normed.to))[token] ?? []).entries()) {
          near(value, ((row[c] ?? 0) - centre) / Math.sqrt(size ** 2 + 1e-5), 1e-4);
        }
      }
    }
    await session.dispose();
  });
}

test("what a layer gives is what the next one gets, and twelve of any kind fit into a program", async () => {
  for (const { order, norm, residual } of CHOICES) {
    const link = `order=${order}&norm=${norm}&residual=${residual}&activation=swiglu&layers=12`;
    const state = stateOf(link);
    const streams = streamsOf(state);
    assert.equal(new Set(streams).size, 13);
    const run = await engine.compute(layerFigure.program(state, ["a", "b"]), { record: "inspect" });
    const stream = rowsOf(await run.tensor("stream"));
    for (const [at, name] of streams.entries()) {
      assert.deepEqual(rowsOf(await run.tensor(name)), stream.slice(2 * at, 2 * at + 2), name);
    }
    await run.dispose();
  }
});

test("the mean cosine is that of two different tokens, the length that of all", async () => {
  const { session, numbers } = await opened("part=depth&layers=3");
  const stream = rowsOf(await session.tensor("stream"));
  const tokens = stream.length / 4;
  const [alike, lengths] = [await numbers("alike"), await numbers("stream.length")];
  for (const at of [0, 1, 2, 3]) {
    const rows = stream.slice(at * tokens, (at + 1) * tokens);
    const cosines = rows.flatMap((a, i) =>
      rows.flatMap((b, j) =>
        i === j ? [] : [a.reduce((sum, v, c) => sum + v * (b[c] ?? 0), 0) / length(a) / length(b)],
      ),
    );
    near(alike[at] ?? 0, mean(cosines));
    near(lengths[at] ?? 0, mean(rows.map(length)));
  }
  await session.dispose();
});

test("the length of a gradient opens into the cells of that gradient", async () => {
  const { session, state, numbers } = await opened("part=depth&layers=3");
  const measured = await numbers("dx.length");
  for (const [at, name] of streamsOf(state as LayerState).entries()) {
    const gradient = rowsOf(await session.tensor(name, true));
    near(measured[at] ?? 0, mean(gradient.map(length)));
    const cell = { tensor: "dx", gradient: false, index: [at, 1, 2] };
    const [step] = await unfold(cell, (address, options) => session.explain(address, options));
    assert.deepEqual([step?.tensor, step?.gradient, step?.index], [name, true, [0, 1, 2]]);
    assert.equal(step?.value, gradient[1]?.[2]);
  }
  // Another state has other gradients; the old ones are gone with their run.
  await session.update(stateOf("part=depth&layers=2"));
  assert.equal((await numbers("dx.length")).length, 3);
  await session.update(stateOf("part=attention"));
  await assert.rejects(session.tensor("dx.length"));
  await session.dispose();
});

test("after twelve layers tokens are one without residuals; post-norm passes less gradient on", async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const after = async (link: string) => {
      const { session, numbers } = await opened(`part=depth&layers=12&seed=${seed}&${link}`);
      const [alike, back] = [await numbers("alike"), await numbers("dx.length")];
      await session.dispose();
      return { alike: alike.at(-1) ?? 0, passed: (back[0] ?? 0) / (back.at(-1) ?? 1) };
    };
    const [pre, post] = [await after("order=pre"), await after("order=post")];
    assert.ok(pre.alike < 0.97 && pre.passed > 0.7, `seed ${seed}: ${JSON.stringify(pre)}`);
    assert.ok(post.passed < pre.passed / 2, `seed ${seed}: ${JSON.stringify({ pre, post })}`);
    for (const link of ["order=pre", "order=post", "norm=rms", "norm=none"]) {
      const { alike } = await after(`residual=false&${link}`);
      assert.ok(alike > 0.999, `seed ${seed}, ${link}: ${alike}`);
    }
  }
});

test("a token alone is compared with none, and no token has no panels", async () => {
  for (const [text, bands] of [
    ["a", ["sizes"]],
    ["a b", ["alike", "sizes"]],
    ["", []],
  ] as const) {
    const session = view.open(engine);
    const data = await session.update(stateOf(`part=depth&text=${text}`));
    const scene = view.describe(data, { language: "en", claims: true });
    assert.deepEqual(
      scene.bands.map(({ id }) => id),
      bands,
    );
    const said = [scene.summary, ...scene.notes].join("\n");
    assert.equal(/mean cosine/.test(said), text === "a b", said);
    await session.dispose();
  }
});

test("the task is solved by twelve layers without residuals, and by nothing less", async () => {
  for (const [link, solved] of [
    ["layers=12&residual=false", true],
    ["layers=12&residual=true", false],
    ["layers=6&residual=false", false],
  ] as const) {
    const { session, state } = await opened(link);
    const run = { state, tensor: (name: string) => session.tensor(name) };
    assert.equal(await lesson.solved(run as never), solved, link);
    await session.dispose();
  }
});

test("a point of a curve that is opened shows the tokens after that layer", () => {
  const state = stateOf("part=depth&layers=4");
  const open = (cell: string) => layerFigure.change?.(state, { open: cell }, "en").layer;
  assert.deepEqual(
    ["alike[3]", "dx.length[0]", "stream.length[4]", "x[0,1,1]"].map(open),
    [2, 0, 3, 0],
  );
});
