// The figure `cache`: numbers of the chapter and of real models, and decoding with what is kept.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Tensor } from "clearhead/engine.js";
import { cacheFigure } from "../../web/figures/cache/figure.js";
import { cacheTable } from "../../web/figures/cache/parameters.js";
import { parse } from "../../web/state/codec.js";

const engine = await createEngine();
after(() => engine.dispose());

async function numbersOf(link: string, names: readonly string[]): Promise<number[][]> {
  const { state } = parse(cacheTable, link);
  const run = await engine.compute(cacheFigure.program(state, []), { record: "inspect" });
  const all: Tensor[] = await Promise.all(names.map((name) => run.tensor(name)));
  await run.dispose();
  return all.map(({ data }) => Array.from(data, Number));
}

test("cache counts what MHA, GQA, MQA and MLA keep, and their parameters", async () => {
  const names = ["per_token", "bytes", "total", "parameters"];
  const [kept, bytes, total, parameters] = await numbersOf("view=cache", names);
  assert.deepEqual(kept, [1024, 256, 128, 288]);
  assert.deepEqual(
    bytes,
    [1024, 256, 128, 288].map((one) => one * 4096 * 2),
  );
  assert.deepEqual(total, [8, 2, 1, 2.25]);
  assert.deepEqual(parameters, [1048576, 655360, 589824, 524288]);
});

test("cache knows the sizes of real models", async () => {
  const [small] = await numbersOf("view=cache&model=llama-2-7b", ["total"]);
  assert.equal(small?.[0], 2);
  const [large] = await numbersOf("view=cache&model=llama-2-70b", ["total"]);
  assert.deepEqual(large?.slice(0, 2), [10, 1.25]);
  const [latent] = await numbersOf("view=cache&model=deepseek-v2", ["per_token"]);
  assert.deepEqual([latent?.[0], latent?.[3]], [32768, 576]);
});

test("cache: decoding with kept keys and values gives the rows of the full pass", async () => {
  const names = ["decoded", "full.output", "difference"];
  const [decoded = [], full = [], difference = []] = await numbersOf("view=cache", names);
  assert.equal(decoded.length, full.length);
  assert.ok(Math.max(...full.map(Math.abs)) > 0.1);
  for (const one of difference) assert.ok(Math.abs(one) < 1e-6, String(one));
});
