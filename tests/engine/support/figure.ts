// A figure on an engine, for tests that look into its data.

import assert from "node:assert/strict";
import type { Engine } from "clearhead/engine.js";
import type { ProgramData } from "../../../web/figures/program.js";
import { parse } from "../../../web/state/codec.js";
import type { State } from "../../../web/state/table.js";
import { type ViewName, viewOf } from "../../../web/views/registry.js";
import type { Data, Session, View } from "../../../web/views/view.js";

/** The cells of a tensor that is drawn; none where it is not. */
export const numbers = ({ tensors }: Pick<ProgramData, "tensors">, name: string): number[] =>
  Array.from(tensors[name]?.data ?? [], Number);

/** Equal up to rounding, of numbers above 1 in proportion. */
export const near = (found: number, wanted: number, by = 1e-5): void =>
  assert.ok(Math.abs(found - wanted) <= by * Math.max(1, Math.abs(wanted)), `${found}, ${wanted}`);

export interface Figure<S extends State, D extends Data<S>> {
  readonly view: View<S, D>;
  /** What a link says, and values over it. */
  stateOf(link?: string, values?: Partial<S>): S;
  /** Looks at the data of a state in a session of its own. */
  shown<T>(state: S, look: (data: D, session: Session<S, D>) => T | Promise<T>): Promise<T>;
}

export async function figureOf<S extends State, D extends Data<S>>(
  engine: Engine,
  name: ViewName,
): Promise<Figure<S, D>> {
  const view = (await viewOf(name)) as unknown as View<S, D>;
  return {
    view,
    stateOf: (link = "", values = {}) => ({
      ...parse(view.table, `view=${name}&${link}`).state,
      ...values,
    }),
    async shown(state, look) {
      const session = view.open(engine);
      try {
        return await look(await session.update(state), session);
      } finally {
        await session.dispose();
      }
    },
  };
}
