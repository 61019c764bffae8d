// One walk over an expression, shared by every printer: it settles names or
// numbers, brackets, and how much of a long sum is written out. A printer only
// says how each sign looks.

import type { TermKind } from "../engine/types.js";
import { type CellSymbol, consumer, counter, sign, symbol } from "./names.js";
import { type Numerals, numerals } from "./number.js";
import { addressOf, contributions, nameOf, pattern, type Source } from "./tree.js";

/** Function-like nodes that bring their own brackets. */
export type Call = Extract<
  TermKind,
  | "exponential"
  | "logarithm"
  | "square_root"
  | "maximum"
  | "sine"
  | "cosine"
  | "hyperbolic_tangent"
  | "float32"
  | "float16"
  | "error_function"
>;

export interface Printer {
  symbol(symbol: CellSymbol, term?: number): string;
  /** ∂o/∂x */
  slope(o: CellSymbol, x: CellSymbol): string;
  number(value: Numerals, symbol?: CellSymbol, term?: number): string;
  name(name: string): string;
  bracket(body: string): string;
  sum(parts: string[]): string;
  difference(a: string, b: string): string;
  product(parts: string[]): string;
  quotient(a: string, b: string): string;
  /** A fraction with a bar needs no brackets around its parts. */
  bar: boolean;
  negative(body: string): string;
  power(base: string, exponent: string): string;
  call(kind: Call, parts: string[]): string;
  /** Σ over a letter; maximum over a letter. */
  over(kind: "sum" | "maximum", letter: string, body: string): string;
  dots: string;
  equals: string;
}

/** How tightly a text holds together: a bracket is needed where a tighter one is wanted. */
const SUM = 1;
const PRODUCT = 2;
const POWER = 3;
const ATOM = 4;

/** Terms of a sum that a line of numbers spells out; beyond it, the three largest and dots. */
const SPELLED = 4;

/** The constant of a chain rule that says how the target reads the cell itself. */
const SEED = "∂L/∂x";
const LOSS: CellSymbol = {
  letter: "L",
  mark: "",
  subscripts: [],
  role: "neutral",
  gradient: false,
};

interface Piece {
  text: string;
  level: number;
}

