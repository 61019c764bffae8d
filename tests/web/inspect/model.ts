// A self-attention written out in plain loops, one head, with the explanations
// that the engine would give: what the printers are tested on without an engine.

import type { Axis, CatalogueEntry, Explanation, Tensor, Term } from "../../../web/engine/types.js";
import type { Address } from "../../../web/inspect/tree.js";

export interface Stage {
  catalogue: CatalogueEntry[];
  tensors: Map<string, Tensor>;
  explain(address: Address, options?: { limit?: number }): Promise<Explanation>;
  tensor(name: string): Promise<Tensor>;
}

export interface Setting {
  words?: string[];
  table?: number[][];
  query?: number[][];
  key?: number[][];
  value?: number[][];
  causal?: boolean;
  /** tensor, flat index, new value */
  edit?: [string, number, number];
}

const twoLn2 = 2 * Math.log(2);

export const exact: Required<Omit<Setting, "edit" | "causal">> = {
  words: ["The", "cat", "sat"],
  table: [
    [1, 0, 0, 1],
    [0, 1, 0, 1],
    [0, 0, 1, 1],
  ],
  query: [
    [0, 1, 0, 0],
    [0, 1, 2, 0],
    [0, 3, 0, 0],
    [0, 0, 0, 0],
  ],
  key: [
    [twoLn2, 0, 0, 0],
    [0, twoLn2, 0, 0],
    [0, 0, twoLn2, 0],
    [0, 0, 0, 0],
  ],
  value: [
    [7, 0, 0, 0],
    [0, 7, 0, 0],
    [7, 7, 0, 0],
    [0, 0, 0, 0],
  ],
};

export class Terms {
  readonly list: Term[] = [];
  add(
    kind: Term["kind"],
    value: number,
    children: number[] = [],
    more: Partial<Term> = {},
  ): number {
    return this.list.push({ kind, value, children, ...more }) - 1;
  }
}

