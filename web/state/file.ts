// A state outside of links: as a small JSON file, and as attributes for the embed code.
import { assemble, difference, type Parsed, parse, report, VERSION } from "./codec.js";
import type { State, Table } from "./table.js";

/** The attributes that `fromAttributes` reads back as `state`, for the embed code. */
export function toAttributes<S extends State>(table: Table<S>, state: S): [string, string][] {
  return Object.entries(difference(table, state)).map(([name, value]) => [name, String(value)]);
}

/** A state too long for a link, as a small JSON file. */
export function formatFile<S extends State>(table: Table<S>, state: S): string {
  return `${JSON.stringify({ clearhead: VERSION, ...difference(table, state) }, null, 2)}\n`;
}

export function parseFile<S extends State>(table: Table<S>, text: string): Parsed<S> {
  try {
    const content: unknown = JSON.parse(text);
    if (content !== null && typeof content === "object" && !Array.isArray(content)) {
      const { clearhead, ...values } = content as Record<string, unknown>;
      return parse(table, clearhead === undefined ? values : { v: String(clearhead), ...values });
    }
  } catch {
    // Falls through: the same answer as for JSON that is no state.
  }
  const { state } = assemble(table, {});
  return { state, given: new Set(), ignored: [report("file", text, "malformed", "JSON")] };
}
