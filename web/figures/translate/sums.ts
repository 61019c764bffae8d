// What is computed beside the run: probabilities of the next token from its logits, Σ log p along the
// branches of the search, and the scores of finished texts.
import type { Program, Tensor } from "../../engine/types.js";
import type { Measures } from "../program.js";
import { joined, step } from "../steps.js";
import { given, integers } from "../tensors.js";
import { type Asked, levelsOf, type Written } from "./asked.js";
import type { TranslateState } from "./parameters.js";

/** Finished texts of the search that are listed. */
const MOST_RANKED = 5;

/** What is listed: texts that were written greedily, then those of the search, the best first. */
export interface Listed {
  /** What its tensors are called by: `greedy`, `forced`, `beam.1` … */
  readonly name: string;
  readonly kind: "greedy" | "forced" | "beam";
  readonly text: string;
  /** Tokens, EOS included. */
  readonly length: number;
  /** The tensor that holds Σ log p, and the row of it. */
  readonly sums: string;
  readonly row: number;
}

/** Σ log p of the nodes of one step of a search, [nodes, 1]. */
const sumsOf = (chain: string, length: number) => `${chain}.${length}.sums`;

export function listedOf({ greedy, written, forced, ranked, nodes, texts }: Asked): Listed[] {
  const { places } = levelsOf(nodes);
  const alone = (kind: "greedy" | "forced", { tokens: { length } }: Written): Listed => ({
    ...{ name: kind, kind, length, text: texts[kind === "greedy" ? "greedy" : "written"] },
    ...{ sums: sumsOf(kind, length), row: 0 },
  });
  return [
    alone("greedy", greedy),
    ...(forced.length > 0 ? [alone("forced", written)] : []),
    ...ranked.slice(0, MOST_RANKED).map(
      ({ node, tokens: { length }, text }, at): Listed => ({
        ...{ name: `beam.${at + 1}`, kind: "beam", length, text },
        ...{ sums: sumsOf("tree", length), row: places[node] ?? 0 },
      }),
    ),
  ];
}

/** The steps of the tree that are drawn: where nothing is forced. */
export const branching = ({ forced, nodes }: Asked) => levelsOf(nodes).levels.slice(forced.length);

/** Tensors of one row for each text that is listed, and for each node that is drawn. */
export function tensorsOf(asked: Asked) {
  const list = (name: string, parts: readonly string[]) => ({
    name: parts.length === 1 ? String(parts[0]) : name,
    parts,
  });
  const first = asked.forced.length + 1;
  return {
    ranking: list(
      "ranking",
      listedOf(asked).map(({ name }) => `${name}.score`),
    ),
    tree: list(
      "tree",
      branching(asked).map((_, at) => sumsOf("tree", first + at)),
    ),
  };
}

/** Nodes by the place of their parent in the step before, and their log p. */
type Level = readonly { readonly parent: number; readonly log_probability: number }[];

/** Σ log p = Σ of the parent + log p, step by step. */
function sums(chain: string, levels: readonly Level[]): Program {
  const inputs: Record<string, Tensor> = { [sumsOf(chain, 0)]: given([1, 1], [0]) };
  const steps = levels.flatMap((level, at) => {
    const own = (name: string) => `${chain}.${at + 1}.${name}`;
    const log_p = level.map((node) => node.log_probability);
    inputs[own("parents")] = integers([level.length], (node) => level[node]?.parent ?? 0);
    inputs[own("log_p")] = given([level.length, 1], log_p);
    return [
      step(own("before"), "embedding", { table: sumsOf(chain, at), ids: own("parents") }),
      step(own("sums"), "add", { a: own("before"), b: own("log_p") }),
    ];
  });
  return { inputs, steps };
}

/** A single text is a chain of one node a step. */
const chainOf = ({ log_probabilities }: Written): Level[] =>
  log_probabilities.map((log_probability) => [{ parent: 0, log_probability }]);

export function measures({ penalty }: TranslateState, asked: Asked): Measures {
  const { levels, places } = levelsOf(asked.nodes);
  const branches = levels.map((level) =>
    level.map((node) => ({ ...node, parent: places[node.parent] ?? 0 })),
  );
  const chains = [
    sums("tree", branches),
    sums("greedy", chainOf(asked.greedy)),
    ...(asked.forced.length > 0 ? [sums("forced", chainOf(asked.written))] : []),
  ];
  const finished = listedOf(asked).flatMap(({ name, sums: a, row, length }) => [
    step(`${name}.sum`, "slice", { a }, { axis: 0, start: row, length: 1 }),
    step(`${name}.score`, "scale", { a: `${name}.sum` }, { divisor: length ** penalty }),
  ]);
  const { ranking, tree } = tensorsOf(asked);
  return {
    of: ["logits"],
    inputs: Object.assign({}, ...chains.map(({ inputs }) => inputs)),
    steps: [
      step("next", "slice", { a: "logits" }, { axis: 1, start: asked.step, length: 1 }),
      step("probabilities", "softmax", { a: "next" }),
      ...chains.flatMap(({ steps }) => steps),
      ...finished,
      ...[ranking, tree].flatMap(({ name, parts }) => joined(name, parts, 0)),
    ],
    names: ["probabilities", ranking.name, ...(tree.parts.length > 0 ? [tree.name] : [])],
  };
}
