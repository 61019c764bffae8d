// The core is three files: core.wasm is all that the attention laboratory needs, more.wasm all that
// figures of operations do, and models.wasm the rest. They come with the first call that needs them,
// and a call that lacks one starts the engine again, with all.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import { Client } from "../../web/engine/client.js";
import { errorOf, failureOf } from "../../web/engine/errors.js";
import {
  type Answer,
  type Arguments,
  Handlers,
  type Method,
  perform,
} from "../../web/engine/handlers.js";
import { loadCore } from "../../web/engine/load.js";
import { targetOf } from "../../web/figures/attention/parameters.js";
import { parse } from "../../web/state/codec.js";
import { attention } from "../../web/views/attention.js";
import { distribution } from "./support/distribution.js";
import { models, more, noModule } from "./support/instrumented.js";

const a = { shape: [1, 2], data: new Float32Array(2) };

/** Numbers 0…n − 1, the same every time. */
function draws(state = 1): (n: number) => number {
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

test("all that the laboratory draws, opens, changes and refuses needs core.wasm alone", async () => {
  const engine = await createEngine({ more: noModule });
  const session = attention.open(engine);
  const draw = draws();
  const pick = <T>(from: readonly T[]): T => from[draw(from.length)] as T;
  for (let round = 0; round < 120; round++) {
    const given = {
      text: pick(["The cat sat on the mat", "猫坐在垫子上。", "🙂 a\u0301 3.14 שלום", "x", ""]),
      example: pick(["free", "free", "free", "exact", "same-word", "previous-token"]),
      weights: pick(["random", "identity", "previous-token", "same-word"]),
      mask: pick(["none", "causal", "padding", "combined", "prefix", "window"]),
      ...{ d_model: 1 + draw(40), d_k: 1 + draw(12), heads: 1 + draw(4), length: draw(6) },
      ...{ scaling: draw(2) === 1, positions: draw(2) === 1, gradients: true, mode: "all" },
      edits: pick(["", "scores[0,0,0,0]=3", "mask[0,0,0,0]=0;x[0,0,0]=2", "weights[0,0,9,9]=1"]),
      matrix: pick(["", "", "scores:1,0;0,1", "weights:1"]),
      of: pick(["output", "weights", "scores[0,0,0,0]", "tokens", "x"]),
    };
    const { state } = parse(attention.table, given);
    const { catalogue, tensors, gradients } = await session.update(state);
    for (const { name, shape } of catalogue) {
      const index = shape.map((size) => draw(size));
      await session.explain({ tensor: name, index, gradient: false });
      const differentiated = gradients && name in gradients.tensors;
      if (differentiated) await session.explain({ tensor: name, index, gradient: true });
    }
    assert.equal(catalogue.length > 0, Object.keys(tensors).length > 0, targetOf(state).tensor);
  }
  await session.dispose();
  await assert.rejects(engine.softmax({ a }), { name: "LoadError" });
  await engine.dispose();
});

test("more.wasm is loaded once, then or ahead; while it cannot be, calls that need it say so", async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    response.writeHead(++requests === 1 ? 503 : 200, { "content-type": "application/wasm" });
    response.end(more);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/more.wasm`;
  const engine = await createEngine({ more: url });
  try {
    await engine.tokenize("The cat");
    assert.equal(requests, 0);
    await assert.rejects(engine.softmax({ a }), {
      name: "LoadError",
      message: /more\.wasm answered 503/,
    });
    assert.equal((await engine.tokenize("The cat")).tokens.length, 2);
    for (let i = 0; i < 3; i++) await engine.softmax({ a });
    assert.equal(requests, 2);
    await engine.dispose();
    requests = 0;
    const eager = await createEngine({ more: url, ahead: "more" });
    assert.equal((await eager.tokenize("The cat")).tokens.length, 2);
    assert.equal(requests, 1);
    await assert.rejects(eager.softmax({ a }), { name: "LoadError", message: /answered 503/ });
    for (let i = 0; i < 3; i++) await eager.softmax({ a });
    assert.equal(requests, 2);
    await eager.dispose();
  } finally {
    server.close();
  }
});

test("what comes last is loaded with what is before it, and says so while it cannot be", async () => {
  const engine = await createEngine({ models: noModule });
  await assert.rejects(engine.modelTables(), { name: "LoadError" });
  assert.equal((await engine.softmax({ a })).output.data.length, 2);
  await engine.dispose();
  const lame = await createEngine({ more: noModule });
  await assert.rejects(lame.modelTables(), { name: "LoadError" });
  await lame.dispose();
  const eager = await createEngine({ ahead: "models" });
  assert.equal((await eager.modelTables()).presets.length > 0, true);
  await eager.dispose();
});

test("a part of another release is refused", async () => {
  const other = (part: Buffer) =>
    Buffer.from(part.toString("latin1").replaceAll(/@(?=[0-9a-f]{6})/g, "!"), "latin1");
  for (const parts of [{ more: other(more) }, { models: other(models) }]) {
    const engine = await createEngine(parts);
    await assert.rejects(engine.modelTables(), { name: "LoadError", message: /same release/ });
    assert.equal((await engine.tokenize("The cat")).tokens.length, 2);
    await engine.dispose();
  }
});

test("a call that meets a function of a part without waiting for it is performed again", async () => {
  let engines = 0;
  const client = new Client(async () => {
    engines += 1;
    const handlers = new Handlers(await loadCore({ wasm: new URL("core.wasm", distribution) }));
    return {
      async call<M extends Method>(method: M, args: Arguments<M>): Promise<Answer<M>> {
        // The first engine is told that it is complete and is not.
        if (method === "complete" && engines === 1) return undefined as Answer<M>;
        try {
          return await perform(handlers, method, args);
        } catch (error) {
          throw errorOf(failureOf(error));
        }
      },
      close: () => {},
    };
  });
  const { answer } = await client.make("model", [
    {
      ...{ kind: "self_attention", d_model: 4, d_k: 4, heads: 1, seed: 1, weights: "random" },
      ...{ mask: "none", length: 0, scaling: true, positions: false },
    },
  ]);
  assert.equal(answer.d_model, 4);
  const request = { operation: "log_softmax", inputs: { a }, attributes: {}, stages: false };
  const { tensors } = await client.call("apply", [request]);
  assert.deepEqual(
    [...(tensors.output?.data ?? [])],
    [Math.fround(-Math.LN2), Math.fround(-Math.LN2)],
  );
  assert.equal(engines, 2);
  client.close();
});
