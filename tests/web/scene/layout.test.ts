import assert from "node:assert/strict";
import { test } from "node:test";
import { geometry, SMALLEST_CELL, TEXT_CELL } from "../../../web/scene/geometry.js";
import { layout } from "../../../web/scene/layout.js";
import type { Scene } from "../../../web/scene/scene.js";
import { textWidth, truncate, visible, wrap } from "../../../web/scene/text.js";
import { exactScene, largeMatrix, makeMatrix } from "./sample.js";

function sceneOf(...panels: Scene["bands"][number]["panels"]): Scene {
  return { ...exactScene(), bands: [{ id: "one", panels, joints: panels.map(() => "→") }] };
}

test("no panel, joint or line of text leaves the width, whatever the width and the matrix", () => {
  const scenes = [
    exactScene("en"),
    exactScene("zh", ["我", "爱", "自然语言处理技术导论与应用"]),
    sceneOf(largeMatrix(64), largeMatrix(12), largeMatrix(3, 256, "diverging")),
    sceneOf(largeMatrix(2, 4096, "diverging")),
  ];
  for (const scene of scenes) {
    for (const width of [200, 280, 320, 360, 768, 960, 1280, 1920]) {
      const box = layout(scene, width);
      for (const band of box.bands) {
        for (const panel of band.panels) {
          assert.ok(panel.x >= 0 && panel.x + panel.width <= width, `panel at ${width}`);
          const cells = panel.geometry.left + panel.geometry.cell * panel.geometry.columns;
          assert.ok(panel.x + cells <= width, `cells at ${width}`);
          for (const line of [...panel.titleLines, ...panel.formulaLines]) {
            assert.ok(panel.x + textWidth(line, 12) <= width, line);
          }
          assert.ok(panel.y + panel.height <= box.height);
        }
        for (const joint of band.joints) assert.ok(joint.x + textWidth(joint.text, 18) <= width);
      }
    }
  }
});

