// Dragging arrows by several fingers, and what is remembered of what was set lately.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Drag } from "../../../web/elements/matrix/drag.js";
import type { EditDetail } from "../../../web/elements/matrix/events.js";
import { Recent } from "../../../web/elements/matrix/recent.js";
import type { MatrixElement } from "../../../web/elements/matrix.js";
import { chart } from "../../../web/scene/chart.js";
import { geometry } from "../../../web/scene/geometry.js";
import type { Matrix } from "../../../web/scene/scene.js";
import { makeMatrix } from "../scene/sample.js";

// What is said aloud ends here.
const spoken: string[] = [];
const region = { setAttribute() {}, dataset: {}, style: {}, isConnected: true, lang: "" };
Object.defineProperty(region, "textContent", { get: () => "", set: (text) => spoken.push(text) });
Object.assign(globalThis, {
  document: { createElement: () => region, body: { append() {} } },
  window: { clearTimeout() {}, setTimeout: (act: () => void) => void act() },
});

function made(values: number[][], edited: [number, number][] = []): Matrix {
  const matrix = makeMatrix({ id: "plane", values, map: "none", editable: true, edited });
  const plane = chart({ kind: "arrow", measure: "", reach: [-4, 4] });
  return { ...matrix, editable: true, drags: true, chart: plane };
}

/** A drag over a matrix whose area begins at (0, 0); `under` is the row under the pointer. */
function held(matrix: Matrix, under: () => number | undefined) {
  const used = geometry(matrix, 360);
  const sent: (readonly EditDetail[])[] = [];
  const host = {
    ...{ matrix, used, language: "en", recent: new Recent(), active: { row: 0, column: 0 } },
    cellUnder: () => (under() === undefined ? null : { row: under() ?? 0, column: 0 }),
    fire: (_: string, cells: readonly EditDetail[]) => void sent.push(cells),
  };
  const { width = 0, height = 0 } = used.marks ?? {};
  const currentTarget = {
    setPointerCapture() {},
    getBoundingClientRect: () => ({ left: 0, top: 0, width, height }),
  };
  const event = (pointerId: number, x: number, y: number) =>
    ({
      ...{ pointerId, button: 0, currentTarget },
      ...{ clientX: ((x + 4) / 8) * width, clientY: ((4 - y) / 8) * height },
    }) as unknown as PointerEvent;
  return { drag: new Drag(host as unknown as MatrixElement), sent, event };
}
const place = (cells: readonly EditDetail[] | undefined) =>
  cells?.map(({ value }) => (value === undefined ? value : Math.round(value * 1000) / 1000));

test("one finger drags: others neither move the arrow nor let it go", () => {
  const { drag, sent, event } = held(
    made([
      [1, 1],
      [-2, 0],
    ]),
    () => 0,
  );
  drag.down(event(1, 1, 1));
  drag.move(event(2, 3, 3));
  drag.down(event(2, 1, 1));
  drag.up(event(2, 3, 3));
  assert.deepEqual(sent, []);
  assert.ok(drag.holds);
  drag.move(event(1, 2, -1));
  assert.deepEqual(place(sent[0]), [2, -1]);
  spoken.length = 0;
  drag.up(event(1, 2, -1));
  assert.ok(!drag.holds && drag.dropped);
  assert.match(spoken.join(), /2/);
});

test("a drag that is cancelled is taken back and said of nothing", () => {
  for (const [edited, back] of [
    [[], [undefined, undefined]],
    [
      [
        [0, 0],
        [0, 1],
      ],
      [1, 1],
    ],
  ] as [[number, number][], (number | undefined)[]][]) {
    const { drag, sent, event } = held(
      made(
        [
          [1, 1],
          [-2, 0],
        ],
        edited,
      ),
      () => 0,
    );
    spoken.length = 0;
    drag.down(event(1, 1, 1));
    drag.move(event(1, 2, -1));
    drag.cancel(event(2, 0, 0));
    assert.ok(drag.holds);
    drag.cancel(event(1, 0, 0));
    assert.deepEqual(place(sent.at(-1)), back);
    assert.deepEqual(spoken, []);
    assert.ok(!drag.holds && !drag.dropped);
    drag.down(event(1, 1, 1));
    drag.cancel(event(1, 1, 1));
    assert.equal(sent.length, 2, "nothing was moved");
  }
});

test("where there is no cell nothing is taken hold of", () => {
  const { drag, event } = held(made([[1, 1]]), () => undefined);
  drag.down(event(1, 1, 1));
  assert.ok(!drag.holds);
});

test("what was set lately holds until it is drawn, taken back, old, or of another matrix", () => {
  const before = made([
    [1, 2],
    [3, 4],
  ]);
  let time = 0;
  const set = () => {
    const recent = new Recent(() => time);
    recent.set(0, 9);
    return recent;
  };
  assert.equal(set().value(before, 0), 9);
  const stale = set();
  time += 2000;
  assert.equal(stale.value(before, 0), 1);
  const after = (matrix: Matrix) => {
    const recent = set();
    recent.drawn(matrix, before);
    return recent.value(matrix, 0);
  };
  assert.equal(
    after(
      made([
        [1, 2],
        [3, 4],
      ]),
    ),
    9,
    "an older result comes first",
  );
  assert.equal(
    after(
      made([
        [5, 2],
        [3, 6],
      ]),
    ),
    5,
    "other values",
  );
  assert.equal(after(made([[5, 2]])), 5, "another size");
  const named = made([
    [5, 2],
    [3, 4],
  ]);
  assert.equal(after({ ...named, rowAxis: { title: "", labels: ["a", "b"] } }), 5, "other names");
  const computed = {
    ...made([
      [1, 2],
      [3, 6],
    ]),
    sets: (row: number) => (row === 0 ? named : undefined),
  };
  assert.equal(after(computed as unknown as Matrix), 9, "what follows may change");
  const drawn = set();
  drawn.drawn(
    made([
      [9, 2],
      [3, 4],
    ]),
    before,
  );
  assert.equal(
    drawn.value(
      made([
        [7, 2],
        [3, 4],
      ]),
      0,
    ),
    7,
    "it was drawn",
  );
});
