// How far a token moves the last result over a distance: the largest singular value of the Jacobian,
// for every seed, and its mean, least and largest over the seeds.
import type { Step } from "../../engine/types.js";
import type { Measures } from "../program.js";
import { joined, step } from "../steps.js";
import { given } from "../tensors.js";
import { distancesOf, type RecurrentState, scopesOf } from "./parameters.js";
import { rowsAt, stateOf, tokensOf } from "./program.js";

export const NETS = ["network", "attention"] as const;
type Net = (typeof NETS)[number];

/** A curve and the edges of its band, by what `statistics` calls them. */
const EDGES = { mean: "", least: ".least", largest: ".largest" } as const;
export type Edge = keyof typeof EDGES;
export const ROWS = Object.keys(EDGES) as readonly Edge[];
/** What is drawn, a curve and its edges each. */
export const CURVES = ["bound", ...NETS] as const;
export type Curve = (typeof CURVES)[number];

/** One number of the list `norms`; NaN at a distance that it does not have. */
export function normAt(
  norms: ArrayLike<number>,
  state: Pick<RecurrentState, "length">,
  curve: Curve,
  k: number,
  edge: Edge = "mean",
): number {
  const distances = distancesOf(state);
  const row = ROWS.length * CURVES.indexOf(curve) + ROWS.indexOf(edge);
  const place = distances.indexOf(k);
  return place < 0 ? Number.NaN : Number(norms[row * distances.length + place]);
}

/** What is differentiated by: every state at one of the distances, and what attention read. */
export function differentiated(state: RecurrentState): string[] {
  return scopesOf(state).flatMap((scope) => [
    ...distancesOf(state).map((k) => stateOf(scope, state.length - k)),
    tokensOf(scope),
  ]);
}

export function measures(state: RecurrentState): Measures {
  const distances = distancesOf(state);
  const list = (curve: string, edge: Edge) => distances.map((k) => `${curve}_${k}${EDGES[edge]}`);
  const bounds = list("bound", "mean");
  return {
    inputs: { bound_1: given([1], [state.radius]) },
    steps: [
      ...powers(state.length - 1),
      ...NETS.flatMap((net) => distances.flatMap((k) => distance(state, net, k))),
      ...joined("norms", [
        ...ROWS.flatMap(() => bounds),
        ...NETS.flatMap((net) => ROWS.flatMap((edge) => list(net, edge))),
      ]),
    ],
    names: ["norms"],
  };
}

/** ρ^k: what U alone carries of a change, where tanh takes nothing of it. */
function powers(last: number): Step[] {
  return Array.from({ length: last - 1 }, (_, at) =>
    step(`bound_${at + 2}`, "multiply", { a: `bound_${at + 1}`, b: "bound_1" }),
  );
}

function distance(state: RecurrentState, net: Net, k: number): Step[] {
  const scopes = scopesOf(state);
  const name = `${net}_${k}`;
  const seedsOf = scopes.map((scope) => `${scope}${name}`);
  const all = seedsOf.length === 1 ? (seedsOf[0] as string) : `${name}.seeds`;
  return [
    ...scopes.flatMap((scope) => norm(state, net, scope, k)),
    ...joined(all, seedsOf),
    step(name, "statistics", { x: all }),
  ];
}

/** ‖∂h_T/∂h_(T−k)‖ or ‖∂out_T/∂x_(T−k)‖ of one seed: the largest stretch of a direction. */
function norm({ length }: RecurrentState, net: Net, scope: string, k: number): Step[] {
  const name = `${scope}${net}_${k}`;
  const rows = `${name}.jacobian`;
  const [jacobian, cut] =
    net === "network"
      ? [`d:${stateOf(scope, length - k)}`, []]
      : [rows, [rowsAt(rows, `d:${tokensOf(scope)}`, length - 1 - k)]];
  return [
    ...cut,
    step(`${name}.values`, "singular_values", { a: jacobian }),
    step(name, "slice", { a: `${name}.values` }, { axis: -1, start: 0, length: 1 }),
  ];
}
