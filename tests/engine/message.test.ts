// The message border itself: what crosses unchanged, which typed arrays do, and
// that no bytes whatever make the shipped module trap or touch memory of others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { createEngine, type Tensor } from "clearhead/engine.js";
import { Handlers } from "../../web/engine/handlers.js";
import { call } from "../../web/engine/message.js";
import { instrumented } from "./support/instrumented.js";
import { random, tokens } from "./support/model.js";

const { module } = await instrumented();
type Session = InstanceType<typeof module.Session>;

/** Sends bytes as they are; the answer's code, undefined where there is a value. */
function send(session: Session, bytes: Uint8Array): string | undefined {
  const room = session.open(bytes.length);
  module.HEAPU8.set(bytes, room);
  // The call may let the memory grow: its view is taken afterwards.
  const at = session.call();
  const answer = module.HEAPU8.subarray(at);
  assert.deepEqual([...answer.subarray(0, 5)], [0xdd, 0, 0, 0, 2]);
  if (answer[5] === 0xc0) return undefined;
  assert.equal(answer[5], 0xdb);
  return new TextDecoder().decode(answer.subarray(10, 10 + (answer[9] as number)));
}

/** The messages of one of each call, with the room they were sent from. */
function recorded(): { bytes: Uint8Array; room: number }[] {
  const sent: { bytes: Uint8Array; room: number }[] = [];
  const session = new module.Session();
  const { open, call: perform } = session;
  let room = 0;
  let length = 0;
  session.open = (bytes) => {
    length = bytes;
    room = open.call(session, bytes);
    return room;
  };
  session.call = () => {
    sent.push({ bytes: module.HEAPU8.slice(room, room + length), room });
    return perform.call(session);
  };
  function Recorder(): Session {
    return session;
  }
  const recording = Object.create(module, { Session: { value: Recorder } });
  const handlers = new Handlers({ module: recording, complete: async () => {} });
  handlers.started();
  handlers.memory();
  handlers.tokenize("The 猫 sat");
  const q = { shape: [1, 2, 3, 4], data: new Float32Array(24).fill(0.5) };
  const apply = { operation: "attention", inputs: { q, k: q, v: q }, stages: true };
  handlers.apply({ ...apply, attributes: { scale: 2 }, outputGradient: q });
  handlers.apply({
    operation: "mask",
    inputs: {},
    stages: false,
    attributes: { kind: "causal", queries: 3, keys: 3 },
  });
  handlers.model(1, random);
  const change = { tensor: "scores", action: "set" as const, indices: [0, 1], values: [1, -2.5] };
  handlers.run(2, 1, { tokens, record: "inspect", interventions: [change] });
  const attributes = { divisor: 2 };
  handlers.compute(4, {
    inputs: { q },
    steps: [{ name: "half", operation: "scale", inputs: { a: "q" }, attributes }],
    record: "inspect",
    interventions: [],
  });
  handlers.gradients(3, 2, { tensor: "output", index: [0, 1, 2] });
  handlers.tensor(2, "weights");
  handlers.explain(2, "weights", [0, 1, 2, 0], 4);
  handlers.gradient(3, "x");
  handlers.explainGradient(3, "x", [0, 1, 0], 0);
  handlers.gradientMap(2, 0, 8);
  handlers.dispose([1]);
  recordTransformer(handlers);
  session.delete();
  return sent;
}

