// A script of one cell from its operands alone, for stages too large to print:
// the expression tree as torch code, sums of one pattern as vectors.

import type { Explanation, Term } from "../engine/types.js";
import { cellName, check, head, literal, variable } from "./python.js";
import { addressOf, nameOf, pattern } from "./tree.js";

export function scalar(explanation: Explanation): string {
  const { root, terms, value, was } = explanation;
  const body: string[] = [];
  const known = new Map<number, string>();
  let count = 0;

  const keep = (name: string, code: string, note = ""): string => {
    const fresh = `${name}_${count++}`;
    body.push(`${fresh} = ${code}${note}`);
    return fresh;
  };

  /** The code of one node, or of the same node of every term of a sum. */
  const emit = (ids: number[]): string => {
    const [id = 0] = ids;
    const one = ids.every((other) => other === id);
    if (one && known.has(id)) return known.get(id) as string;
    const all = ids.map((other) => terms[other] as Term);
    const code = one ? single(id) : many(all);
    const name = nameOf(terms[id] as Term);
    if (one && name !== undefined) {
      known.set(id, keep(variable(name), code));
      return known.get(id) as string;
    }
    return code;
  };

  const numbers = (values: number[]) =>
    `torch.tensor(${values.length > 1 ? `[${values.map(literal).join(", ")}]` : literal(values[0] ?? 0)}, dtype=torch.float64)`;

  const many = (all: Term[]): string => {
    const [term] = all as [Term];
    if (term.kind !== "operand" && term.kind !== "constant") {
      return apply(
        term,
        term.children.map((_, at) => emit(all.map((one) => one.children[at] ?? 0))),
      );
    }
    const note = term.tensor ? `  # from ${cellName(addressOf(term))} on` : "";
    return keep(variable(term.tensor ?? "c"), numbers(all.map((one) => one.value)), note);
  };

  const single = (id: number): string => {
    const term = terms[id] as Term;
    if (term.kind === "constant") return numbers([term.value]);
    if (term.kind === "operand") {
      const code = keep(
        variable(term.tensor ?? "c"),
        numbers([term.value]),
        `  # ${cellName(addressOf(term))}`,
      );
      known.set(id, code);
      return code;
    }
    const rest = term.omitted ? ` + ${literal(term.omitted.value)}` : "";
    if (term.kind === "sum" && pattern(explanation, id)) {
      return `(${many(term.children.map((child) => terms[child] as Term))}).sum()${rest}`;
    }
    return (
      apply(
        term,
        term.children.map((child) => emit([child])),
      ) + rest
    );
  };

  const result = root === undefined ? numbers([value]) : emit([root]);
  const lines = [...head(explanation), ...body, "", ...check(result, was ?? value)];
  if (was !== undefined) lines.push(`# The reader then set it to ${literal(value)}.`);
  return lines.join("\n");
}

function apply(term: Term, of: string[]): string {
  const [a = "0", b = "0"] = of;
  switch (term.kind) {
    case "sum":
      return `(${of.join(" + ")})`;
    case "difference":
      return `(${a} - ${b})`;
    case "product":
      return `(${of.join(" * ")})`;
    case "quotient":
      return `(${a} / ${b})`;
    case "negative":
      return `(-${a})`;
    case "power":
      return `(${a} ** ${b})`;
    case "maximum":
      return `torch.stack([${of.join(", ")}]).max()`;
    case "float32":
      return `${a}.float().double()`;
    case "float16":
      return `${a}.half().double()`;
    default:
      return `torch.${FUNCTIONS[term.kind as keyof typeof FUNCTIONS]}(${a})`;
  }
}

const FUNCTIONS = {
  exponential: "exp",
  logarithm: "log",
  square_root: "sqrt",
  sine: "sin",
  cosine: "cos",
  hyperbolic_tangent: "tanh",
  error_function: "erf",
};
