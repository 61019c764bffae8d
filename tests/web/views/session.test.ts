// What sessions of all figures owe: the newest update counts.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { State } from "../../../web/state/table.js";
import { RunSession } from "../../../web/views/session.js";
import type { Data } from "../../../web/views/view.js";

/** Computes until it is told that it is done, and never looks at its signal. */
class Deaf extends RunSession<State, Data<State>> {
  readonly finish: (() => void)[] = [];

  protected compute(state: State): Promise<Data<State>> {
    const data = { state, ignored: [], tokens: [], truncated: undefined, catalogue: [] };
    return new Promise((resolve) => this.finish.push(() => resolve(data)));
  }
}

const abort = { name: "AbortError" };

test("an older update never gives its data, however late it learns of the newer one", async () => {
  const session = new Deaf();
  const [first, second] = [session.update({ d: 1 }), session.update({ d: 2 })];
  for (const done of session.finish) done();
  await assert.rejects(first, abort);
  assert.deepEqual((await second).state, { d: 2 });
});

test("nor one whose signal was aborted, or whose session was disposed", async () => {
  const session = new Deaf();
  const controller = new AbortController();
  const aborted = session.update({}, controller.signal);
  controller.abort();
  session.finish[0]?.();
  await assert.rejects(aborted, abort);
  const late = session.update({});
  await session.dispose();
  session.finish[1]?.();
  await assert.rejects(late, abort);
});
