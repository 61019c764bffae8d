import assert from "node:assert/strict";
import { test } from "node:test";
import type { CatalogueEntry, SelfAttentionConfig } from "../../../web/engine/types.js";
import type { AttentionData } from "../../../web/figures/attention/data.js";
import {
  type AttentionOptions,
  describe as draw,
} from "../../../web/figures/attention/describe.js";
import { interventionsOf } from "../../../web/figures/attention/interventions.js";
import { attentionTable as table } from "../../../web/figures/attention/parameters.js";
import { typeset } from "../../../web/formulas/attention.gen.js";
import type { Language } from "../../../web/i18n/types.js";
import { colourIndex } from "../../../web/scene/colours.js";
import { EDITED, GREYED, HIDDEN, type Matrix, type Scene } from "../../../web/scene/scene.js";
import { parse } from "../../../web/state/codec.js";
import { compute } from "../views/fake_engine.js";
// The view brings the words.
import "../../../web/views/attention.js";

/** Data as the view would fetch them, from the doubles of the fake engine. */
function dataOf(link: string, tokens?: string[]): AttentionData {
  const { state } = parse(table, link);
  const words = tokens ?? state.text.split(/\s+/);
  const { interventions, ignored, pasted } = interventionsOf(state, words);
  const config: SelfAttentionConfig = { kind: "self_attention", ...state };
  const { tensors, edits } = compute(config, words, interventions);
  const catalogue: CatalogueEntry[] = Object.entries(tensors).map(([name, { shape }]) => ({
    ...{ name, shape, axes: [], dtype: "f32", operation: "test", inputs: [] },
    edits: edits[name] ?? [],
  }));
  return {
    ...{ state, ignored, tokens: words, truncated: undefined, catalogue, tensors, pasted },
    gradients: undefined,
  };
}

function sceneOf(link: string, options: Partial<AttentionOptions> = {}, tokens?: string[]): Scene {
  return draw(dataOf(link, tokens), { language: "en", ...options });
}

const panels = (scene: Scene): Matrix[] => scene.bands.flatMap((band) => band.panels);

function panel(scene: Scene, id: string): Matrix {
  const found = panels(scene).find((matrix) => matrix.id === id);
  assert.ok(found, `${id} is drawn`);
  return found;
}

const texts = (matrix: Matrix): string[][] =>
  Array.from({ length: matrix.rows }, (_, row) =>
    Array.from({ length: matrix.columns }, (_, column) => matrix.text(row, column)),
  );

test("the example worked by hand shows its fractions", () => {
  const scene = sceneOf("");
  assert.deepEqual(texts(panel(scene, "weights")), [
    ["1/4", "1/2", "1/4"],
    ["1/7", "2/7", "4/7"],
    ["1/10", "4/5", "1/10"],
  ]);
  assert.deepEqual(texts(panel(scene, "output"))[1], ["5", "6"]);
  assert.deepEqual(texts(panel(scene, "query")), [
    ["0", "1", "0", "0"],
    ["0", "1", "2", "0"],
    ["0", "3", "0", "0"],
  ]);
  assert.deepEqual(texts(panel(sceneOf("mask=causal"), "weights"))[1], ["1/3", "2/3", "0"]);
  assert.deepEqual(texts(panel(sceneOf("scaling=false"), "weights"))[1], ["1/21", "4/21", "16/21"]);
});

test("fractions appear only where numbers are fractions by construction", () => {
  assert.equal(sceneOf("mask=causal").fractions, true);
  for (const link of ["example=free&text=a+b", "positions=true", "weights=identity"]) {
    const scene = sceneOf(link);
    assert.equal(scene.fractions, false);
    const written = scene.bands.flatMap(({ panels }) => panels.flatMap(texts)).flat();
    assert.ok(written.length > 20);
    assert.deepEqual(
      written.filter((text) => text.includes("/")),
      [],
    );
  }
});

