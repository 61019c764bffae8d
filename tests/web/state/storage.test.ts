import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { recall, remember } from "../../../web/state/storage.js";

function install(descriptor: PropertyDescriptor): void {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, ...descriptor });
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, "localStorage");
});

test("remembers words of its list only", () => {
  const kept = new Map<string, string>();
  install({
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
  assert.equal(remember("language", "zh"), true);
  assert.deepEqual([...kept], [["clearhead.language", "zh"]]);
  assert.equal(recall("language", ["en", "zh"]), "zh");
  assert.equal(recall("language", ["en"]), undefined);
  remember("language", undefined);
  assert.equal(kept.size, 0);
});

test("storage that is missing, forbidden or full is no obstacle", () => {
  const refuse = () => {
    throw new Error("SecurityError");
  };
  install({ value: undefined });
  assert.equal(remember("theme", "dark"), false);
  assert.equal(recall("theme", ["dark"]), undefined);
  install({ get: refuse });
  assert.equal(remember("theme", "dark"), false);
  assert.equal(recall("theme", ["dark"]), undefined);
  install({ value: { getItem: refuse, setItem: refuse, removeItem: refuse } });
  assert.equal(remember("theme", "dark"), false);
  assert.equal(recall("theme", ["dark"]), undefined);
});
