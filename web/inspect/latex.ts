// LaTeX for amsmath: an aligned block with every line of every step.

import { line, type Printer } from "./fold.js";
import { type CellSymbol, symbol } from "./names.js";
import { numerals } from "./number.js";
import { lines, type Source } from "./tree.js";

const SPECIAL: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  _: "\\_",
  "%": "\\%",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
};

export function escapeLatex(text: string): string {
  const flat = text.replace(/[\r\n\t]+/g, " ");
  return `\\text{${flat.replace(/[\\{}$&#_%^~]/g, (sign) => SPECIAL[sign] ?? sign)}}`;
}

const LETTERS: Record<string, string> = {
  "‖∂o/∂x‖": "\\lVert\\partial o/\\partial x\\rVert",
};

const NAMES: Record<string, string> = {
  "√d_k": "\\sqrt{d_k}",
  q·k: "q \\cdot k",
  Σ: "\\Sigma",
  max: "\\max",
  μ: "\\mu",
  σ: "\\sigma",
  "σ²": "\\sigma^2",
  "σ(x)": "\\sigma(x)",
  "σ(αx)": "\\sigma(\\alpha x)",
  "Φ(x)": "\\Phi(x)",
  "mean(x²)": "\\overline{x^2}",
  angle: "\\varphi",
  θ: "\\theta",
  γ: "\\gamma",
  "base′": "\\mathrm{base}'",
};

const FUNCTIONS = {
  logarithm: "\\ln",
  maximum: "\\max",
  sine: "\\sin",
  cosine: "\\cos",
  hyperbolic_tangent: "\\tanh",
  float32: "\\operatorname{float32}",
  float16: "\\operatorname{float16}",
  error_function: "\\operatorname{erf}",
} as const;

function letter(symbol: CellSymbol): string {
  const { letter: base, mark, subscripts, gradient, of } = symbol;
  if (of && gradient) return latex.slope(of, symbol);
  const primes = mark === "′" ? "'" : mark === "″" ? "''" : mark ? `^{${mark}}` : "";
  const sign = LETTERS[base] ?? (/^[A-Za-z]$/.test(base) ? base : escapeLatex(base));
  const under = subscripts.map((text) =>
    /^(\d+|[a-z])$/.test(text) ? text : escapeLatex(plain(text)),
  );
  // W_Q is one sign; a cell of it, (W_Q)_23.
  const named = /[A-Z]/.test(mark) ? `${sign}_{${mark}}` : sign;
  const name = named !== sign && under.length ? `(${named})` : named;
  const sub = under.length ? `_{${under.join(",\\,")}}` : "";
  return `${gradient ? "\\mathrm{d}" : ""}${name}${primes}${sub}`;
}

/** Subscript digits have no glyph in most LaTeX fonts. */
function plain(text: string): string {
  return text.replace(/[₀-₉]/g, (digit) => String(digit.charCodeAt(0) - 0x2080));
}

export const latex: Printer = {
  symbol: letter,
  slope: (o, x) =>
    `\\frac{\\partial ${letter({ ...o, gradient: false })}}{\\partial ${letter({ ...x, gradient: false })}}`,
  number({ sign, parts, digits, power }) {
    const body = parts ? `\\tfrac{${parts[0]}}{${parts[1]}}` : digits === "∞" ? "\\infty" : digits;
    return `${sign ? "-" : ""}${body}${power === undefined ? "" : ` \\times 10^{${power}}`}`;
  },
  name: (name) => NAMES[name] ?? escapeLatex(name),
  bracket: (body) => `\\left(${body}\\right)`,
  sum: (parts) => parts.join(" + "),
  difference: (a, b) => `${a} - ${b}`,
  product: (parts) => parts.join(" \\cdot "),
  quotient: (a, b) => `\\frac{${a}}{${b}}`,
  bar: true,
  negative: (body) => `-${body}`,
  power: (base, exponent) => `{${base}}^{${exponent}}`,
  call(kind, parts) {
    if (kind === "exponential") return `e^{${parts.join("")}}`;
    if (kind === "square_root") return `\\sqrt{${parts.join("")}}`;
    return `${FUNCTIONS[kind]}\\left(${parts.join(",\\, ")}\\right)`;
  },
  over: (kind, counter, body) => `${kind === "sum" ? "\\sum" : "\\max"}_{${counter}} ${body}`,
  dots: "\\cdots",
  equals: " = ",
};

/** Every line of every step, aligned at its first equals sign. */
export function asLatex(steps: Source[]): string {
  const rows = steps.flatMap((source) => {
    const ids = lines(source.explanation);
    if (ids.length === 0) {
      const left = latex.symbol(symbol(source, source.explanation));
      return [`${left} &= ${latex.number(numerals(source.explanation.value, source.fractions))}`];
    }
    return ids.map((id) => {
      const { left, symbols, numbers, value } = line(source, id, latex);
      const right = [symbols, numbers, value].filter((part) => part !== undefined);
      return `${left} &= ${right.join(latex.equals)}`;
    });
  });
  return `\\begin{aligned}\n${rows.join(" \\\\\n")}\n\\end{aligned}\n`;
}