/** One node as an expression: symbols, or the numbers that stand for them. */
export function expression(source: Source, root: number, print: Printer, numbers: boolean): string {
  const { explanation } = source;
  const { terms } = explanation;
  const itself = symbol(source, { ...explanation, gradient: false });

  const numberPiece = (value: number, sign?: CellSymbol, id?: number): Piece => {
    const digits = numerals(value, source.fractions);
    const text = print.number(digits, sign, id);
    const whole = !digits.parts || print.bar;
    return { text, level: value < 0 ? SUM : whole ? ATOM : PRODUCT };
  };

  const visit = (id: number, axes?: Map<number, Set<number>>, letter = ""): Piece => {
    const term = terms[id];
    if (!term) return { text: "?", level: ATOM };
    const at = (child: number, level: number): string => {
      const piece = visit(child, axes, letter);
      return piece.level < level ? print.bracket(piece.text) : piece.text;
    };
    const name = nameOf(term);
    if (name !== undefined && id !== root) {
      return numbers ? numberPiece(term.value) : { text: print.name(name), level: ATOM };
    }
    const [a = 0, b = 0] = term.children;
    switch (term.kind) {
      case "operand": {
        const sign = symbol(source, addressOf(term), { axes: axes?.get(id), letter });
        if (numbers) return numberPiece(term.value, sign, id);
        return { text: print.symbol(sign, axes ? undefined : id), level: ATOM };
      }
      case "constant":
        if (numbers || term.name !== SEED) return numberPiece(term.value);
        return { text: print.slope(LOSS, itself), level: ATOM };
      case "sum":
        return { text: sum(id, at), level: SUM };
      case "difference":
        return { text: print.difference(at(a, SUM), at(b, PRODUCT)), level: SUM };
      case "product": {
        if (a === b) return { text: square(at(a, SUM)), level: POWER };
        const o = consumer(explanation, id);
        if (!o || numbers) {
          return {
            text: print.product(term.children.map((child) => at(child, PRODUCT))),
            level: PRODUCT,
          };
        }
        const moving = { axes: axes?.get(a), letter };
        const to = symbol(source, { ...addressOf(o), gradient: false }, moving);
        return { text: print.product([at(a, PRODUCT), print.slope(to, itself)]), level: PRODUCT };
      }
      case "quotient": {
        const level = print.bar ? SUM : PRODUCT;
        const bottom = print.bar ? SUM : POWER;
        return {
          text: print.quotient(at(a, level), at(b, bottom)),
          level: print.bar ? POWER : PRODUCT,
        };
      }
      case "negative":
        return { text: print.negative(at(a, PRODUCT)), level: SUM };
      case "power":
        return { text: print.power(at(a, ATOM), at(b, SUM)), level: POWER };
      default:
        return { text: call(id, term.kind, at), level: POWER };
    }
  };

  const square = (body: string) => print.power(print.bracket(body), print.number(numerals(2)));

  /** Σ (∂o_e/∂x_c)² over the features of both cells. */
  const slopes = (id: number): string | undefined => {
    const [x] = terms[id]?.children ?? [];
    const term = terms[x ?? -1];
    if (!term?.of || terms[id]?.children[1] !== x) return undefined;
    const address = addressOf(term);
    const moving = { axes: new Set([address.index.length - 1]), letter: "c" };
    const sign = symbol(source, address, moving);
    if (sign.of) sign.of.subscripts.splice(-1, 1, "e");
    return print.over("sum", "e,c", square(print.symbol(sign)));
  };

  const call = (id: number, kind: Call, at: (child: number, level: number) => string): string => {
    const children = terms[id]?.children ?? [];
    if (kind === "maximum" && !numbers && children.length > 2) {
      const found = pattern(explanation, id);
      if (found) return over("maximum", id, found);
    }
    const shown = children.slice(0, SPELLED).map((child) => at(child, SUM));
    if (children.length > SPELLED) shown.push(print.dots);
    return print.call(kind, shown);
  };

  const over = (
    kind: "sum" | "maximum",
    id: number,
    found: NonNullable<ReturnType<typeof pattern>>,
  ) => {
    const letter = counter(source, found);
    const body = visit(terms[id]?.children[0] ?? 0, found.axes, letter);
    return print.over(kind, letter, body.level < PRODUCT ? print.bracket(body.text) : body.text);
  };

  const sum = (id: number, at: (child: number, level: number) => string): string => {
    const term = terms[id];
    const children = term?.children ?? [];
    const count = children.length + (term?.omitted?.count ?? 0);
    if (!numbers && count > 2) {
      const all = slopes(children[0] ?? -1);
      if (all !== undefined) return all;
      const found = pattern(explanation, id);
      if (found) return over("sum", id, found);
    }
    const whole = count <= SPELLED;
    const shown = whole ? children : contributions(explanation, id).slice(0, SPELLED - 1);
    const parts = shown.map((child, place) => at(child, place === 0 ? SUM : PRODUCT));
    return print.sum(whole ? parts : [...parts, print.dots]);
  };

  return visit(root).text;
}

/** The parts of a line "left = symbols = numbers = value", without repeats. */
export interface Line {
  id: number;
  left: string;
  symbols?: string;
  numbers?: string;
  value: string;
}

export function line(source: Source, id: number, print: Printer): Line {
  const { explanation } = source;
  const term = explanation.terms[id];
  const isRoot = id === explanation.root;
  const name = term && nameOf(term);
  const left = isRoot || name === undefined ? print.symbol(sign(source)) : print.name(name);
  const value = print.number(numerals(term?.value ?? explanation.value, source.fractions));
  const result: Line = { id, left, value };
  // A constant and an empty sum say nothing but their value; one operand, nothing in numbers.
  const empty = term?.kind !== "operand" && !term?.children.length;
  if (!term || term.kind === "constant" || empty) return result;
  result.symbols = expression(source, id, print, false);
  if (term.kind === "operand") return result;
  const numbers = expression(source, id, print, true);
  if (numbers !== result.symbols && numbers !== value) result.numbers = numbers;
  return result;
}

export function written({ left, symbols, numbers, value }: Line, print: Printer): string {
  return [left, symbols, numbers, value].filter((part) => part !== undefined).join(print.equals);
}
