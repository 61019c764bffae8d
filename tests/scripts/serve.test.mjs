// The server: types, headers, both loopback addresses, and no way out.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "../../scripts/serve.mjs";

let folder;
let server;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "clearhead-"));
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "core.wasm"), "\0asm");
  server = await serve({ root: folder, port: 0, headers: { "X-Test": "yes" } });
});

after(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** As sent: fetch would tidy the path first. */
function get(path, method = "GET", host = "127.0.0.1") {
  return new Promise((done, failed) => {
    request({ host, port: server.port, path, method }, (response) => {
      response.resume();
      response.on("end", () => done(response));
    })
      .on("error", failed)
      .end();
  });
}

test("types and headers", async () => {
  const page = await get("/");
  assert.equal(page.statusCode, 200);
  assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
  assert.equal(page.headers["cache-control"], "no-store");
  assert.equal(page.headers["x-test"], "yes");
  assert.equal((await get("/core.wasm?v=1")).headers["content-type"], "application/wasm");
});

test("what is not there, not allowed, or outside", async () => {
  assert.equal((await get("/none.js")).statusCode, 404);
  assert.equal((await get("/", "POST")).statusCode, 405);
  for (const path of ["/../../etc/hostname", "/%2e%2e/%2e%2e/etc/hostname", "/%00", "/%"]) {
    assert.equal((await get(path)).statusCode, 404, path);
  }
});

test("a taken port leads to the next one, or to an error", async () => {
  const second = await serve({ root: folder, port: server.port });
  assert.ok(second.port > server.port);
  second.close();
  await assert.rejects(serve({ root: folder, port: server.port, exactPort: true }), /is taken/);
});