test("no number but 0 and 1 is written as 0 or 1", () => {
  // exp(30) against the rest: 3.06e-7, 6.12e-7, 0.9999991.
  const weights = panel(sceneOf("edits=scores[0,0,1,2]=30"), "weights");
  assert.deepEqual(texts(weights)[1], ["3.06×10⁻⁷", "6.12×10⁻⁷", "1.000"]);
});

test("what is drawn is the engine's array, cell by cell", () => {
  for (const link of [
    "",
    "mask=combined",
    "example=free&heads=3&d_k=5&d_model=7&head=2&mode=all&positions=true&mask=causal",
  ]) {
    const data = dataOf(link, ["The", "cat", "sat"]);
    for (const matrix of panels(draw(data, { language: "en" }))) {
      const tensor = data.tensors[matrix.tensor];
      assert.ok(tensor, matrix.tensor);
      assert.equal(matrix.values.constructor, tensor.data.constructor);
      for (let row = 0; row < matrix.rows; row++) {
        for (let column = 0; column < matrix.columns; column++) {
          const index = matrix.index(row, column);
          assert.equal(index.length, tensor.shape.length, matrix.id);
          assert.ok(
            index.every((place, axis) => place >= 0 && place < tensor.shape[axis]!),
            matrix.id,
          );
          const flat: number = index.reduce(
            (sum, place, axis) => sum * tensor.shape[axis]! + place,
            0,
          );
          assert.equal(matrix.values[row * matrix.columns + column], tensor.data[flat], matrix.id);
        }
      }
    }
  }
  const data = dataOf("");
  const weights = panel(draw(data, { language: "en" }), "weights");
  assert.equal(weights.values.buffer, data.tensors.weights!.data.buffer, "without a copy");
});

test("colours lie where the legend says", () => {
  const scene = sceneOf("mask=causal&mode=all&positions=true");
  for (const matrix of panels(scene)) {
    matrix.colours.forEach((colour, at) => {
      if ((matrix.flags[at]! & HIDDEN) !== 0) return;
      const expected = colourIndex(matrix.map, matrix.values[at]!, matrix.legend);
      assert.ok(Math.abs(colour - expected) <= 1, `${matrix.id} ${colour} ${expected}`);
    });
    const visible = [...matrix.values].filter((_, at) => (matrix.flags[at]! & HIDDEN) === 0);
    const largest = Math.max(...visible.map(Math.abs));
    if (matrix.map === "diverging") {
      assert.deepEqual(
        matrix.legend.map(({ at }) => at),
        [-largest, 0, largest],
        matrix.id,
      );
    }
    if (matrix.map === "sequential") {
      assert.deepEqual(
        matrix.legend.map(({ at }) => at),
        [0, largest],
      );
    }
  }
  assert.deepEqual(
    panel(sceneOf(""), "weights").legend.map(({ text }) => text),
    ["0", "4/5"],
  );
});

test("the stages follow each other, and only those that do something", () => {
  const ids = (link: string) => sceneOf(link).bands.map((band) => band.panels.map(({ id }) => id));
  assert.deepEqual(ids(""), [
    ["tokens", "x"],
    ["query", "key", "value"],
    ["scores", "scaled", "weights"],
    ["output"],
  ]);
  assert.deepEqual(ids("scaling=false&mask=causal&positions=true&mode=all"), [
    ["tokens", "embedding.table", "embeddings", "positions", "x"],
    ["query.weight", "key.weight", "value.weight"],
    ["query", "key", "value"],
    ["scores", "mask", "masked", "weights"],
    ["output"],
  ]);
  const scene = sceneOf("mask=causal&positions=true");
  assert.deepEqual(
    scene.bands.map(({ joints }) => joints),
    [["", "→", "+", "="], [], ["", "÷ √4 →", "", "→", "softmax →"], ["· V →"]],
  );
  const known = new Set(Object.values(typeset).map(({ mathml }) => mathml));
  for (const matrix of panels(scene)) {
    if (matrix.formula !== undefined) assert.ok(known.has(matrix.formula), matrix.formula);
  }
  assert.equal(panel(scene, "scaled").formulaText, typeset.scaled.plain);
  // The weights' formula names the scores that are drawn before them.
  const last = (link: string) => panel(sceneOf(link), "weights").formulaText;
  assert.equal(last(""), "A_ij = exp(S′_ij) ÷ Σ_l exp(S′_il)");
  assert.equal(last("scaling=false"), "A_ij = exp(S_ij) ÷ Σ_l exp(S_il)");
  assert.equal(last("mask=causal"), "A_ij = exp(S″_ij) ÷ Σ_l exp(S″_il)");
  const unscaled = panel(sceneOf("mask=causal&scaling=false"), "masked").formulaText;
  assert.equal(unscaled, "S″_ij = S_ij (M_ij = 1), −∞ (M_ij = 0)");
  assert.equal(new Set(panels(scene).map(({ id }) => id)).size, panels(scene).length);
});

