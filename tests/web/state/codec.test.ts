import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AttentionState,
  attentionTable as table,
} from "../../../web/figures/attention/parameters.js";
import { formatMatrix } from "../../../web/figures/attention/pasted.js";
import {
  type Cell,
  formatCell,
  formatEdits,
  parseCell,
  parseEdits,
  withEdit,
} from "../../../web/state/cells.js";
import {
  assemble,
  difference,
  format,
  fromAttributes,
  LONGEST_LINK,
  parse,
  read,
} from "../../../web/state/codec.js";
import { formatFile, parseFile, toAttributes } from "../../../web/state/file.js";
import { defaults, type Parameter, type Reason, type Value } from "../../../web/state/table.js";
import { formatTokens, parseTokens } from "../../../web/state/tokens.js";

/** Marsaglia's xorshift32: the same states in every run of this test. */
function generator(seed: number): (below: number) => number {
  let x = seed;
  return (below) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % below;
  };
}

const fragments = [
  ..."abc XYZ\t\n猫我é\u0301שלום&=#%+?;|\\[]()'\"<>😀👩‍👩‍👧",
  ...["__proto__", "%00", "%zz", "</script>", "\u202e", "\ud83d", "\ude00"],
];

function randomText(next: (below: number) => number, longest: number): string {
  return Array.from({ length: next(longest) }, () => fragments[next(fragments.length)]).join("");
}

function randomValue(parameter: Parameter, next: (below: number) => number): Value {
  const { type, minimum = 0, maximum = 0, values = [] } = parameter;
  switch (type) {
    case "integer":
    case "number":
      return minimum + next(Math.min(maximum - minimum + 1, 2 ** 31));
    case "boolean":
      return next(2) === 1;
    case "choice":
      return values[next(values.length)]!;
    case "tokens":
      return formatTokens(parseTokens(randomText(next, 30).replace(/\p{Cs}/gu, "�")));
    case "cells":
      return formatEdits(
        Array.from({ length: next(4) }, () => ({
          tensor: "scores",
          index: [0, next(3), next(9), next(9)],
          value: (next(2001) - 1000) / 8,
        })).filter(
          (edit, at, all) => all.findIndex((other) => `${other.index}` === `${edit.index}`) === at,
        ),
      );
    case "text":
      break;
  }
  switch (parameter.name) {
    case "matrix": {
      const n = next(4);
      const row = () => Array.from({ length: n }, () => (next(200) - 100) / 7);
      return n === 0
        ? ""
        : formatMatrix({ tensor: "weights", rows: Array.from({ length: n }, row) });
    }
    case "of":
      return next(2)
        ? "output"
        : formatCell({ tensor: "output", gradient: false, index: [0, next(9), 1] });
    case "controls":
      return ["", "none", "mask", "text,heads,edits"][next(4)] as string;
    case "open":
      return next(2)
        ? ""
        : formatCell({ tensor: "weights", gradient: next(2) === 1, index: [0, 0, 1, 2] });
    default:
      return randomText(next, 40).replace(
        /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
        "�",
      );
  }
}

function randomState(next: (below: number) => number): AttentionState {
  const given: Record<string, Value> = {};
  for (const parameter of table.parameters) {
    if (next(3) === 0) given[parameter.name] = randomValue(parameter, next);
  }
  return assemble(table, given as Partial<AttentionState>).state;
}

test("every state survives link, attributes and file", () => {
  const next = generator(20_250_101);
  for (let round = 0; round < 1000; round++) {
    const state = randomState(next);
    const link = format(table, state);
    assert.match(link.text, /^v=1(&[a-z_]+=[\x21-\x7e]*)*$/);
    const back = parse(table, `#${link.text}`);
    assert.deepEqual(back.state, state, link.text);
    assert.deepEqual(back.ignored, [], link.text);
    const attributes = toAttributes(table, state).map(([name, value]) => ({ name, value }));
    assert.deepEqual(fromAttributes(table, attributes).state, state);
    assert.deepEqual(parseFile(table, formatFile(table, state)).state, state);
  }
});

