// Further runs of a figure, whose numbers are gathered: some at a time, each of them opens.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Engine, type Step } from "clearhead/engine.js";
import type { Common } from "../../web/figures/common.js";
import type { ProgramFigure } from "../../web/figures/program.js";
import { parseCell } from "../../web/state/cells.js";
import { programView } from "../../web/views/program.js";

const engine = await createEngine();
after(() => engine.dispose());

type Spread = Common<"alibi"> & { count: number; width: number };

/** ‖x‖ of a draw [1, width], for every seed. */
function steps(width: number, seed: number): Step[] {
  return [
    { name: "x", operation: "normal", attributes: { shape: [1, width], seed } },
    { name: "length", operation: "norm", inputs: { x: "x" } },
  ];
}

const spread: ProgramFigure<Spread> = {
  name: "alibi",
  table: { parameters: [] },
  program: ({ width }, _, inputs = {}) => ({ inputs: { ...inputs }, steps: steps(width, 1) }),
  repeats: ({ count, width }) => ({
    count,
    program: (seed) => ({ steps: steps(width, seed) }),
    names: ["length"],
  }),
  drawn: () => ["runs.length"],
  describe: () => assert.fail("not drawn here"),
  groups: () => [],
};

const stateOf = (count: number, width = 3) => ({ count, width }) as unknown as Spread;

/** The engine, and how many programs it was given. */
function counted(): { engine: Engine; programs: () => number } {
  let programs = 0;
  const compute: Engine["compute"] = (...given) => {
    programs++;
    return engine.compute(...given);
  };
  const counting = new Proxy(engine, {
    get: (target, name) => (name === "compute" ? compute : Reflect.get(target, name)),
  });
  return { engine: counting, programs: () => programs };
}

test("runs are gathered some at a time, until there are all of them", async () => {
  const session = programView(spread).open(engine);
  const sizes: number[] = [];
  let data = await session.update(stateOf(230));
  for (; ; data = await session.update(stateOf(230))) {
    sizes.push(data.tensors["runs.length"]?.data.length ?? 0);
    if (!data.unfinished) break;
  }
  assert.deepEqual(sizes, [100, 200, 230]);
  const all = data.tensors["runs.length"]?.data ?? [];
  for (const seed of [0, 99, 100, 229]) {
    const run = await engine.compute({ steps: steps(3, seed) });
    assert.equal(all[seed], (await run.tensor("length")).data[0]);
    await run.dispose();
  }
  await session.dispose();
});

test("what was gathered stays, as long as its program does", async () => {
  const { engine: counting, programs } = counted();
  const session = programView(spread).open(counting);
  await session.update(stateOf(40));
  assert.equal(programs(), 41);
  // Fewer runs are there already; more are added to them; of another program none are.
  const { unfinished, tensors } = await session.update(stateOf(30));
  assert.equal(unfinished, false);
  assert.deepEqual(tensors["runs.length"]?.shape, [30]);
  assert.equal(programs(), 42);
  await session.update(stateOf(50));
  assert.equal(programs(), 53);
  await session.update(stateOf(50, 4));
  assert.equal(programs(), 104);
  await session.dispose();
});

test("a gathered number opens in its own run, down to what was drawn", async () => {
  const session = programView(spread).open(engine);
  const data = await session.update(stateOf(120));
  const list = data.tensors["runs.length"]?.data ?? [];
  for (const seed of [17, 0, 99, 119]) {
    const cell = { tensor: "runs.length", gradient: false, index: [seed] };
    const opened = await session.explain(cell);
    assert.deepEqual([opened.tensor, opened.index], ["runs.length", [seed]]);
    // Also one that has not been gathered yet.
    if (seed < list.length) assert.equal(opened.value, list[seed]);
    const operand = opened.terms.find(({ kind }) => kind === "operand");
    assert.equal(operand?.tensor, `run${seed}.x`);
    // As a link writes it.
    const link = parseCell(`run${seed}.x[0,2]`);
    assert.ok(link);
    const x = await session.explain(link);
    assert.equal(x.tensor, `run${seed}.x`);
    const run = await engine.compute({ steps: steps(3, seed) });
    assert.equal(x.value, (await run.tensor("x")).data[2]);
    await run.dispose();
  }
  const beyond = { tensor: "runs.length", gradient: false, index: [120] };
  await assert.rejects(session.explain(beyond), { code: "range", message: /run 120.*0…119/ });
  const unknown = { tensor: "run3.nothing", gradient: false, index: [0] };
  await assert.rejects(session.explain(unknown));
  // The figure's own run opens as ever.
  const own = await session.explain({ tensor: "length", gradient: false, index: [0] });
  assert.equal(own.tensor, "length");
  await session.dispose();
});

test("a newer state takes the place of runs under way, and nothing is left behind", async () => {
  const before = (await engine.memory()).used;
  const session = programView(spread).open(engine);
  const old = session.update(stateOf(100));
  const newer = session.update(stateOf(20, 5));
  await assert.rejects(old, { name: "AbortError" });
  assert.deepEqual((await newer).tensors["runs.length"]?.shape, [20]);
  await session.explain({ tensor: "runs.length", gradient: false, index: [7] });
  await session.dispose();
  assert.equal((await engine.memory()).used, before);
});

test("an update superseded at any moment leaves every row that of its own run", async () => {
  const own: number[] = [];
  const lengthOf = async (seed: number) => {
    const run = await engine.compute({ steps: steps(3, seed) });
    own[seed] ??= Number((await run.tensor("length")).data[0]);
    await run.dispose();
    return own[seed];
  };
  for (let round = 0; round <= 20; round++) {
    const session = programView(spread).open(engine);
    const old = session.update(stateOf(60)).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, round));
    const { tensors } = await session.update(stateOf(61));
    await old;
    const found = Array.from(tensors["runs.length"]?.data ?? [], Number);
    assert.equal(found.length, 61);
    for (const [seed, length] of found.entries()) {
      assert.equal(length, await (own[seed] ?? lengthOf(seed)), `round ${round}, seed ${seed}`);
    }
    await session.dispose();
  }
});

test("a gathered number opens in the program of the newest data, whatever came after", async () => {
  // Stops an update at one of its runs, however fast they are.
  let runs = 0;
  let stopAt = { run: Number.POSITIVE_INFINITY, stop: () => {} };
  const watched = new Proxy(engine, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== "function") return found;
      return (...given: unknown[]) => {
        if (name === "compute" && ++runs === stopAt.run) stopAt.stop();
        return found.apply(target, given);
      };
    },
  });
  const session = programView(spread).open(watched);
  const data = await session.update(stateOf(20, 3));
  const list = data.tensors["runs.length"]?.data ?? [];
  const opens = async (what: string) => {
    for (const seed of [3, 19]) {
      const cell = { tensor: "runs.length", gradient: false, index: [seed] };
      assert.equal((await session.explain(cell)).value, list[seed], what);
    }
  };
  // Each time of other runs: those that were measured once are kept.
  for (const [at, run] of [1, 8, 50, 95].entries()) {
    const stop = new AbortController();
    [runs, stopAt] = [0, { run, stop: () => stop.abort() }];
    const aborted = assert.rejects(session.update(stateOf(100, 5 + at), stop.signal), {
      name: "AbortError",
    });
    await opens(`while another update is under way, to be stopped at run ${run}`);
    await aborted;
    await opens(`after it was stopped at run ${run}`);
  }
  await assert.rejects(session.update(stateOf(100, -1)));
  await opens("after another one failed");
  await session.dispose();
});
