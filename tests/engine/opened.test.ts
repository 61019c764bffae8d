// What a reader opens in a figure that is a program: every number drawn, and every number that its
// card leads to, has a link of its own, leads past what is only joined, and is called as it is drawn.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Engine } from "clearhead/engine.js";
import type { CatalogueEntry, Explanation } from "../../web/engine/types.js";
import { type Step, unfold } from "../../web/inspect/chain.js";
import { type Address, addressOf, key, operands } from "../../web/inspect/tree.js";
import type { Matrix } from "../../web/scene/scene.js";
import { formatCell } from "../../web/state/cells.js";
import { format, parse } from "../../web/state/codec.js";
import type { State } from "../../web/state/table.js";
import { viewNames, viewOf } from "../../web/views/registry.js";
import type { Data, Session, View } from "../../web/views/view.js";

const engine: Engine = await createEngine();
after(() => engine.dispose());
const names = viewNames.filter((name) => name !== "attention");

interface Shown {
  view: View;
  session: Session<State, Data<State>>;
  catalogue: readonly CatalogueEntry[];
  panels: Matrix[];
}

async function shown(name: (typeof viewNames)[number]): Promise<Shown> {
  const view = await viewOf(name);
  const session = view.open(engine);
  const data = await session.update(parse(view.table, "").state);
  const panels = view.describe(data, { language: "en" }).bands.flatMap(({ panels }) => panels);
  return { view, session, catalogue: data.catalogue, panels };
}

/** Cells of every panel. */
function drawn(panels: readonly Matrix[]): Address[] {
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
  const queue = drawn(panels);
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