test("links are sparse and readable", () => {
  const { state } = parse(table, "");
  assert.equal(format(table, state).text, "v=1");
  assert.equal(format(table, { ...state, mask: "causal" }).text, "v=1&mask=causal");
  const free = parse(table, "text=The+cat+sat+on+the+mat&heads=4").state;
  assert.equal(free.example, "free");
  assert.equal(format(table, { ...free, text: "I love AI" }).text, "v=1&text=I+love+AI&heads=4");
  const edited = { ...state, edits: "scores[0,0,1,2]=3.5;mask[0,0,0,1]=0" };
  assert.equal(format(table, edited).text, "v=1&edits=scores[0,0,1,2]=3.5;mask[0,0,0,1]=0");
  const chinese = parse(table, "text=%E7%8C%AB").state;
  assert.equal(chinese.text, "猫");
  assert.equal(format(table, chinese).text, "v=1&text=%E7%8C%AB");
});

test("the preset is written down only where the other values do not tell it", () => {
  const { state } = parse(table, "example=previous-token");
  assert.equal(state.weights, "previous-token");
  assert.equal(state.positions, true);
  assert.deepEqual(difference(table, state), { example: "previous-token" });
  assert.equal(parse(table, "weights=same-word").state.example, "same-word");
  assert.equal(parse(table, "example=previous-token&positions=false").state.positions, false);
  assert.equal(parse(table, "text=The+sat").state.example, "exact");
  assert.equal(parse(table, "text=The+dog").state.example, "free");
});

const refusals: [string, string, Reason][] = [
  ["heads=99", "heads", "range"],
  ["heads=-1", "heads", "range"],
  ["heads=1.5", "heads", "number"],
  ["heads=0x10", "heads", "number"],
  ["heads=NaN", "heads", "number"],
  ["heads=Infinity", "heads", "number"],
  ["heads=1e400", "heads", "number"],
  ["seed=4294967296", "seed", "range"],
  ["heads=", "heads", "number"],
  ["scaling=maybe", "scaling", "choice"],
  ["mask=casual", "mask", "choice"],
  ["mask=constructor", "mask", "choice"],
  ["example=__proto__", "example", "choice"],
  ["example=toString", "example", "choice"],
  ["view=../../etc", "view", "choice"],
  ["text=%E7%8C", "text", "encoding"],
  ["%=1", "%", "encoding"],
  ["__proto__=1", "__proto__", "unknown"],
  ["constructor=1", "constructor", "unknown"],
  ["hasOwnProperty=x", "hasOwnProperty", "unknown"],
  ["foo=bar", "foo", "unknown"],
  ["=", "", "unknown"],
  ["mask=causal&mask=none", "mask", "repeated"],
  ["v=2", "v", "version"],
  ["edits=scores[0]=1", "edits", "malformed"],
  ["edits=nothing[0,0]=1", "edits", "malformed"],
  ["edits=mask[0,0,0,0]=0.5", "edits", "range"],
  ["edits=scores[0,0,0,0]=1e99", "edits", "range"],
  ["edits=scores[0,0,0,0]=1;scores[0,0,0,1]=-4e38", "edits", "range"],
  ["edits=tokens[0,0]=1", "edits", "malformed"],
  ["matrix=scores:1,2;3", "matrix", "malformed"],
  ["matrix=query:1", "matrix", "malformed"],
  ["of=output[", "of", "malformed"],
  ["controls=everything", "controls", "choice"],
  ["readonly=maybe", "readonly", "choice"],
  ["claims=maybe", "claims", "choice"],
  ["open=x[0,1,2]@output[0,1,0]", "open", "malformed"],
  ["open=weights", "open", "malformed"],
  ["open=d:d:weights[0]", "open", "malformed"],
  [`edits=${"x".repeat(50_000)}`, "edits", "long"],
  [`matrix=${"x".repeat(100_001)}`, "matrix", "long"],
  [`tokens=${"x".repeat(10_001)}`, "tokens", "long"],
  ["tokens=%7C%7C%7C", "tokens", "malformed"],
  ["tokens=+%7C+", "tokens", "malformed"],
  ["head=3", "head", "conflict"],
  ["example=exact&d_k=8", "d_k", "conflict"],
  ["example=exact&text=hello", "text", "conflict"],
  ["example=exact&tokens=a|b", "tokens", "conflict"],
];

