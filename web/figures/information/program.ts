// The run of the figure `information`: p(x, y) = counts/Σ, its sums, and what they measure.
import type { Program, Step } from "../../engine/types.js";
import { joined } from "../steps.js";
import { given } from "../tensors.js";
import { COLUMNS, type Counts, countsOf, ROWS, totalOf } from "./parameters.js";

function product(name: string, a: string, b: string): Step {
  return { name, operation: "matmul", inputs: { a, b } };
}

/** H(X), H(Y), H(X,Y), H(X|Y), H(Y|X), I(X;Y) */
const MEASURES = [
  ...["shared.entropy_x", "shared.entropy_y", "shared.joint_entropy"],
  ...["shared.x_given_y", "shared.y_given_x", "shared"],
];

/** H(x₁), H(x₂|x₁), H(x₃|x₁,x₂) and their sum */
const CHAIN = ["shared.entropy_x", "prefix_information.y_given_x", "last", "total"];

export function program(state: Counts): Program {
  const measure = (name: string, p: string): Step => ({
    ...{ name, operation: "information", inputs: { p } },
  });
  const add = (name: string, a: string, b: string): Step => ({
    ...{ name, operation: "add", inputs: { a, b } },
  });
  return {
    inputs: {
      counts: given([1, ROWS, COLUMNS], countsOf(state)),
      rows: given([1, 1, ROWS], [1, 1]),
      columns: given([COLUMNS, 1], [1, 1, 1, 1]),
      // Columns 00 and 01 have x₂ = 0, columns 10 and 11 have x₂ = 1.
      halves: given([COLUMNS, 2], [1, 0, 1, 0, 0, 1, 0, 1]),
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
      ...joined("measures", MEASURES),
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
      ...joined("chain", CHAIN),
    ],
  };
}