test("every axis is named, in both languages", () => {
  const axes = (language: Language) => {
    const { rowAxis, columnAxis } = panel(sceneOf("", { language }), "weights");
    return [rowAxis.title, columnAxis.title, rowAxis.labels, columnAxis.labels];
  };
  const tokens = ["The", "cat", "sat"];
  assert.deepEqual(axes("en"), ["query ↓", "key →", tokens, tokens]);
  assert.deepEqual(axes("zh"), ["查询 ↓", "键 →", tokens, tokens]);
  for (const matrix of panels(sceneOf("mode=all&positions=true&mask=padding&length=2"))) {
    assert.match(matrix.rowAxis.title, /↓$/, matrix.id);
    assert.match(matrix.columnAxis.title, /→$/, matrix.id);
    assert.equal(matrix.rowAxis.labels.length, matrix.rows, matrix.id);
    assert.equal(matrix.columnAxis.labels.length, matrix.columns, matrix.id);
  }
  const padded = sceneOf("mask=padding&length=2");
  assert.deepEqual(panel(padded, "weights").columnAxis.padding, [2]);
  assert.equal(panel(padded, "weights").rowAxis.padding, undefined);
});

test("hidden cells are flagged from the mask on, and say so", () => {
  const scene = sceneOf("mask=causal");
  const upper = [0, HIDDEN, HIDDEN, 0, 0, HIDDEN, 0, 0, 0];
  for (const id of ["mask", "masked", "weights"])
    assert.deepEqual([...panel(scene, id).flags], upper, id);
  assert.deepEqual([...panel(scene, "scaled").flags], Array(9).fill(0));
  assert.equal(panel(scene, "masked").text(0, 1), "−∞");
  assert.equal(panel(scene, "weights").text(0, 1), "0");
  assert.equal(panel(scene, "weights").speak(0, 1), "query The, key cat, hidden by the mask");
  assert.equal(panel(scene, "mask").speak(1, 2), "query cat, key sat, 0, hidden");
  assert.equal(panel(scene, "mask").speak(2, 1), "query sat, key cat, 1, visible");
});

test("a prefix is seen by all, a window moves with the query", () => {
  const bits = (link: string) => [...panel(sceneOf(link), "mask").values];
  assert.deepEqual(bits("mask=prefix&length=2"), [1, 1, 0, 1, 1, 0, 1, 1, 1]);
  assert.deepEqual(bits("mask=window&length=2"), [1, 0, 0, 1, 1, 0, 0, 1, 1]);
  // What lies behind the window is no padding.
  for (const mask of ["prefix", "window"]) {
    const scene = sceneOf(`mask=${mask}&length=1`);
    assert.deepEqual(panel(scene, "weights").columnAxis.padding ?? [], []);
  }
});

