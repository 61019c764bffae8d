// Everything alive in the engine and how it is made again, so that a new engine has it too. What
// cannot be made as it was is lost, and says so.

import type { Connection } from "./connection.js";
import { DisposedError, EngineCrashedError } from "./errors.js";
import type { Answer, Arguments, Method } from "./handlers.js";

/** What makes something that lives in the engine; its first argument is the id. */
export type Maker = "model" | "run" | "compute" | "gradients" | "transformer" | "record" | "write";

interface Recipe {
  method: Maker;
  args: Arguments<Maker>;
  parent: number | undefined;
  /** Of the parent, when this was made. */
  parentState: number;
  /** How often it was changed. */
  state: number;
  /** The state that `args` makes. */
  kept: number;
}

/** What a call does, once it succeeded, to something that was made before. */
export interface Change<M extends Method> {
  id: number;
  /** What was made in it before cannot be made in it any more. */
  moves?: boolean;
  /** `again` makes it as it is now; else in the state that was kept before. */
  keeps?: boolean;
  /** How it is made again: the arguments of its maker, from those before and the call's answer. */
  again?(args: never, answer: Answer<M>): Arguments<Maker>;
}

const OTHER_STATE =
  "this is gone: the engine stopped and was started again with the model as it was last kept, not " +
  "as it was when this was made; make a new one with the model as it is";

export class Recipes {
  /** Parents before children. */
  readonly #alive = new Map<number, Recipe>();
  /** Why, by id; until it is let go of. */
  readonly #lost = new Map<unknown, string>();

  add(id: number, method: Maker, args: Arguments<Maker>, parent: number | undefined): void {
    const parentState = this.#stateOf(parent);
    this.#alive.set(id, { method, args, parent, parentState, state: 0, kept: 0 });
  }

  /** What is gone stays gone. */
  change<M extends Method>(change: Change<M>, answer: Answer<M>): void {
    const recipe = this.#alive.get(change.id);
    if (!recipe) return;
    if (change.moves) recipe.state += 1;
    if (change.keeps) recipe.kept = recipe.state;
    if (change.again) recipe.args = change.again(recipe.args as never, answer);
  }

  /** Lets go of `id` and of what lives in it; answers with the ids of what is alive, children first. */
  remove(id: number): number[] {
    this.#lost.delete(id);
    if (!this.#alive.delete(id)) return [];
    const children = [...this.#alive].filter(([, recipe]) => recipe.parent === id);
    return [...children.flatMap(([child]) => this.remove(child)), id];
  }

  /** How often `id` was changed since it was kept. */
  behind(id: number): number {
    const recipe = this.#alive.get(id);
    return recipe ? recipe.state - recipe.kept : 0;
  }

  clear(): void {
    this.#alive.clear();
    this.#lost.clear();
  }

  /** What is said of something that a new engine does not have. */
  lost(id: unknown): DisposedError | undefined {
    const why = this.#lost.get(id);
    return why === undefined ? undefined : new DisposedError(why);
  }

  /** Makes everything again in a new engine; false: that one stopped. */
  async replay(connection: Connection): Promise<boolean> {
    for (const recipe of this.#alive.values()) recipe.state = recipe.kept;
    for (const [id, recipe] of [...this.#alive]) {
      // Lost with its parent, or let go of meanwhile.
      if (!this.#alive.has(id)) continue;
      if (recipe.parentState !== this.#stateOf(recipe.parent)) this.#lose(id, OTHER_STATE);
      else if (!(await this.#make(connection, id, recipe))) return false;
    }
    return true;
  }

  async #make(connection: Connection, id: number, { method, args }: Recipe): Promise<boolean> {
    try {
      try {
        await connection.call(method, args);
      } catch (error) {
        // It is dropped, so that it can stop the engine only once.
        this.#lose(id, failed(error));
        if (error instanceof EngineCrashedError) throw error;
        // Of what is made in steps the first may be there.
        await connection.call("dispose", [[id]]);
      }
      return true;
    } catch (error) {
      if (!(error instanceof EngineCrashedError)) throw error;
      connection.close();
      return false;
    }
  }

  #lose(id: number, why: string): void {
    for (const gone of this.remove(id)) this.#lost.set(gone, why);
  }

  #stateOf(parent: number | undefined): number {
    return (parent !== undefined && this.#alive.get(parent)?.state) || 0;
  }
}

function failed(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return (
    "this is gone: the engine stopped and was started again, where this could not be made again " +
    `(${reason}); make a new one`
  );
}