test("what cannot be taken is reported with what is allowed, and changes nothing", () => {
  const plain = defaults(table);
  for (const [link, name, reason] of refusals) {
    const { state, ignored } = parse(table, link);
    const first = ignored[0];
    assert.ok(first, link);
    assert.deepEqual([ignored.length, first.name, first.reason], [1, name, reason], link);
    assert.ok(first.allowed.length > 0, link);
    assert.ok([...first.given].length <= 61, link);
    const taken = link.startsWith("mask=causal&")
      ? { mask: "causal" }
      : link.includes(";scores") && { edits: "scores[0,0,0,0]=1" };
    const expected = { ...plain, ...taken };
    assert.deepEqual(state, expected, link);
  }
});

test("reading some values settles nothing: that is for whoever has the rest", () => {
  const { values, ignored } = read(table, { head: 3, heads: "99", seed: "7" });
  assert.deepEqual(values, { head: 3, seed: 7 });
  assert.deepEqual(
    ignored.map(({ name, reason }) => [name, reason]),
    [["heads", "range"]],
  );
  const { state, ignored: raised } = parse(table, "weights=previous-token&d_model=2");
  assert.equal(state.d_model, 4);
  assert.deepEqual(
    raised.map(({ name, reason, allowed }) => [name, reason, allowed]),
    [["d_model", "conflict", "≥ 4 (weights=previous-token)"]],
  );
});

test("only what was given is reported when presets contradict each other", () => {
  const { state, ignored } = parse(table, "example=free&weights=exact");
  assert.deepEqual([state.d_model, state.d_k, state.text], [4, 4, "The cat sat"]);
  assert.deepEqual(ignored, []);
  const { ignored: given } = parse(table, "example=free&weights=exact&d_k=8&text=hello");
  assert.deepEqual(given.map(({ name }) => name).sort(), ["d_k", "text"]);
});

test("a language is taken in any of its spellings, as on an author's page", () => {
  for (const [given, wanted] of [
    ["zh-CN", "zh"],
    ["zh-Hant-TW", "zh"],
    ["EN_us", "en"],
    ["zh", "zh"],
    ["auto", "auto"],
  ] as const) {
    const { state, ignored } = parse(table, { lang: given });
    assert.deepEqual([state.lang, ignored], [wanted, []], given);
  }
  assert.equal(parse(table, { lang: "de" }).ignored[0]?.reason, "choice");
});

test("a bad part of the edits leaves the good ones", () => {
  const { state, ignored } = parse(table, "edits=scores[0,0,1,2]=3.5;nonsense;mask[0,0,0,1]=0");
  assert.equal(state.edits, "scores[0,0,1,2]=3.5;mask[0,0,0,1]=0");
  assert.deepEqual(
    ignored.map(({ reason, given }) => [reason, given]),
    [["malformed", "nonsense"]],
  );
});

test("a text that is too long is cut between characters", () => {
  const { state, ignored } = parse(table, [["text", "😀".repeat(10_001)]]);
  assert.equal(state.text, "😀".repeat(10_000));
  assert.equal(ignored[0]?.reason, "cut");
  assert.equal(format(table, state).tooLong, true);
  assert.equal(format(table, parse(table, "mask=causal").state).tooLong, false);
  assert.equal(LONGEST_LINK, 4096);
});

