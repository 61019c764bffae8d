// Sentences in the reader's language: where a cell is, and how a line reads aloud.

import type { Explanation } from "../engine/types.js";
import { spoken } from "../i18n/symbols.js";
import { has, type Key, t } from "../i18n/t.js";
import type { Language } from "../i18n/types.js";
import type { Printer } from "./fold.js";
import { line, written } from "./fold.js";
import { type CellSymbol, drawn, entryOf, isOther, label, shownAxes } from "./names.js";
import { type Numerals, numerals } from "./number.js";
import type { Address, Source } from "./tree.js";

/** The text of a key that ends in a tensor's name, with fewer and fewer of its scopes. */
export function tensorText(language: Language, prefix: string, name: string): string | undefined {
  for (let rest = name; ; rest = rest.slice(rest.indexOf(".") + 1)) {
    const found = `inspect.${prefix}.${rest}`;
    if (has(found)) return t(language, found);
    if (!rest.includes(".")) return undefined;
  }
}

/** What the figure or the layer calls a tensor; undefined: nothing but the program's own name. */
export function titleOf(
  language: Language,
  catalogue: Source["catalogue"],
  cell: Address,
): string | undefined {
  const { tensor } = cell;
  const name = isOther(catalogue, tensor) ? undefined : tensorText(language, "name", tensor);
  return drawn(catalogue, cell)?.title ?? name;
}

export function tensorName(
  language: Language,
  catalogue: Source["catalogue"],
  cell: Address,
): string {
  const name = titleOf(language, catalogue, cell) ?? cell.tensor;
  return cell.gradient ? t(language, "inspect.gradient", { name }) : name;
}

/** "query cat → key sat", "row 2, column 3". */
export function place(
  language: Language,
  source: Source["catalogue"],
  { tensor, index }: Address,
): string {
  const entry = entryOf(source, tensor);
  const shown = shownAxes(entry?.axes, index);
  const roles = shown.map((axis) => entry?.axes[axis]?.role ?? "feature");
  const plainMatrix =
    roles.length === 2 && roles.every((role) => role === "feature" || role === "model");
  const arrow = roles.at(-1) === "key" && roles.at(-2) === "query";
  const words = shown.map((axis, place) => {
    const role = plainMatrix ? (place === 0 ? "row" : "column") : (roles[place] ?? "feature");
    // Where queries do not meet keys, a token is just a token.
    const alone = !arrow && (role === "query" || role === "key");
    const kind = alone ? "position" : role === "model" ? "feature" : role;
    return t(language, `inspect.axis.${kind}` as Key, {
      at: label(entry?.axes[axis], index[axis] ?? 0),
    });
  });
  const tail = arrow ? [words.splice(-2).join(" → ")] : [];
  return [...words, ...tail].join(t(language, "common.clause.separator"));
}

/** "weights · query cat → key sat" */
export function where(
  language: Language,
  catalogue: Source["catalogue"],
  address: Address,
): string {
  if (address.of && address.gradient) {
    const { tensor, index } = address;
    const o = where(language, catalogue, { tensor: "output", index: address.of, gradient: false });
    const x = where(language, catalogue, { tensor, index, gradient: false });
    return t(language, "inspect.slope.of", { o, x });
  }
  const at = drawn(catalogue, address)?.place ?? place(language, catalogue, address);
  const name = tensorName(language, catalogue, address);
  return at ? `${name} · ${at}` : name;
}

function spokenNumber(language: Language, { sign, parts, digits, power }: Numerals): string {
  let text = digits === "∞" ? t(language, "inspect.say.infinity") : digits;
  if (parts) text = t(language, "inspect.say.over", { a: String(parts[0]), b: String(parts[1]) });
  if (power !== undefined) {
    const b = power < 0 ? t(language, "inspect.say.minus", { a: String(-power) }) : String(power);
    text = t(language, "inspect.say.power10", { a: text, b });
  }
  return sign ? t(language, "inspect.say.minus", { a: text }) : text;
}