test("cells are spoken in the figure's language", () => {
  const en = sceneOf("mode=all");
  const zh = sceneOf("mode=all", { language: "zh" });
  const cases: [string, number, number, string, string][] = [
    [
      "weights",
      1,
      2,
      "query cat, key sat, 4/7, largest of 3",
      "查询 cat，键 sat，4/7，在 3 个中最大",
    ],
    [
      "weights",
      1,
      0,
      "query cat, key The, 1/7, number 3 of 3",
      "查询 cat，键 The，1/7，在 3 个中排第 3",
    ],
    ["query", 1, 2, "cat, feature 3, 2", "cat，第 3 维，2"],
    ["tokens", 2, 0, "sat, token id 2", "sat，词元编号 2"],
    ["query.weight", 1, 2, "from feature 2 to feature 3, 2", "从输入第 2 维到输出第 3 维，2"],
    ["scaled", 0, 0, "query The, key The, 0", "查询 The，键 The，0"],
  ];
  for (const [id, row, column, english, chinese] of cases) {
    assert.equal(panel(en, id).speak(row, column), english);
    assert.equal(panel(zh, id).speak(row, column), chinese);
  }
});

test("one pair stays in view from stage to stage", () => {
  const places = (link: string, options: Partial<AttentionOptions> = {}) =>
    Object.fromEntries(
      panels(sceneOf(link, options)).map(({ id, active }) => [
        id,
        active && [active.row, active.column],
      ]),
    );
  const exact = { tokens: [1, 0], x: [1, 0], query: [1, 0], key: [2, 0], value: [2, 0] };
  assert.deepEqual(places(""), {
    ...exact,
    scores: [1, 2],
    scaled: [1, 2],
    weights: [1, 2],
    output: [1, 0],
  });
  assert.deepEqual(places("open=scores[0,0,2,1]").weights, [2, 1]);
  assert.deepEqual(places("open=key[0,2,3]").key, [2, 3]);
  assert.deepEqual(places("open=d:value[0,0,1]").weights, [1, 0]);
  assert.deepEqual(places("", { active: { query: 0, key: 1 } }).masked, undefined);
  assert.deepEqual(places("", { active: { query: 99, key: -1 } }).weights, [2, 0]);
  assert.deepEqual(places("open=weights[0,0,60,60]").weights, [2, 2]);
});

test("edited cells are flagged and say what they were", () => {
  const scene = sceneOf("edits=scores[0,0,1,2]=0;output[0,2,1]=9");
  const scores = panel(scene, "scores");
  assert.deepEqual(
    [...scores.flags].map((flag) => flag & EDITED),
    [0, 0, 0, 0, 0, EDITED, 0, 0, 0],
  );
  assert.equal(scores.speak(1, 2), "query cat, key sat, 0, set by you, was 2.773");
  const output = panel(scene, "output");
  assert.equal(output.flags[2 * 2 + 1], EDITED);
  assert.equal(output.text(2, 1), "9");
  assert.deepEqual(output.index(2, 1), [0, 2, 1]);
  const second = sceneOf(
    "example=free&text=a+b&heads=2&d_k=3&head=1&edits=output[0,1,4]=9;scores[0,0,0,0]=1",
  );
  assert.equal(panel(second, "output").flags[1 * 3 + 1], EDITED);
  assert.ok(
    panel(second, "scores").flags.every((flag) => flag === 0),
    "an edit of another head",
  );
});

test("stages before the reader's own matrix are greyed", () => {
  const greyed = (link: string) =>
    panels(sceneOf(link))
      .filter(({ flags }) => flags.every((flag) => (flag & GREYED) !== 0))
      .map(({ id }) => id);
  assert.deepEqual(greyed(""), []);
  assert.deepEqual(greyed("matrix=scores:1,0,0;0,1,0;0,0,1"), ["query", "key"]);
  const weights = "matrix=weights:1,0,0;0,1,0;0,1,1&mask=causal";
  assert.deepEqual(greyed(weights), ["query", "key", "scores", "scaled", "mask", "masked"]);
  const scene = sceneOf(weights);
  assert.ok(panel(scene, "weights").flags.every((flag) => (flag & HIDDEN) === 0));
  assert.match(scene.notes.join("\n"), /do not add up to 1 .*\(rows: 3\)/);
  assert.match(panel(scene, "scores").speak(0, 0), /not used$/);
});