/** One of each call about a Transformer. */
function recordTransformer(handlers: Handlers): void {
  handlers.modelTables();
  const sizes = { vocabulary: 46, d_model: 4, d_ff: 4, heads: 1, max_length: 16 };
  const settings = { ...sizes, encoder_layers: 1, decoder_layers: 1 };
  handlers.transformer(5, { preset: "transformer", settings, seed: 1 });
  const file = handlers.file(5, true).data as Uint8Array;
  handlers.transformer(6, { preset: "", settings: {}, seed: 1, file });
  for (const word of [() => handlers.encode(6, "a"), () => handlers.decode(6, [4])]) {
    assert.throws(word, { code: "argument" });
  }
  const texts: [number[], number[]][] = [
    [[4, 5], [6]],
    [[7], []],
  ];
  const change = { tensor: "logits", action: "set" as const, indices: [0], values: [1] };
  handlers.record(7, 5, { texts, record: "inspect", interventions: [change] });
  const parameters = { symbols: 3, length_min: 2, length_max: 3 };
  const training = { task: "copy", parameters, settings: { batch: 2 } };
  handlers.train(5, training);
  handlers.trainStep(5);
  handlers.evaluate(5, 0, 2);
  handlers.answers(5, 0, 2);
  handlers.train(5, { task: "continuation", parameters: {}, settings: { batch: 2 } });
  handlers.clozes(5, 0, 2, true);
  handlers.train(5, training);
  handlers.train(5, { ...training, checkpoint: handlers.checkpoint(5).data as Uint8Array });
  const request = {
    ...{ source: [4], prompt: [1], forced: [5], ends: [2], maxLength: 3, sample: false, seed: 1 },
    processors: [["bad_words", 1, 1, [[[4], 0]]]] as [
      string,
      number,
      number,
      [number[], number][],
    ][],
    ...{ penalty: ["power", 1] as [string, number], stopping: "never", choices: 2 },
  };
  handlers.write(8, 5, request, 1);
  handlers.write(9, 5, { ...request, beams: 2 }, 1);
  handlers.rankBeams(9, "wu", 1);
  handlers.dispose([9, 8, 7, 6, 5]);
}

