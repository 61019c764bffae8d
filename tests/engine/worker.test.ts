// Where a page computes: in its worker, in its own thread where none may start, and nowhere else
// because a file did not come.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { createEngine, type EngineOptions, type WorkerLike } from "clearhead/engine.js";
import { wasm } from "./support/instrumented.js";
import { started, startNodeWorker } from "./support/node_worker.js";

const page = globalThis as { document?: object };
before(() => {
  page.document = {};
});
after(() => {
  delete page.document;
});

async function works(options: EngineOptions): Promise<void> {
  const engine = await createEngine(options);
  assert.equal((await engine.tokenize("The cat")).tokens.length, 2);
  await engine.dispose();
}

/** As a browser refuses. */
function refused(): WorkerLike {
  throw new DOMException("the script is of another origin", "SecurityError");
}

/** As a worker whose script a policy forbids. */
function dead(): WorkerLike {
  const listeners: ((event: Event) => void)[] = [];
  return {
    postMessage: () => {
      for (const listener of listeners) listener({ message: "" } as never);
    },
    addEventListener: (type, listener) => type === "error" && listeners.push(listener),
    removeEventListener: () => {},
    terminate: () => {},
  };
}

test("where no worker may start, a page computes in its own thread", async () => {
  const count = started.length;
  for (const worker of [refused, dead]) await works({ worker });
  assert.equal(started.length, count);
});

test("elsewhere a worker that was given and does not start is an error", async () => {
  delete page.document;
  try {
    for (const [worker, reason] of [
      [refused, /did not start \(the script is of another origin\)/],
      [dead, /did not start \(the engine stopped \(its worker ended\)\)/],
    ] as const) {
      await assert.rejects(createEngine({ worker }), { name: "LoadError", message: reason });
    }
  } finally {
    page.document = {};
  }
});

test("a file that does not come is told, and the next engine is in a worker again", async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    response.writeHead(++requests === 1 ? 503 : 200, { "content-type": "application/wasm" });
    response.end(wasm);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const options = { worker: startNodeWorker, wasm: `http://127.0.0.1:${port}/core.wasm` };
  try {
    const count = started.length;
    await assert.rejects(createEngine(options), { name: "LoadError", message: /answered 503/ });
    assert.deepEqual([requests, started.length - count], [1, 1]);
    await works(options);
    assert.deepEqual([requests, started.length - count], [2, 2]);
  } finally {
    server.close();
  }
});

test("what is no worker is not passed over", async () => {
  await assert.rejects(createEngine({ worker: () => ({}) as never }), {
    name: "ArgumentError",
    message: /it must give a started Worker/,
  });
});