test("hostile input never throws and never reaches a prototype", () => {
  const next = generator(7);
  const names = [
    ...table.parameters.map(({ name }) => name),
    "__proto__",
    "constructor",
    "v",
    "%",
    "",
  ];
  for (let round = 0; round < 1000; round++) {
    const parts = Array.from(
      { length: next(6) },
      () => `${names[next(names.length)]}${next(4) ? "=" : ""}${randomText(next, 12)}`,
    );
    const link = parts.join(next(3) ? "&" : "#");
    const { state } = parse(table, link);
    assert.deepEqual(Object.keys(state).sort(), table.parameters.map(({ name }) => name).sort());
    for (const { name, type, default: usual } of table.parameters) {
      const value = state[name as keyof AttentionState];
      assert.equal(typeof value, typeof usual, `${name} (${type}) of ${link}`);
    }
  }
  for (const source of [
    null,
    undefined,
    7,
    [null],
    [["a"]],
    { text: { toString: 1 } },
    { text: null },
  ]) {
    assert.doesNotThrow(() => parse(table, source as unknown as string), JSON.stringify(source));
  }
  parse(table, JSON.parse('{"__proto__": {"polluted": true}, "text": "x"}'));
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  const many = parse(table, Array.from({ length: 500 }, (_, i) => `a${i}=1`).join("&"));
  assert.equal(many.ignored.length, 101);
  assert.equal(many.ignored.at(-1)?.reason, "many");
  assert.equal(parse(table, "x".repeat(400_001)).ignored[0]?.reason, "long");
});

test("attributes: dashes, bare booleans, and what HTML owns", () => {
  const attributes = {
    "d-model": "8",
    positions: "",
    scaling: "false",
    class: "wide",
    "data-x": "1",
    height: "3",
  };
  const list = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  const { state, ignored } = fromAttributes(table, list);
  assert.deepEqual([state.d_model, state.positions, state.scaling], [8, true, false]);
  assert.deepEqual(ignored, []);
  assert.equal(
    fromAttributes(table, [{ name: "colour", value: "red" }]).ignored[0]?.reason,
    "unknown",
  );
});

test("files that are no state are refused", () => {
  for (const text of ["", "[]", "3", "null", "{", '"x"']) {
    const { state, ignored } = parseFile(table, text);
    assert.deepEqual(state, defaults(table));
    assert.equal(ignored[0]?.reason, "malformed");
  }
  assert.equal(parseFile(table, '{"clearhead": "1", "heads": 2}').state.heads, 2);
  assert.equal(parseFile(table, '{"heads": {"a": 1}}').ignored[0]?.reason, "malformed");
});

test("cells", () => {
  assert.deepEqual(parseCell("d:query.weight[0,3]"), {
    tensor: "query.weight",
    gradient: true,
    index: [0, 3],
  });
  // A number without axes, and names as programs have them.
  for (const cell of ["bytes.MHA[]", "W_Q[0,1]"]) {
    assert.equal(formatCell(parseCell(cell) as Cell), cell);
  }
  for (const bad of [
    "weights",
    "weights[,]",
    "weights[-1]",
    "weights[1.5]",
    "0weights[0]",
    "a..b[0]",
    "a[9999999]",
  ]) {
    assert.equal(parseCell(bad), undefined, bad);
  }
  assert.deepEqual(parseEdits("a[0]=1;a[0]=2").edits, [{ tensor: "a", index: [0], value: 2 }]);
  assert.equal(withEdit("a[0]=1;b[1]=2", "a", [0], 5), "b[1]=2;a[0]=5");
  assert.equal(withEdit("a[0]=1;b[1]=2", "a", [0], undefined), "b[1]=2");
  assert.equal(
    withEdit("mask[0,0,0,1]=0;mask[0,0,1,1]=0", "mask", [0, 1], undefined),
    "mask[0,0,1,1]=0",
  );
  assert.equal(withEdit("mask[0,0,0,1]=0", "mask", [1, 1], 0), "mask[0,0,0,1]=0;mask[1,1]=0");
  assert.equal(parse(table, "edits=mask[1,2]=0").state.edits, "mask[0,0,1,2]=0");
});

test("tokens keep bars and backslashes", () => {
  for (const tokens of [["a|b", "c\\"], ["\\|"], ["猫", " x "], ["👩‍👩‍👧", "|"]]) {
    assert.deepEqual(parseTokens(formatTokens(tokens)), tokens);
  }
  assert.deepEqual(parseTokens("The||cat| |sat"), ["The", "cat", "sat"]);
});
