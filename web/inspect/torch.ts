// A PyTorch script that stands alone: it holds the tensors that the number rests
// on, computes it again with torch, and asserts that the two agree.

import type { CatalogueEntry, Explanation, GradientTarget, Tensor } from "../engine/types.js";
import { check, head, literal, nested, unflatten, variable } from "./python.js";
import { scalar } from "./scalar.js";
import type { Address } from "./tree.js";

export interface ScriptSource {
  explanation: Explanation;
  catalogue: readonly CatalogueEntry[];
  tensor(name: string): Promise<Tensor>;
  /** Explains a forward cell: the scale factor is read from it. */
  explain(address: Address): Promise<Explanation>;
  /** What a gradient is the gradient of. */
  of?: GradientTarget | undefined;
}

/** The most numbers that a script spells out. */
export const LIMIT = 4096;

/** How a computed tensor is written, from the names of its inputs. */
interface Rule {
  needs: string[];
  /** A line that the code needs. */
  before?: string;
  code: string;
}

class Unwritable extends Error {}

/** The whole stages where they fit in LIMIT numbers, else the operands of this one cell. */
export async function script(source: ScriptSource): Promise<string> {
  try {
    return await stages(source);
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error;
    return scalar(source.explanation);
  }
}

async function stages(source: ScriptSource): Promise<string> {
  const { explanation, catalogue } = source;
  const entries = new Map(catalogue.map((entry) => [entry.name, entry]));
  const leaf = leafOf(explanation);
  const goal = leaf === undefined ? explanation.tensor : targetOf(source);
  const rules = new Map<string, Rule>();
  for (const entry of catalogue) {
    const rule = await ruleOf(entry, source);
    if (rule?.needs.every((name) => entries.has(name))) rules.set(entry.name, rule);
  }
  // A gradient only needs the value of its own tensor, not how that came about.
  if (leaf !== undefined) rules.delete(leaf);
  const order = fit(goal, rules, entries);
  if (leaf !== undefined && !order.some(({ name }) => name === leaf)) throw new Unwritable();
  const body: string[] = [];
  for (const { name, rule } of order) {
    const entry = entries.get(name) as CatalogueEntry;
    body.push(...(await written(entry, rule, source, name === leaf)));
  }
  return [...head(explanation), ...body, "", ...last(source)].join("\n");
}

/** What is differentiated by, in an explanation that differentiates. */
function leafOf({ gradient, operation, tensor }: Explanation): string | undefined {
  if (operation === "gradient_map") return "x";
  return gradient ? tensor : undefined;
}

function last(source: ScriptSource): string[] {
  const { explanation } = source;
  if (explanation.operation === "gradient_map") return map(explanation);
  return explanation.gradient ? gradient(source) : forward(explanation);
}

function map({ index: [i = 0, j = 0], value }: Explanation): string[] {
  return [
    "squares = 0",
    `for o in output[0, ${i}]:`,
    "    d_x, = torch.autograd.grad(o, x, retain_graph=True)",
    `    squares = squares + (d_x[0, ${j}] ** 2).sum()`,
    ...check("squares ** 0.5", value),
  ];
}

function forward(explanation: Explanation): string[] {
  return check(
    `${variable(explanation.tensor)}[${explanation.index.join(", ")}]`,
    explanation.value,
  );
}

function gradient(source: ScriptSource): string[] {
  const { explanation, of } = source;
  const target = variable(targetOf(source));
  const loss = of && "index" in of ? `${target}[${of.index.join(", ")}]` : `${target}.sum()`;
  const name = variable(explanation.tensor);
  return [
    `loss = ${loss}`,
    `d_${name}, = torch.autograd.grad(loss, ${name})`,
    ...check(`d_${name}[${explanation.index.join(", ")}]`, explanation.value),
  ];
}

function targetOf({ explanation, of }: ScriptSource): string {
  const map = explanation.operation === "gradient_map";
  return map ? "output" : (of?.tensor ?? "output");
}

/** The tensors to write, inputs first: as far back as LIMIT numbers allow. */
function fit(
  goal: string,
  rules: Map<string, Rule>,
  entries: Map<string, CatalogueEntry>,
): { name: string; rule?: Rule }[] {
  for (let depth = rules.size; depth > 0; depth--) {
    const order = new Map<string, Rule | undefined>();
    let numbers = 0;
    const visit = (name: string, left: number) => {
      if (order.has(name)) return;
      const rule = left > 0 ? rules.get(name) : undefined;
      for (const need of rule?.needs ?? []) visit(need, left - 1);
      order.set(name, rule);
      if (!rule) numbers += size(entries.get(name));
    };
    visit(goal, depth);
    if (numbers <= LIMIT) {
      return [...order].map(([name, rule]) => (rule ? { name, rule } : { name }));
    }
  }
  throw new Unwritable();
}

function size(entry: CatalogueEntry | undefined): number {
  return entry?.shape.reduce((total, length) => total * length, 1) ?? Number.POSITIVE_INFINITY;
}