export function stage(setting: Setting = {}): Stage {
  const { words, table, query, key, value } = { ...exact, ...setting };
  const T = words.length;
  const C = table[0]?.length ?? 0;
  const D = query[0]?.length ?? 0;
  const distinct = [...new Set(words)];
  const ids = words.map((word) => distinct.indexOf(word));
  const tensors = new Map<string, Tensor>();
  const catalogue: CatalogueEntry[] = [];

  const axis = (role: Axis["role"], size: number, labels?: string[]): Axis =>
    labels ? { role, size, labels } : { role, size };
  const batch = axis("batch", 1);
  const head = axis("head", 1);
  const position = axis("query", T, words);
  const square = [batch, head, axis("query", T, words), axis("key", T, words)];

  const record = (
    name: string,
    axes: Axis[],
    operation: string,
    inputs: string[],
    fill: (index: number[]) => number,
    base?: string,
  ) => {
    const shape = axes.map(({ size }) => size);
    const size = shape.reduce((all, length) => all * length, 1);
    const data = new Float32Array(size);
    for (let flat = 0; flat < size; flat++) data[flat] = fill(unflatten(flat, shape));
    const entry: CatalogueEntry = { name, shape, axes, dtype: "f32", operation, inputs, edits: [] };
    if (base) entry.base = base;
    if (setting.edit?.[0] === name) {
      const [, index, now] = setting.edit;
      entry.edits.push({ index, was: data[index] ?? 0 });
      data[index] = now;
    }
    if (name === "tokens") entry.dtype = "i32";
    if (name === "mask") entry.dtype = "u8";
    catalogue.push(entry);
    tensors.set(name, { shape, data });
  };
  const at = (name: string, ...index: number[]): number => {
    const { shape, data } = tensors.get(name) as Tensor;
    return (
      data[index.reduce((flat, i, axisAt) => flat * (shape[axisAt] ?? 1) + i, 0)] ?? Number.NaN
    );
  };
  const dot = (length: number, term: (c: number) => number) =>
    Array.from({ length }, (_, c) => term(c)).reduce((all, x) => all + x, 0);

  record("tokens", [batch, position], "input", [], ([, t = 0]) => ids[t] ?? 0);
  record(
    "embedding.table",
    [axis("vocabulary", distinct.length, distinct), axis("model", C)],
    "input",
    [],
    ([v = 0, c = 0]) => table[v]?.[c] ?? 0,
  );
  record(
    "embeddings",
    [batch, position, axis("model", C)],
    "embedding",
    ["embedding.table", "tokens"],
    ([, t = 0, c = 0]) => at("embedding.table", ids[t] ?? 0, c),
  );
  record(
    "x",
    [batch, position, axis("model", C)],
    "view",
    ["embeddings"],
    ([, t = 0, c = 0]) => at("embeddings", 0, t, c),
    "embeddings",
  );
  for (const [name, weight] of [
    ["query", query],
    ["key", key],
    ["value", value],
  ] as const) {
    record(
      `${name}.weight`,
      [axis("model", C), axis("feature", D)],
      "input",
      [],
      ([c = 0, d = 0]) => weight[c]?.[d] ?? 0,
    );
    record(
      name,
      [batch, position, axis("feature", D)],
      "linear",
      ["x", `${name}.weight`],
      ([, t = 0, d = 0]) => dot(C, (c) => at("x", 0, t, c) * at(`${name}.weight`, c, d)),
    );
    record(
      `heads.${name}`,
      [batch, head, position, axis("feature", D)],
      "view",
      [name],
      ([, , t = 0, d = 0]) => at(name, 0, t, d),
      name,
    );
  }
  record("scores", square, "scores", ["heads.query", "heads.key"], ([, , i = 0, j = 0]) =>
    dot(D, (d) => at("query", 0, i, d) * at("key", 0, j, d)),
  );
  record(
    "scaled",
    square,
    "scale",
    ["scores"],
    ([, , i = 0, j = 0]) => at("scores", 0, 0, i, j) / Math.sqrt(D),
  );
  record(
    "mask",
    square.map((one, a) => (a === 0 ? batch : one)),
    "input",
    [],
    ([, , i = 0, j = 0]) => (setting.causal && j > i ? 0 : 1),
  );
  record("masked", square, "mask", ["scaled", "mask"], ([, , i = 0, j = 0]) =>
    at("mask", 0, 0, i, j) ? at("scaled", 0, 0, i, j) : Number.NEGATIVE_INFINITY,
  );
  const largest = (i: number) => Math.max(...words.map((_, j) => at("masked", 0, 0, i, j)));
  const total = (i: number) => dot(T, (j) => Math.exp(at("masked", 0, 0, i, j) - largest(i)));
  record(
    "weights",
    square,
    "softmax",
    ["masked"],
    ([, , i = 0, j = 0]) => Math.exp(at("masked", 0, 0, i, j) - largest(i)) / total(i),
  );
  record(
    "head_outputs",
    [batch, head, position, axis("feature", D)],
    "weighted_sum",
    ["weights", "heads.value"],
    ([, , t = 0, d = 0]) => dot(T, (j) => at("weights", 0, 0, t, j) * at("value", 0, j, d)),
  );
  record(
    "output",
    [batch, position, axis("feature", D)],
    "view",
    ["head_outputs"],
    ([, t = 0, d = 0]) => at("head_outputs", 0, 0, t, d),
    "head_outputs",
  );

  const explain = async (address: Address, { limit = 64 } = {}): Promise<Explanation> => {
    const entry = catalogue.find(({ name }) => name === address.tensor);
    if (!entry) throw new Error(`no tensor "${address.tensor}"`);
    if (entry.base) {
      const index = entry.name === "output" ? [0, 0, ...address.index.slice(1)] : address.index;
      const flat = entry.name.startsWith("heads.") ? [0, ...index.slice(2)] : index;
      return explain({ ...address, tensor: entry.base, index: flat }, { limit });
    }
    const index = address.index;
    const terms = new Terms();
    const operand = (tensor: string, ...place: number[]) =>
      terms.add("operand", at(tensor, ...place), [], { tensor, index: place, derivative: 1 });
    const product = (a: number, b: number) =>
      terms.add("product", (terms.list[a]?.value ?? 0) * (terms.list[b]?.value ?? 0), [a, b]);
    const sum = (children: number[], name?: string) => {
      const values = (from: number[]) =>
        from.reduce((all, id) => all + (terms.list[id]?.value ?? 0), 0);
      const kept =
        limit > 0 && children.length > limit
          ? [...children]
              .sort(
                (a, b) => Math.abs(terms.list[b]?.value ?? 0) - Math.abs(terms.list[a]?.value ?? 0),
              )
              .slice(0, limit)
          : children;
      const rest = children.filter((id) => !kept.includes(id));
      const omitted =
        rest.length > 0 ? { omitted: { count: rest.length, value: values(rest) } } : {};
      return terms.add("sum", values(children), kept, { ...omitted, ...(name ? { name } : {}) });
    };
    const range = (length: number) => Array.from({ length }, (_, i) => i);
    const result: Explanation = {
      tensor: address.tensor,
      index,
      gradient: false,
      value: at(address.tensor, ...index),
      operation: entry.operation,
      terms: terms.list,
    };
    const [a = 0, b = 0, c = 0, d = 0] = index;
    switch (entry.name) {
      case "tokens":
        result.origin = { kind: "token", word: words[b] ?? "" };
        break;
      case "embedding.table":
        result.origin = setting.table
          ? { kind: "drawn", word: distinct[a] ?? "", hash: "9e3779b97f4a7c15", seed: 7 }
          : { kind: "constructed" };
        break;
      case "mask":
        result.origin = { kind: "rule", text: "future" };
        break;
      case "embeddings": {
        const id = operand("tokens", 0, b);
        result.root = operand("embedding.table", terms.list[id]?.value ?? 0, c);
        break;
      }
      case "query":
      case "key":
      case "value":
        result.root = sum(
          range(C).map((at_) =>
            product(operand("x", 0, b, at_), operand(`${entry.name}.weight`, at_, c)),
          ),
        );
        break;
      case "scores":
        result.root = sum(
          range(D).map((at_) => product(operand("query", 0, c, at_), operand("key", 0, d, at_))),
          "q·k",
        );
        break;
      case "scaled": {
        const by = terms.add("square_root", Math.sqrt(D), [terms.add("constant", D)], {
          name: "√d_k",
        });
        result.root = terms.add("quotient", result.value, [operand("scores", 0, 0, c, d), by]);
        break;
      }
      case "masked": {
        const mask = operand("mask", 0, 0, c, d);
        result.root = terms.list[mask]?.value
          ? operand("scaled", 0, 0, c, d)
          : terms.add("constant", Number.NEGATIVE_INFINITY);
        break;
      }
      case "weights": {
        const seen = range(T).map((j) => operand("masked", 0, 0, c, j));
        const max = terms.add("maximum", largest(c), seen, { name: "max" });
        const powers = seen.map((id) => {
          const difference = (terms.list[id]?.value ?? 0) - largest(c);
          return terms.add("exponential", Math.exp(difference), [
            terms.add("difference", difference, [id, max]),
          ]);
        });
        result.root = terms.add("quotient", result.value, [powers[d] ?? 0, sum(powers, "Σ")]);
        break;
      }
      case "head_outputs":
        result.root = sum(
          range(T).map((j) => product(operand("weights", 0, 0, c, j), operand("value", 0, j, d))),
        );
        break;
      default:
        result.origin = { kind: "constructed" };
    }
    const edit = entry.edits[0];
    if (edit && unflatten(edit.index, entry.shape).join() === index.join()) result.was = edit.was;
    return result;
  };
  return {
    catalogue,
    tensors,
    explain,
    tensor: async (name) => {
      const found = tensors.get(name);
      if (!found) throw new Error(`no tensor "${name}"`);
      return found;
    },
  };
}

function unflatten(flat: number, shape: number[]): number[] {
  const index = shape.map(() => 0);
  let rest = flat;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const size = shape[axis] ?? 1;
    index[axis] = rest % size;
    rest = Math.floor(rest / size);
  }
  return index;
}

/** A chain rule by hand: dq[cat, 2] through three scores. */
export function chainRule(): Explanation {
  const terms = new Terms();
  const products = [0.25, -0.5, 0.125].map((d, j) => {
    const o = terms.add("operand", d, [], {
      tensor: "scores",
      index: [0, 0, 1, j],
      gradient: true,
      derivative: j,
    });
    return terms.add("product", d * (j + 1), [
      o,
      terms.add("constant", j + 1, [], { name: "∂o/∂x" }),
    ]);
  });
  const value = 0.25 - 1 + 0.375;
  const root = terms.add("sum", value, products);
  return {
    tensor: "query",
    index: [0, 1, 1],
    gradient: true,
    value,
    operation: "chain_rule",
    root,
    terms: terms.list,
  };
}