test("gradients: the map, and d of every stage", () => {
  const data = dataOf("mask=causal&gradients=true&of=output[0,1,0]");
  const T = 3;
  const map = { shape: [T, T], data: Float32Array.from([1, 0, 0, 2, 3, 0, 0.5, 7, 1]) };
  const { weights, scores, x, query } = data.tensors;
  const gradients = {
    of: { tensor: "output", index: [0, 1, 0] },
    value: 5,
    map,
    tensors: { weights: weights!, scores: scores!, x: x!, query: query! },
  };
  const scene = draw({ ...data, gradients }, { language: "en" });
  const ids = scene.bands.slice(-2).map((band) => band.panels.map(({ id }) => id));
  assert.deepEqual(ids, [["gradient_map"], ["d:weights", "d:scores", "d:query", "d:x"]]);
  assert.equal(
    scene.bands.at(-1)?.title,
    "Gradients of output[0,1,0], from the output back to the input",
  );
  const drawn = panel(scene, "gradient_map");
  assert.deepEqual(
    [drawn.role, drawn.map, drawn.editable, drawn.values],
    ["gradient", "sequential", false, map.data],
  );
  assert.equal(drawn.speak(2, 1), "output sat, input cat, 7");
  assert.match(scene.summary, /Strongest influence: input cat on output sat, 7\.$/);
  const d = panel(scene, "d:scores");
  assert.deepEqual(
    [d.gradient, d.tensor, d.title, d.editable, d.formula],
    [true, "scores", "dS · Scores", false, typeset["gradient.scores"].mathml],
  );
  assert.equal(d.flags[1], HIDDEN);
  assert.equal(panel(scene, "d:weights").flags[1], 0);
  assert.equal(panel(scene, "d:query").title, "dQ · Queries Q");
});

test("the summary says range, strongest cells and mask", () => {
  assert.equal(
    sceneOf("").summary,
    "Self-attention over 3 tokens with no mask. The weights run from 1/10 to 4/5; strongest: sat → cat 4/5, cat → sat 4/7, The → cat 1/2.",
  );
  assert.equal(
    sceneOf("mask=padding&length=2", { language: "zh" }).summary,
    "3 个词元的自注意力，加填充掩码，只看得见前 2 个键。权重在 1/9 到 8/9 之间，最强的是 sat → cat 8/9、The → cat 2/3、cat → cat 2/3。",
  );
  assert.match(sceneOf("text=cat+sat+cat&example=free").summary, /cat[₁₃] → /);
  assert.match(
    sceneOf("mask=padding&length=0").summary,
    /with a padding mask that shows the first 0 keys\. Every key is hidden, so all weights are 0\.$/,
  );
  const masked = (link: string, language: Language = "en") => sceneOf(link, { language }).summary;
  assert.match(
    masked("mask=prefix&length=1"),
    /the first 1 key is seen by all, the rest is causal/,
  );
  assert.match(masked("mask=prefix&length=0"), /the first 0 keys are seen by all, the rest/);
  assert.match(masked("mask=window"), /a sliding window of 2 keys, up to the query itself\. The/);
  assert.match(
    masked("mask=window&length=0"),
    /a sliding window of 0 keys, up to the query itself\. Every/,
  );
  assert.match(masked("mask=prefix", "zh"), /前 2 个键对所有查询可见，其后按因果遮住。/);
  assert.match(masked("mask=window", "zh"), /只看得见自己在内的最近 2 个键。/);
});

