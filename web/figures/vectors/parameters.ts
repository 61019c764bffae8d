// The table of the figure `vectors`, and where its examples place the arrows.
import type { Group, Table } from "../../state/table.js";
import { type Common, choice, parametersOf } from "../common.js";
import { readFitting } from "../program.js";

export type VectorsState = Common<"vectors"> & {
  example: keyof typeof places;
  /** `k[0,0,1,0]=1.5;k[0,0,1,1]=-2` */
  edits: string;
};

type Point = readonly [number, number];
interface Places {
  q: Point;
  /** As many of both. */
  k: readonly Point[];
  v: readonly Point[];
}

const corners: readonly Point[] = [
  [3, 1],
  [-1, 3],
  [-3, -1],
  [1, -3],
];

/** Placed by hand, so that what is alike lies close together. */
export const places = {
  library: {
    q: [2, 1],
    k: [
      [2.4, 0.6],
      [0.8, 1.6],
      [-2, 1.4],
    ],
    v: [
      [3, 1],
      [-1, 3],
      [-2, -2],
    ],
  },
  // a: how hot it is, b: how filling
  restaurant: {
    q: [2.4, 0.6],
    k: [
      [2, 1.6],
      [0.4, 2.6],
      [-0.6, 0.8],
      [-2, -1],
    ],
    v: corners,
  },
  "long-key": {
    q: [2, 1],
    k: [
      [1, 0.5],
      [3, -0.8],
      [-1, 1.6],
      [-1.6, -1],
    ],
    v: corners,
  },
  orthogonal: {
    q: [2, 1],
    k: [
      [-0.6, 1.2],
      [1.5, -3],
      [0.8, 0.4],
      [-1.6, -0.8],
    ],
    v: corners,
  },
} as const satisfies Record<string, Places>;

export const placesOf = ({ example }: Pick<VectorsState, "example">): Places => places[example];

/** So far from 0 an arrow may reach: far enough, and nothing overflows. */
const FARTHEST = 100;

/** Arrows are moved, and what follows from them is not set: it would be false of them. */
const readArrows = (given: string) =>
  readFitting(
    given,
    `q, k, v[0,0,1,0]=−${FARTHEST}…${FARTHEST}`,
    ({ tensor, value }) => ["q", "k", "v"].includes(tensor) && Math.abs(value) <= FARTHEST,
  );

export const vectorsTable: Table<VectorsState> = {
  named: true,
  parameters: parametersOf(
    "vectors",
    [
      {
        ...{ name: "example", label: "vectors.parameter.example" },
        ...choice(["library", "restaurant", "long-key", "orthogonal"]),
      },
      {
        ...{ name: "edits", label: "vectors.parameter.edits", type: "cells", default: "" },
        ...{ longest: 4000, own: true, read: readArrows },
      },
    ],
    ["example", "edits"],
  ),
};

export function groups(): readonly Group[] {
  return [{ name: "vectors", label: "vectors.group", parameters: ["example"] }];
}