/** The lines of one tensor: its code or its numbers, the reader's edits, a leaf's flag. */
async function written(
  entry: CatalogueEntry,
  rule: Rule | undefined,
  source: ScriptSource,
  leaf: boolean,
): Promise<string[]> {
  const name = variable(entry.name);
  const shape = `  # [${entry.shape.join(", ")}]`;
  const data = Array.from((await source.tensor(entry.name)).data);
  const edits = replaced(entry) ? [] : entry.edits;
  const now = edits.map(({ index }) => data[index] ?? 0);
  const found: string[] = [];
  if (rule) {
    if (rule.before) found.push(rule.before);
    found.push(`${name} = ${rule.code}${shape}`);
    if (edits.length > 0) found.push(`${name} = ${name}.clone()`);
  } else {
    for (const { index, was } of edits) data[index] = was;
    const dtype = { f32: "float32", i32: "int64", u8: "uint8" }[entry.dtype];
    found.push(
      `${name} = torch.tensor(${nested(data, entry.shape)}, dtype=torch.${dtype})${shape}`,
    );
  }
  for (const [place, { index, was }] of edits.entries()) {
    const at = unflatten(index, entry.shape).join(", ");
    const value = literal(now[place] ?? 0);
    found.push(`${name}[${at}] = ${value}  # set by hand, was ${literal(was)}`);
  }
  if (leaf) found.push(`${name}.requires_grad_()`);
  return found;
}

/** True when the reader replaced every cell: what made it before no longer counts. */
function replaced(entry: CatalogueEntry): boolean {
  return entry.edits.length > 0 && entry.edits.length === size(entry);
}

/** The code of a computed tensor; undefined for inputs and for what has no code here. */
async function ruleOf(entry: CatalogueEntry, source: ScriptSource): Promise<Rule | undefined> {
  if (entry.operation === "input" || replaced(entry)) return undefined;
  const { name, shape } = entry;
  const [, scope = "", own = name] = /^(.*?)((?:heads\.)?[^.]+)$/.exec(name) ?? [];
  const rule = (code: (...of: string[]) => string, ...needs: string[]): Rule => {
    const full = needs.map((need) => scope + need);
    return { needs: full, code: code(...full.map(variable)) };
  };
  const same = { needs: entry.base ? [entry.base] : entry.inputs };
  const chain: Rule = { ...same, code: same.needs.map(variable).join(" + ") };
  const from = entry.inputs[0] ?? "";
  switch (own) {
    case "embeddings":
      return rule((table, tokens) => `${table}[${tokens}]`, "embedding.table", "tokens");
    case "positions":
      return rule(() => sinusoids(shape));
    case "x":
      return chain;
    case "query":
    case "key":
    case "value":
      return rule((x, weight) => `${x} @ ${weight}`, "x", `${own}.weight`);
    case "heads.query":
    case "heads.key":
    case "heads.value": {
      const [B, H, T, D] = shape;
      return rule((base) => `${base}.view(${B}, ${T}, ${H}, ${D}).transpose(1, 2)`, own.slice(6));
    }
    case "scores":
      return rule((q, k) => `${q} @ ${k}.transpose(-2, -1)`, "heads.query", "heads.key");
    case "scaled":
      return {
        needs: [`${scope}scores`],
        code: await scaling(entry, source, variable(`${scope}scores`)),
      };
    case "masked":
      if (!entry.inputs.includes(`${scope}mask`)) return chain;
      return rule((s, mask) => `${s}.masked_fill(${mask} == 0, -math.inf)`, "scaled", "mask");
    case "weights": {
      const { data } = await source.tensor(from);
      const scores = variable(from);
      const plain = { needs: [from], code: `torch.softmax(${scores}, dim=-1)` };
      if (!blind(data, shape.at(-1) ?? 1)) return plain;
      // Rows that see no key: their weights are 0 here, NaN in PyTorch.
      const before = `blind = (${scores} == -math.inf).all(-1, keepdim=True)`;
      const filled = `torch.softmax(${scores}.masked_fill(blind, 0), dim=-1)`;
      return { needs: [from], before, code: `${filled}.masked_fill(blind, 0)` };
    }
    case "head_outputs":
      return rule((weights, value) => `${weights} @ ${value}`, "weights", "heads.value");
    case "output": {
      const code = (o: string) => `${o}.transpose(1, 2).reshape(${shape.join(", ")})`;
      return rule(code, "head_outputs");
    }
    default:
      return undefined;
  }
}

function sinusoids([T = 0, C = 0]: number[]): string {
  const angle = `p / 10000 ** (c // 2 * 2 / ${C})`;
  const wave = `(math.cos if c % 2 else math.sin)(${angle})`;
  return `torch.tensor([[${wave} for c in range(${C})] for p in range(${T})])`;
}

/** How the scores were scaled, read from the explanation of one scaled score. */
async function scaling(
  entry: CatalogueEntry,
  source: ScriptSource,
  scores: string,
): Promise<string> {
  const index = entry.shape.map(() => 0);
  const { root = 0, terms } = await source.explain({ tensor: entry.name, index, gradient: false });
  const by = terms[root]?.children.map((id) => terms[id]).find((term) => term?.kind !== "operand");
  if (!by) return scores;
  const sign = terms[root]?.kind === "quotient" ? "/" : "*";
  const square = Math.round(by.value ** 2);
  const isRoot = sign === "/" && Math.abs(Math.sqrt(square) - by.value) < 1e-6;
  return `${scores} ${sign} ${isRoot ? `math.sqrt(${square})` : literal(by.value)}`;
}

/** True when a row has nothing to see: softmax gives NaN there, Clearhead gives 0. */
function blind(data: ArrayLike<number>, width: number): boolean {
  for (let start = 0; start < data.length; start += width) {
    let hidden = 0;
    while (hidden < width && data[start + hidden] === Number.NEGATIVE_INFINITY) hidden++;
    if (hidden === width) return true;
  }
  return false;
}
