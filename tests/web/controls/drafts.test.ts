import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Drafts } from "../../../web/controls/text.js";

test("a text is passed on after a pause, once, and never during a composition", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const drafts = new Drafts();
  const said: string[] = [];
  const emit = (text: string) => said.push(text);
  drafts.type("text", "n", true, emit);
  drafts.type("text", "ni", true, emit);
  mock.timers.tick(5000);
  assert.deepEqual(said, []);
  drafts.type("text", "你", false, emit);
  drafts.type("text", "你好", false, emit);
  mock.timers.tick(5000);
  assert.deepEqual(said, ["你好"]);
  mock.timers.reset();
});

test("what is being typed is shown until it arrives; a text from outside wins when none is typed", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const drafts = new Drafts();
  const emit = () => {};
  drafts.type("text", "abc", false, emit);
  drafts.settle("text");
  assert.equal(drafts.shown("text", "old"), "abc");
  mock.timers.tick(5000);
  assert.equal(drafts.shown("text", "old"), "abc");
  drafts.settle("text");
  assert.equal(drafts.shown("text", "from a link"), "from a link");
  mock.timers.reset();
});

test("Enter passes a waiting text on at once and only once", () => {
  const drafts = new Drafts();
  const said: string[] = [];
  const emit = (text: string) => said.push(text);
  drafts.type("text", "now", false, emit);
  drafts.flush("text", emit);
  drafts.flush("text", emit);
  assert.deepEqual(said, ["now"]);
});

test("what is held outlasts the state until it is released", () => {
  const drafts = new Drafts();
  drafts.hold("layers", "1");
  drafts.settle("layers");
  assert.equal(drafts.shown("layers", "6"), "1");
  drafts.release("layers");
  assert.equal(drafts.shown("layers", "6"), "6");
});
