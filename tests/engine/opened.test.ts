// What a reader opens in a figure that is a program: every number drawn, and every number that its
// card leads to, has a link of its own, leads past what is only joined, and is called as it is drawn.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Engine } from "clearhead/engine.js";
import { drawn } from "../../web/elements/figure/drawn.js";
import type { Explanation } from "../../web/engine/types.js";
import type { Language } from "../../web/i18n/types.js";
import { unfold } from "../../web/inspect/chain.js";
import { isOther } from "../../web/inspect/names.js";
import { where } from "../../web/inspect/speech.js";
import { asText } from "../../web/inspect/text.js";
import {
  type Address,
  addressOf,
  type Entry,
  key,
  operands,
  type Step,
} from "../../web/inspect/tree.js";
import type { Matrix, Scene } from "../../web/scene/scene.js";
import { formatCell, parseCell } from "../../web/state/cells.js";
import { format, parse } from "../../web/state/codec.js";
import type { State } from "../../web/state/table.js";
import { type ViewName, viewNames, viewOf } from "../../web/views/registry.js";
import type { Data, Session, View } from "../../web/views/view.js";

const engine: Engine = await createEngine();
after(() => engine.dispose());
const names = viewNames.filter((name) => name !== "attention");

interface Shown {
  view: View;
  session: Session<State, Data<State>>;
  catalogue: readonly Entry[];
  scene: Scene;
  panels: Matrix[];
}

async function shown(name: ViewName, language: Language = "en"): Promise<Shown> {
  const view = await viewOf(name);
  const session = view.open(engine);
  const data = await session.update(parse(view.table, "").state);
  const scene = view.describe(data, { language });
  const panels = scene.bands.flatMap(({ panels }) => panels);
  return { view, session, scene, catalogue: drawn(scene, data.catalogue), panels };
}

/** Cells of every panel. */
function cellsOf(panels: readonly Matrix[]): Address[] {
  return panels.flatMap((matrix) => {
    const { rows, columns, tensor, gradient } = matrix;
    const size = rows * columns;
    const places = size <= 64 ? [...Array(size).keys()] : [0, 1, 7, size >> 1, size - 1];
    return places.map((at) => {
      const index = matrix.index(Math.floor(at / columns), at % columns);
      return { tensor, gradient, index };
    });
  });
}

/** Cells of a tensor whose cards are looked into. */
const OF_EACH = 2;

/** The numbers drawn and those that cards lead to, some of each tensor, with their cards. */
async function opened({ session, panels }: Shown) {
  const cards = new Map<string, { cell: Address; steps: Step[] }>();
  const counts = new Map<string, number>();
  const queue = cellsOf(panels);
  for (let cell = queue.shift(); cell; cell = queue.shift()) {
    const count = counts.get(cell.tensor) ?? 0;
    if (cards.has(key(cell)) || count >= OF_EACH) continue;
    counts.set(cell.tensor, count + 1);
    const steps = await unfold(cell, (address, options) => session.explain(address, options));
    cards.set(key(cell), { cell, steps });
    const further = steps.flatMap((step) =>
      operands(step).map((id) => addressOf(step.terms[id] as Explanation["terms"][number])),
    );
    queue.push(...further);
  }
  return [...cards.values()];
}

for (const name of names) {
  test(`${name}: what a card leads to has a link and opens`, async () => {
    const all = await shown(name);
    const { table } = all.view;
    for (const { cell, steps } of await opened(all)) {
      const open = formatCell(cell);
      const { state, ignored } = parse(table, { open });
      assert.deepEqual(ignored, [], open);
      const back = parse(table, format(table, state).text);
      assert.deepEqual([back.state.open, back.ignored], [open, []]);
      const [first] = steps;
      assert.ok(first && first.operation !== "concatenate", open);
    }
    await all.session.dispose();
  });
}

for (const name of names) {
  test(`${name}: numbers are called as they are drawn`, async () => {
    const all = await shown(name);
    for (const matrix of all.panels.filter(({ gradient }) => !gradient)) {
      const { tensor, rows, columns } = matrix;
      const { title } = all.panels.find((one) => one.tensor === tensor) as Matrix;
      for (const at of [0, rows * columns - 1].filter((at) => at < rows * columns && at >= 0)) {
        const index = matrix.index(Math.floor(at / columns), at % columns);
        const said = where("en", all.catalogue, { tensor, index, gradient: false });
        assert.doesNotMatch(said, /undefined|[{}]|feature 1, feature/);
        const titles = all.panels.filter((one) => one.tensor === tensor).map((one) => one.title);
        const known = all.catalogue.some((entry) => entry.name === tensor);
        const own = titles.some((one) => said.startsWith(one.replace("▸ ", "")));
        assert.ok(!known || own, `${said}, drawn as ${title}`);
      }
    }
    // The words of the layer stand over what a layer has: vectors and matrices.
    for (const { name: tensor, shape } of all.catalogue) {
      if (/(^|\.)(query|key|value|output)$/.test(tensor)) {
        assert.equal(isOther(all.catalogue, tensor), shape.length < 2, tensor);
      }
    }
    await all.session.dispose();
  });
}

const CARDS: [ViewName, Language, string, RegExp][] = [
  ["parameters", "en", "parts[0]", /^Part by part · W_Q = 262144\n {2}W_Q = 512·512 = 262144\n$/],
  ["cost", "en", "work[16]", /· projections, n 256 = .*\n {2}projections, n 256 = 4·/],
  [
    "information",
    "en",
    "measures[1]",
    /^Entropies and mutual information · H\(Y\) = .*\n {2}H\(Y\) = \(−/,
  ],
  ["vectors", "en", "asked[0,0,3,0]", /and the keys · k₃, a = −2\n/],
  ["vectors", "zh", "measures[0,0,2,0]", /· 点积、k₁ = .*\n {2}s\[1,1\] = q\[1\]·k\[1,1\]/],
  ["stretch", "en", "weights[0,0,1,2]", /^Weights: none · query 16373 → key 16374 = /],
  [
    "positions",
    "en",
    "scores[0,0,1,2]",
    /^Scores S .* cat → key chased = .*\n {2}s\[cat,chased\] = products\[cat,chased\] ÷/,
  ],
  ["seeds", "zh", "scaled[0,0,1,2]", /^种子 0 .* · 查询 2 → 键 3 = /],
];

for (const [name, language, open, card] of CARDS) {
  test(`${name}: the card of ${open}, ${language}`, async () => {
    const { session, catalogue, scene } = await shown(name, language);
    const cell = parseCell(open) as Address;
    const steps = await unfold(cell, (address, options) => session.explain(address, options));
    const { fractions } = scene;
    const sources = steps.map((explanation) => ({ explanation, catalogue, fractions }));
    assert.match(asText(language, sources), card);
    await session.dispose();
  });
}