/** Whole numbers below `count` from a fixed sequence. */
function sequence(): (count: number) => number {
  let state = 1;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

test("the core names its calls, and they are those that the handlers make", () => {
  const session = new module.Session();
  const made = recorded().map(({ bytes }) =>
    new TextDecoder().decode(bytes.subarray(10, 10 + (bytes[9] as number))),
  );
  const message = /^the core has no call 'nonesuch'; it has (.*)$/;
  assert.throws(
    () => call(module, session, ["nonesuch"]),
    ({ name, message: given }: Error) => {
      assert.equal(name, "UnknownNameError");
      const offered = message.exec(given)?.[1]?.split(", ") ?? [];
      assert.deepEqual(offered.sort(), [...new Set(made)].sort());
      return true;
    },
  );
  session.delete();
});

test("numbers and texts cross unchanged", async () => {
  const engine = await createEngine();
  const shape = [7];
  const data = Float32Array.of(Number.NaN, Infinity, -Infinity, -0, 0, 1e-45, 3.4e38);
  const { output } = await engine.scale({ a: { shape, data }, divisor: 1 });
  assert.deepEqual(output.data, data);
  for (const word of ["猫", "\u{1f937}\u{1f3fd}", "\ufeffword", "\0", "é".repeat(300)]) {
    const model = await engine.model(random);
    const { catalogue } = await model.run({ tokens: [word] });
    const labels = catalogue.flatMap(({ axes }) => axes.flatMap((axis) => axis.labels ?? []));
    assert.deepEqual(new Set(labels), new Set([word]));
    await model.dispose();
  }
  await engine.dispose();
});

test("a message grows wherever its items end", async () => {
  const engine = await createEngine();
  const model = await engine.model({ ...random, heads: 1 });
  // Items of 1, 5 and 9 bytes meet the end of every room that is made for them.
  for (let cells = 1; cells < 64; ++cells) {
    const values = Array.from({ length: 8 * 4 }, (_, i) => i / cells);
    const given = Array.from({ length: cells }, () => ({
      tensor: "query.weight",
      action: "replace" as const,
      values,
    }));
    const run = await model.run({ tokens: ["a"] }, { interventions: given });
    assert.equal((await run.tensor("query.weight")).data[1], Math.fround(1 / cells));
    await run.dispose();
  }
  await engine.dispose();
});

test("typed arrays of every make: foreign, shared, resizable, disguised, detached", async () => {
  const engine = await createEngine();
  const softmax = async (data: unknown, shape = [2]): Promise<Tensor> =>
    (await engine.softmax({ a: { shape, data } as Tensor })).output;
  const expected = await softmax(Float32Array.of(1, 2));
  const shared = new Float32Array(new SharedArrayBuffer(8));
  const resizable = new Float32Array(
    Reflect.construct(ArrayBuffer, [8, { maxByteLength: 64 }]) as ArrayBuffer,
  );
  for (const data of [runInNewContext("Float32Array.of(1, 2)"), shared, resizable]) {
    data.set([1, 2]);
    assert.deepEqual(await softmax(data), expected);
  }
  const disguised = Object.defineProperty(Uint8Array.of(1, 2), Symbol.toStringTag, {
    value: "Float32Array",
  });
  assert.deepEqual(await softmax(disguised), expected);
  const longer = Object.defineProperty(Float32Array.of(1, 2), "length", { value: 100_000 });
  assert.equal((await softmax(longer, [100_000])).data.length, 100_000);
  const detached = Float32Array.of(1, 2);
  structuredClone(detached, { transfer: [detached.buffer] });
  await assert.rejects(softmax(detached), { name: "ShapeError", message: /data has 0/ });
  const large = new Float32Array(64 * 2 ** 20);
  await assert.rejects(softmax(large, [64, 2 ** 20]), {
    name: "MemoryError",
    message: /asked for/,
  });
  assert.deepEqual(await softmax(Float32Array.of(1, 2)), expected);
  await engine.dispose();
});

test("cells outside of their message are refused", () => {
  const session = new module.Session();
  const { bytes, room } = recorded().find(({ bytes }) => bytes.includes(0xc9)) as {
    bytes: Uint8Array;
    room: number;
  };
  assert.equal(room % 64, 0);
  const at = bytes.indexOf(0xc9) + 6;
  const address = new DataView(bytes.buffer).getUint32(at) - room;
  const here = session.open(bytes.length);
  const outcomes = [address, address + 4, -64, bytes.length - 64, 2 ** 31].map((offset) => {
    const changed = bytes.slice();
    new DataView(changed.buffer).setUint32(at, here + offset);
    // The other cells lie at the addresses of the recording; only this one is looked at first.
    return send(session, changed);
  });
  assert.ok(outcomes.slice(1).every((code) => code === "argument"));
  session.delete();
});

test("no bytes trap the core or leave memory behind", () => {
  const below = sequence();
  const messages = recorded();
  let session = new module.Session();
  let refused = 0;
  const outcomes = new Map<string | undefined, number>();
  for (let round = 0; round < 20_000; ++round) {
    const { bytes } = messages[below(messages.length)] as (typeof messages)[0];
    const changed = bytes.slice(0, below(8) === 0 ? below(bytes.length + 1) : bytes.length);
    for (let edits = below(4); edits > 0; --edits) {
      const value = [0, 1, 0x7f, 0x80, 0xff, 0xc0, 0xc2, 0xc3, 0xc9, 0xcb, 0xdb, 0xdd, 0xdf];
      changed[below(changed.length)] = value[below(value.length)] as number;
    }
    const code = send(session, changed);
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
    if (code !== undefined) ++refused;
    if (round % 500 === 499) {
      session.delete();
      session = new module.Session();
    }
  }
  assert.ok(refused > 5000, `${refused} refused`);
  assert.ok((outcomes.get(undefined) ?? 0) > 1500);
  for (const { bytes } of messages) send(session, bytes.slice(0, 0));
  for (let id = 1; id < 1000; ++id) call(module, session, ["dispose", id]);
  assert.equal((call(module, session, ["memory"]) as { used: number }).used, 0);
  session.delete();
});
