// The attributes of a figure: which view it shows, and values of that view's parameters.
import { fromAttributes, type Parsed } from "../../state/codec.js";
import type { Ignored, State, Table } from "../../state/table.js";
import { isView, type ViewName } from "../../views/registry.js";

/** The view that a state names. */
export function viewIn(source: string | Readonly<Record<string, unknown>>): ViewName | undefined {
  const name =
    typeof source === "string"
      ? new URLSearchParams(source.replace(/^[#?]/, "")).get("view")
      : source.view;
  return isView(name) ? name : undefined;
}

/** Reads the attributes of an element and hears of their changes. */
export class Attributes {
  readonly #observer: MutationObserver;

  constructor(
    private readonly element: Element,
    private readonly heard: (name: string, value: string | null) => void,
  ) {
    this.#observer = new MutationObserver((records) => this.#tell(records));
  }

  /** The view that they name; another word is told with the parameters. */
  get view(): ViewName {
    return viewIn({ view: this.element.getAttribute("view") }) ?? "attention";
  }

  /** The state that they mean; from now on changes of this table's are heard. */
  read<S extends State>(table: Table<S>): Parsed<S> {
    const names = table.parameters.flatMap(({ name }) => [name, name.replaceAll("_", "-")]);
    this.#observer.takeRecords();
    this.#observer.observe(this.element, { attributeOldValue: true, attributeFilter: names });
    return fromAttributes(table, this.element.attributes);
  }

  /** Tells at once what changed just now. */
  heed(): void {
    this.#tell(this.#observer.takeRecords());
  }

  #tell(records: readonly MutationRecord[]): void {
    const before = new Map<string, string | null>();
    for (const { attributeName, oldValue } of records) {
      if (attributeName && !before.has(attributeName)) before.set(attributeName, oldValue);
    }
    for (const [name, old] of before) {
      const value = this.element.getAttribute(name);
      if (value !== old) this.heard(name.replaceAll("-", "_"), value);
    }
  }
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
