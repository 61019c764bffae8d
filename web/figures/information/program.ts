// The run of the figure `information`: p(x, y) = counts/Σ, its sums, and what they measure.
import type { Program, Step, Tensor } from "../../engine/types.js";
import { COLUMNS, countsOf, type InformationState, ROWS, totalOf } from "./parameters.js";

const tensor = (shape: number[], data: readonly number[]): Tensor => ({
  ...{ shape, data: Float32Array.from(data) },
});

function product(name: string, a: string, b: string): Step {
  return { name, operation: "matmul", inputs: { a, b } };
}

/** The numbers of several tensors [1] as one list: NAME.1, NAME.2 …, at last NAME. */
function listed(name: string, parts: readonly string[]): Step[] {
  return parts.slice(1).map((b, at) => ({
    name: at === parts.length - 2 ? name : `${name}.${at + 1}`,
    operation: "concatenate",
    inputs: { a: at === 0 ? (parts[0] ?? "") : `${name}.${at}`, b },
  }));
}

/** H(X), H(Y), H(X,Y), H(X|Y), H(Y|X), I(X;Y) */
const MEASURES = [
  ...["shared.entropy_x", "shared.entropy_y", "shared.joint_entropy"],
  ...["shared.x_given_y", "shared.y_given_x", "shared"],
];

/** H(x₁), H(x₂|x₁), H(x₃|x₁,x₂) and their sum */
const CHAIN = ["shared.entropy_x", "prefix_information.y_given_x", "last", "total"];

export function program(state: InformationState): Program {
  const measure = (name: string, p: string): Step => ({
    ...{ name, operation: "information", inputs: { p } },
  });
  const add = (name: string, a: string, b: string): Step => ({
    ...{ name, operation: "add", inputs: { a, b } },
  });
  return {
    inputs: {
      counts: tensor([1, ROWS, COLUMNS], countsOf(state)),
      rows: tensor([1, 1, ROWS], [1, 1]),
      columns: tensor([COLUMNS, 1], [1, 1, 1, 1]),
      // Columns 00 and 01 have x₂ = 0, columns 10 and 11 have x₂ = 1.
      halves: tensor([COLUMNS, 2], [1, 0, 1, 0, 0, 1, 0, 1]),
    },
    steps: [
      {
        name: "joint",
        operation: "scale",
        inputs: { a: "counts" },
        attributes: { divisor: totalOf(state), symbol: "Σ" },
      },
      product("marginal_x", "joint", "columns"),
      product("marginal_y", "rows", "joint"),
      measure("shared", "joint"),
      ...listed("measures", MEASURES),
      // p(x₁, x₂), and what x₃ adds: H(x₁,x₂,x₃) − H(x₁,x₂)
      product("prefix", "joint", "halves"),
      measure("prefix_information", "prefix"),
      {
        name: "negative",
        operation: "scale",
        inputs: { a: "prefix_information.joint_entropy" },
        attributes: { divisor: -1 },
      },
      add("last", "shared.joint_entropy", "negative"),
      add("first_two", "shared.entropy_x", "prefix_information.y_given_x"),
      add("total", "first_two", "last"),
      ...listed("chain", CHAIN),
    ],
  };
}