test("notes say what the reader must know", () => {
  const notes = (link: string, language: Language = "en") => sceneOf(link, { language }).notes;
  assert.deepEqual(notes(""), []);
  assert.deepEqual(notes("example=free"), ["untrained: the pattern means nothing yet"]);
  assert.deepEqual(notes("example=free", "zh"), ["随机权重，图案还没有含义。"]);
  assert.match(notes("weights=identity&text=a")[0] ?? "", /only copy/);
  assert.match(
    notes("example=previous-token")[0] ?? "",
    /looks for the one 1 place before it\. At the start/,
  );
  assert.match(
    notes("example=previous-token&heads=2&head=1")[0] ?? "",
    /looks for the one 2 places before it/,
  );
  assert.match(notes("example=previous-token&positions=false")[0] ?? "", /switched off/);
  assert.match(notes("example=same-word")[0] ?? "", /same word/);
  assert.match(notes("scaling=false").join(), /Not divided by √d_k/);
  assert.match(notes("mask=padding&length=0").join(), /No key is visible to The, cat, sat/);
  assert.match(notes("example=free&heads=2&head=1").join("\n"), /Head 2 of 2/);
  const long = draw({ ...dataOf(""), truncated: 64 }, { language: "en" });
  assert.deepEqual(long.notes, ["The first 64 tokens are used; the text has more."]);
  const { ignored } = parse(table, "heads=99&colour=red");
  // What the data leave out is told by whoever shows them: once.
  const all = sceneOf("matrix=scores:1", { ignored }).notes;
  assert.equal(all.length, 2);
  assert.match(all[0] ?? "", /^heads = 99 was ignored: it lies outside 1\u2060…\u206016\.$/);
});

test("an empty sentence is a scene too", () => {
  const state = parse(table, "text=").state;
  const empty = { ...dataOf(""), state, tokens: [], catalogue: [], tensors: {} };
  for (const language of ["en", "zh"] as const) {
    const scene = draw(empty, { language });
    assert.deepEqual([scene.bands, scene.tables, scene.notes], [[], [], []]);
    assert.ok(scene.summary.length > 0);
  }
});

test("table twins; of a large matrix the row in view", () => {
  const [weights, output] = sceneOf("").tables;
  assert.deepEqual(weights?.columns, ["query", "The", "cat", "sat"]);
  assert.deepEqual(weights?.rows[1], { head: "cat", cells: ["1/7", "2/7", "4/7"] });
  assert.equal(output?.rows.length, 3);
  const tokens = Array.from({ length: 40 }, (_, i) => `w${i}`);
  const [large] = sceneOf("example=free", { active: { query: 7, key: 3 } }, tokens).tables;
  assert.deepEqual(
    [large?.rows.length, large?.rows[0]?.head, large?.rows[0]?.cells.length],
    [1, "w7", 40],
  );
  assert.equal(large?.caption, "Attention weights of the query w7");
});

test("the title is the sentence, written as it is read", () => {
  assert.equal(sceneOf("").title, "Self-attention: “The cat sat”");
  const chinese = sceneOf("example=free", { language: "zh" }, ["我", "爱", "NLP", "。"]);
  assert.equal(chinese.title, "自注意力：“我爱 NLP。”");
});

test("64 tokens, all stages and gradients, in 8 ms", () => {
  const tokens = Array.from({ length: 64 }, (_, i) => `w${i % 40}`);
  const data = dataOf("example=free&d_model=64&d_k=64&mode=all&mask=causal&positions=true", tokens);
  const map = { shape: [64, 64], data: data.tensors.weights!.data };
  const gradients = {
    of: { tensor: "output", reduce: "sum" as const },
    value: 0,
    map,
    tensors: data.tensors,
  };
  const full: AttentionData = { ...data, gradients };
  const times: number[] = [];
  for (let round = 0; round < 40; round++) {
    const start = performance.now();
    draw(full, { language: round % 2 ? "zh" : "en" });
    times.push(performance.now() - start);
  }
  const best = Math.min(...times);
  console.log(`describe, 64 tokens, all stages and gradients: ${best.toFixed(2)} ms`);
  // The budget is 8 ms; a busy machine gets four times that.
  assert.ok(best < 32, `${best} ms`);
});
