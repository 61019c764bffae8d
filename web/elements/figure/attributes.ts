// The attributes of a figure as values of its view's parameters.
import { fromAttributes, type Parsed } from "../../state/codec.js";
import type { Ignored, State, Table } from "../../state/table.js";

export function readAttributes(table: Table<State>, attributes: Iterable<Attr>): Parsed<State> {
  return fromAttributes(table, attributes);
}

/** The values that the change of one attribute gives; without a value the default. */
export function changed(
  table: Table<State>,
  name: string,
  value: string | null,
): Record<string, unknown> {
  const parameter = table.parameters.find((one) => one.name === name);
  return { [name]: value === null ? parameter?.default : value };
}

/** Tells the author; readers see it in the figure. */
export function warn(ignored: readonly Ignored[]): void {
  for (const { name, given, allowed } of ignored) {
    console.warn(`clearhead-figure: ${name}="${given}" is ignored; allowed: ${allowed}`);
  }
}
