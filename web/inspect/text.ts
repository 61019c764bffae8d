// Plain text: one line a formula, readable in an editor or a mail.

import { t } from "../i18n/t.js";
import type { Language } from "../i18n/types.js";
import { line, type Printer, written } from "./fold.js";
import type { CellSymbol } from "./names.js";
import { numberText, onOneLine } from "./number.js";
import { origin, where } from "./speech.js";
import { lines, type Source } from "./tree.js";

const FUNCTIONS = {
  exponential: "exp",
  logarithm: "ln",
  square_root: "√",
  maximum: "max",
  sine: "sin",
  cosine: "cos",
  hyperbolic_tangent: "tanh",
  float32: "float32",
  float16: "float16",
  error_function: "erf",
} as const;

export function letterText(symbol: CellSymbol): string {
  const { letter, mark, subscripts, gradient, of } = symbol;
  if (of && gradient) return text.slope(of, symbol);
  const caret = /[A-Z]/.test(mark) ? `_${mark}` : mark;
  return `${gradient ? "d" : ""}${letter}${caret}${subscripts.length ? `[${subscripts.join(",")}]` : ""}`;
}

export const text: Printer = {
  symbol: letterText,
  slope: (o, x) =>
    `∂${letterText({ ...o, gradient: false })}/∂${letterText({ ...x, gradient: false })}`,
  number: onOneLine,
  name: (name) => name,
  bracket: (body) => `(${body})`,
  sum: (parts) => parts.join(" + "),
  difference: (a, b) => `${a} − ${b}`,
  product: (parts) => parts.join("·"),
  quotient: (a, b) => `${a} ÷ ${b}`,
  bar: false,
  negative: (body) => `−${body}`,
  power: (base, exponent) => `${base}^(${exponent})`,
  call: (kind, parts) => `${FUNCTIONS[kind]}(${parts.join(", ")})`,
  over: (kind, counter, body) => `${kind === "sum" ? "Σ" : "max"}_${counter} ${body}`,
  dots: "…",
  equals: " = ",
};

/** Every step of a card: where, how, and its lines. */
export function asText(language: Language, steps: Source[]): string {
  const blocks = steps.map((source) => {
    const { explanation, catalogue } = source;
    const head = `${where(language, catalogue, explanation.as ?? explanation)} = ${numberText(explanation.value, false, 9)}`;
    const from = origin(language, source);
    const formulas = lines(explanation).map((id) => `  ${written(line(source, id, text), text)}`);
    const was = explanation.was;
    if (was !== undefined)
      formulas.unshift(
        `  ${t(language, "inspect.edited", { was: numberText(was, source.fractions) })}`,
      );
    return [head, ...(from ? [`  ${from}`] : []), ...formulas].join("\n");
  });
  return `${blocks.join("\n")}\n`;
}
