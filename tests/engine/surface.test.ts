// What the engine offers is what the core's table, the bindings and the types say.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import { distribution } from "./support/distribution.js";
import { instrumented } from "./support/instrumented.js";

const engine = await createEngine();
after(() => engine.dispose());
const operations = await engine.operations();
const members = [
  "apply",
  "compute",
  "dispose",
  "memory",
  "model",
  "modelTables",
  "operations",
  "tokenize",
  "version",
];

function camelCase(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

test("one method per operation of the table, and nothing else", () => {
  const prototype = Object.getOwnPropertyNames(Object.getPrototypeOf(engine));
  const offered = [...prototype, ...Object.keys(engine)].filter((name) => name !== "constructor");
  const shortcuts = operations.map(({ name }) => camelCase(name));
  assert.ok(operations.length >= 10, `${operations.length} operations`);
  assert.deepEqual(offered.sort(), [...members, ...shortcuts].sort());
  assert.equal(new Set(offered).size, offered.length, "a shortcut hides a member");
});

test("the generated types are those of the table", () => {
  execFileSync(process.execPath, ["scripts/generate-operations.mjs", "--check"]);
});

test("every operation says what it computes, from where, and all of its arguments", () => {
  const names = new Set<string>();
  for (const { name, summary, source, inputs, attributes, outputs } of operations) {
    names.add(name);
    assert.ok(summary.length > 10 && source.length > 3, name);
    assert.ok(outputs.length > 0, name);
    for (const { axes } of [...inputs, ...outputs]) assert.ok(Array.isArray(axes), name);
    for (const attribute of attributes) {
      assert.ok(attribute.summary.length > 3, `${name}.${attribute.name}`);
      if (attribute.type === "string") continue;
      assert.equal(attribute.values, undefined, `${name}.${attribute.name}`);
    }
  }
  assert.equal(names.size, operations.length);
});

test("the declared members of the wasm Session are those that the bindings register", async () => {
  const { module } = await instrumented();
  const text = readFileSync("web/engine/core.d.ts", "utf8");
  const body = text.slice(text.indexOf("interface CoreSession"), text.indexOf("\n}\n"));
  const declared = [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name as string);
  const embind = ["constructor", "clone", "isAliasOf", "isDeleted", "deleteLater"];
  const registered = new Set<string>();
  for (
    let prototype = module.Session.prototype;
    prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    for (const name of Object.getOwnPropertyNames(prototype)) registered.add(name);
  }
  for (const name of embind) registered.delete(name);
  assert.deepEqual([...registered].sort(), declared.sort());
});

test("the release makes no code at run time, so a strict policy suffices", () => {
  for (const name of ["core.js", "engine.js", "worker.js"]) {
    const text = readFileSync(new URL(name, distribution), "utf8");
    assert.doesNotMatch(text, /new Function|[^\w.]Function\(|[^\w.]eval\(/, name);
  }
});

test("importing the engine or the worker starts nothing", async () => {
  const worker = await import(new URL("worker.js", distribution).href);
  assert.equal(typeof worker.attach, "function");
});
