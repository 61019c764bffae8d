// Native MathML. Operands carry data-term so that a click can open them, and a
// class for their role's colour.

import { escapeXml } from "../scene/xml.js";
import type { Call, Printer } from "./fold.js";
import type { CellSymbol } from "./names.js";

const mi = (text: string) => `<mi>${escapeXml(text)}</mi>`;
const mo = (text: string) => `<mo>${text}</mo>`;
const row = (...parts: string[]) => `<mrow>${parts.join("")}</mrow>`;

const NAMES: Record<string, string> = {
  "√d_k": `<msqrt><msub>${mi("d")}${mi("k")}</msub></msqrt>`,
  q·k: row(mi("q"), mo("·"), mi("k")),
  Σ: mi("Σ"),
};

const FUNCTIONS: Record<Exclude<Call, "exponential" | "square_root">, string> = {
  logarithm: "ln",
  maximum: "max",
  sine: "sin",
  cosine: "cos",
  hyperbolic_tangent: "tanh",
  float32: "float32",
  float16: "float16",
  error_function: "erf",
};

function list(parts: string[], between: string): string {
  return parts.length > 1 ? row(parts.join(mo(between))) : (parts[0] ?? "");
}

function letter({ letter: base, mark, subscripts, gradient }: CellSymbol): string {
  const head = mi(base);
  // W_Q is one sign; a cell of it, (W_Q)_23.
  const named = /[A-Z]/.test(mark);
  const whole = named ? `<msub>${head}${mi(mark)}</msub>` : head;
  const base_ = named && subscripts.length > 0 ? row(mo("("), whole, mo(")")) : whole;
  const body = gradient ? row('<mi mathvariant="normal">d</mi>', base_) : base_;
  const under = subscripts.map((text) => {
    if (/^[\d.]+$/.test(text)) return `<mn>${text}</mn>`;
    return /^[a-z]$/.test(text) ? mi(text) : `<mtext>${escapeXml(text)}</mtext>`;
  });
  const sub = row(under.join(mo(",")));
  if (mark && !named) return `<msubsup>${body}${sub}${mo(mark)}</msubsup>`;
  return under.length > 0 ? `<msub>${body}${sub}</msub>` : body;
}

function tagged(body: string, symbol?: CellSymbol, term?: number): string {
  const open = term === undefined ? "" : ` data-term="${term}"`;
  const colour = symbol ? ` class="role-${symbol.role}"` : "";
  return open || colour ? `<mrow${colour}${open}>${body}</mrow>` : body;
}

export const mathml: Printer = {
  symbol: (symbol, term) =>
    tagged(symbol.of ? mathml.slope(symbol.of, symbol) : letter(symbol), symbol, term),
  slope: (o, x) =>
    `<mfrac>${row(mo("∂"), letter({ ...o, gradient: false }))}${row(mo("∂"), letter({ ...x, gradient: false }))}</mfrac>`,
  number({ sign, parts, digits, power }, symbol, term) {
    const body = parts
      ? `<mfrac><mn>${parts[0]}</mn><mn>${parts[1]}</mn></mfrac>`
      : `<mn>${digits}</mn>`;
    const scaled =
      power === undefined
        ? body
        : row(
            body,
            mo("×"),
            `<msup><mn>10</mn>${row(power < 0 ? mo("−") : "", `<mn>${Math.abs(power)}</mn>`)}</msup>`,
          );
    return tagged(sign ? row(mo("−"), scaled) : scaled, symbol, term);
  },
  name: (name) => NAMES[name] ?? mi(name),
  bracket: (body) => row(mo("("), body, mo(")")),
  sum: (parts) => list(parts, "+"),
  difference: (a, b) => row(a, mo("−"), b),
  product: (parts) => list(parts, "·"),
  quotient: (a, b) => `<mfrac>${row(a)}${row(b)}</mfrac>`,
  bar: true,
  negative: (body) => row(mo("−"), body),
  power: (base, exponent) => `<msup>${row(base)}${row(exponent)}</msup>`,
  call(kind, parts) {
    if (kind === "exponential") return `<msup>${mi("e")}${row(...parts)}</msup>`;
    if (kind === "square_root") return `<msqrt>${row(...parts)}</msqrt>`;
    return row(mi(FUNCTIONS[kind]), mo("&#x2061;"), mo("("), list(parts, ","), mo(")"));
  },
  over: (kind, counter, body) =>
    kind === "sum"
      ? row(`<munder><mo largeop="true" movablelimits="false">∑</mo>${mi(counter)}</munder>`, body)
      : row(`<munder>${mi("max")}${mi(counter)}</munder>`, '<mspace width="0.2em"/>', body),
  dots: mo("⋯"),
  equals: mo("="),
};