function spokenSymbol({ letter, mark, subscripts, gradient }: CellSymbol): string {
  const name = [letter + (/[A-Z]/.test(mark) ? ` ${mark}` : mark), ...subscripts].join(" ");
  return gradient ? `d ${name}` : name;
}

export function speech(language: Language): Printer {
  const say = (key: string, parameters = {}) =>
    t(language, `inspect.say.${key}` as Key, parameters);
  const list = (parts: string[]) => parts.join(t(language, "common.list.separator"));
  return {
    symbol: (symbol) =>
      symbol.of
        ? say("slope", {
            o: spokenSymbol(symbol.of),
            x: spokenSymbol({ ...symbol, gradient: false }),
          })
        : spokenSymbol(symbol),
    slope: (o, x) =>
      say("slope", {
        o: spokenSymbol({ ...o, gradient: false }),
        x: spokenSymbol({ ...x, gradient: false }),
      }),
    number: (digits) => spokenNumber(language, digits),
    name: (name) => (has(`inspect.say.${name}`) ? say(name) : name),
    bracket: (a) => say("bracket", { a }),
    sum: (parts) => parts.join(say("sum")),
    difference: (a, b) => a + say("difference") + b,
    product: (parts) => parts.join(say("product")),
    quotient: (a, b) => say("quotient", { a, b }),
    bar: false,
    negative: (a) => say("minus", { a }),
    power: (a, b) => say("power", { a, b }),
    call(kind, parts) {
      const a = list(parts);
      // "e to the power of a minus b" would be e to the a, minus b.
      const open = kind === "exponential" && ["sum", "difference"].some((k) => a.includes(say(k)));
      return say(kind, { a: open ? say("bracket", { a }) : a });
    },
    over: (kind, letter, a) => say(`over.${kind}`, { letter, a }),
    dots: say("dots"),
    equals: say("equals"),
  };
}

/** Where the cell is, then its root line: what the live region says. */
export function sentence(language: Language, source: Source): string {
  const { explanation, catalogue } = source;
  const name = spoken(where(language, catalogue, explanation.as ?? explanation));
  const print = speech(language);
  const text =
    explanation.root === undefined
      ? spokenNumber(language, numerals(explanation.value, source.fractions))
      : written(line(source, explanation.root, print), print);
  return t(language, "common.labelled", { name, text });
}

/** Where an input comes from, in words. */
export function origin(language: Language, source: Source): string | undefined {
  const { explanation, catalogue } = source;
  const from = explanation.origin;
  if (!from) return undefined;
  if (from.kind === "rule") return rule(language, source);
  const word = from.word ?? tokenWord(explanation, catalogue) ?? "?";
  if (from.kind === "drawn") {
    const seed = String(from.seed ?? "?");
    const hash = from.hash ?? "?";
    return !from.word
      ? t(language, "inspect.origin.drawn", { seed })
      : t(language, "inspect.origin.drawn.word", { word, hash, seed });
  }
  return t(language, `inspect.origin.${from.kind}`, { word });
}

function tokenWord(
  { index, tensor }: Explanation,
  catalogue: Source["catalogue"],
): string | undefined {
  const axis = entryOf(catalogue, tensor)?.axes.findIndex((one) => one.labels) ?? -1;
  return axis < 0 ? undefined : entryOf(catalogue, tensor)?.axes[axis]?.labels?.[index[axis] ?? 0];
}

const RULES = ["future", "padding", "window", "later", "document"] as const;

/** A mask's rule, from its two last indices and the word the engine gives for it. */
function rule(language: Language, { explanation, catalogue }: Source): string {
  const axes = entryOf(catalogue, explanation.tensor)?.axes;
  const at = (axis: number) => label(axes?.at(axis), explanation.index.at(axis) ?? 0);
  const hidden = RULES.find((known) => known === explanation.origin?.text) ?? "hidden";
  const which = explanation.value !== 0 ? "visible" : hidden;
  return t(language, `inspect.rule.${which}`, { query: at(-2), key: at(-1) });
}