test("panels of one band never overlap", () => {
  const box = layout(exactScene(), 700);
  for (const { panels } of box.bands) {
    for (const [i, a] of panels.entries()) {
      for (const b of panels.slice(i + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x;
        assert.ok(
          apart || a.y + a.height <= b.y || b.y + b.height <= a.y,
          `${a.matrix.id} ${b.matrix.id}`,
        );
      }
    }
  }
});

test("cells are 44 px where they fit, shrink, keep 4 px on a page and never overflow a picture", () => {
  assert.equal(geometry(largeMatrix(3), 1000).cell, 44);
  const middling = geometry(largeMatrix(12), 420).cell;
  assert.ok(middling >= TEXT_CELL && middling < 44, String(middling));
  assert.equal(geometry(largeMatrix(64), 340).cell, SMALLEST_CELL);
  assert.equal(geometry(largeMatrix(3, 256), 340, "en", SMALLEST_CELL).cell, SMALLEST_CELL);
  assert.ok(geometry(largeMatrix(3, 256), 340).cell < SMALLEST_CELL);
});

test("texts stand in cells from 24 px on, fit them, and lose decimals before they vanish", () => {
  const wide = makeMatrix({ id: "m", values: [[-1.23456, 1 / 7, 12.3456]] });
  const small = geometry(wide, 140);
  assert.ok(small.cell >= TEXT_CELL && small.cell < 44);
  for (const text of small.texts) {
    assert.notEqual(text, "");
    assert.ok(textWidth(text, small.cellFont) <= small.cell);
  }
  assert.deepEqual(geometry(wide, 400).texts, ["−1.235", "1/7", "12.346"]);
  assert.equal(geometry(largeMatrix(64), 340).cellFont, 0);
});

test("numbers that do not fit lose decimals together, and what is left of none is near to zero", () => {
  const rows = [
    [-0.2281, 0.3349, 0.8531],
    [0.0004, -0.0213, 0],
  ];
  const texts = (width: number) => geometry(makeMatrix({ id: "m", values: rows }), width).texts;
  const decimals = (text: string) => /\.(\d+)$/.exec(text)?.[1]?.length;
  const seen = new Set<number>();
  for (let width = 120; width < 240; width++) {
    const all = texts(width);
    if (all.length === 0) continue;
    assert.ok(!all.includes(""), all.join(" "));
    const counts = new Set(all.flatMap((text) => decimals(text) ?? []));
    assert.ok(counts.size <= 1 || all.some((text) => text.includes("×")), all.join(" "));
    for (const count of counts) seen.add(count);
  }
  assert.deepEqual([...seen].sort(), [1, 2, 3]);
  // Where all fit, each is as its figure writes it.
  const roomy = makeMatrix({ id: "m", values: [[0.99983, 1, 0.25]] });
  const written = [0, 1, 2].map((column) => roomy.text(0, column));
  const free = {
    ...roomy,
    text: (_: number, column: number) => ["0.9998", "1", "1/4"][column] ?? "",
  };
  assert.deepEqual(geometry(roomy, 400).texts, written);
  assert.deepEqual(geometry(free, 400).texts, ["0.9998", "1", "1/4"]);
  // One wide number does not make nothing of the others.
  const wide = makeMatrix({ id: "m", values: [[12345.678, 0.3349, 0.8531]] });
  assert.deepEqual(geometry(wide, 130).texts.slice(1), ["0.3", "0.9"]);
});

test("labels never overlap: fewer labels where lines are too close, all of them spoken in full", () => {
  const g = geometry(largeMatrix(64), 340);
  for (const [i, label] of g.rowLabels.entries()) {
    const next = g.rowLabels[i + 1];
    if (next !== undefined) assert.ok((next.index - label.index) * g.cell > g.rowFont);
  }
  const long = makeMatrix({ id: "m", values: [[1]], rows: ["x".repeat(400)], columns: ["y"] });
  const [label] = geometry(long, 360).rowLabels;
  assert.ok(label?.text.endsWith("…") && label.full.length === 400);
});

test("an empty matrix has a place too", () => {
  const empty = makeMatrix({ id: "empty", values: [] });
  const g = geometry(empty, 300);
  assert.ok(Number.isFinite(g.width) && Number.isFinite(g.height) && g.cellFont > 0);
});

test("widths: Chinese one em, Latin at most 0.9, marks nothing; cutting keeps within the width", () => {
  assert.equal(textWidth("注意", 10), 20);
  assert.ok(Math.abs(textWidth("cat", 10) - 18) < 1e-9);
  assert.equal(textWidth("e\u0301", 10), 6);
  for (const width of [8, 20, 33, 90]) {
    for (const text of ["attention", "自然语言处理", "mixed 混合 text", "👩‍👩‍👧 family"]) {
      assert.ok(textWidth(truncate(text, width, 12), 12) <= Math.max(width, textWidth("…", 12)));
    }
  }
  assert.equal(visible("a b\nc\t"), "a␣b↵c⇥");
});

test("lines break at spaces and between Chinese characters, not before a closing mark", () => {
  assert.deepEqual(wrap("one two three", 60, 10), ["one two", "three"]);
  const lines = wrap("我爱自然语言，处理。", 60, 10);
  assert.equal(lines.join(""), "我爱自然语言，处理。");
  for (const line of lines) assert.ok(!/^[，。]/.test(line), line);
  assert.deepEqual(wrap("", 60, 10), []);
});

test("numbers above columns leave half an em between them", () => {
  const columns = Array.from({ length: 12 }, (_, at) => String(16_372 + at));
  const values = [columns.map(() => 0.5)];
  const matrix = makeMatrix({ id: "far", values, columns });
  for (let width = 160; width <= 800; width += 20) {
    const g = geometry(matrix, width);
    const [first, second] = g.columnLabels;
    if (first === undefined || second === undefined) continue;
    const between = (second.index - first.index) * g.cell - textWidth(first.text, g.columnFont);
    assert.ok(first.turned || between >= g.columnFont / 2, `${width}: ${between}`);
  }
});

test("numbers wider than their columns stay clear of the title of the rows", () => {
  const columns = Array.from({ length: 12 }, (_, at) => String(16_372 + at));
  const values = columns.map(() => columns.map(() => 0.5));
  const matrix = makeMatrix({ id: "far", values, rows: columns, columns });
  for (const width of [240, 280, 320, 640]) {
    const g = geometry(matrix, width);
    const [first] = g.columnLabels;
    const middle = g.left + 0.5 * g.cell;
    const begins = middle - textWidth(first?.text ?? "", g.columnFont) / 2;
    assert.ok(begins >= g.titleEnd, `${width}: ${begins} of ${g.titleEnd}`);
    assert.ok(g.titleEnd >= textWidth(g.rowTitle, 12));
    assert.ok(g.left + g.cell * 12 <= width, `${width}`);
  }
});
