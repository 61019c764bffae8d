// The table of the figure `sense`.
import type { Group, Table } from "../../state/table.js";
import { type Common, nth, parametersOf } from "../common.js";

export type SenseState = Common<"sense"> & {
  first: string;
  second: string;
  /** Whose queries and attention are shown, from 0. */
  layer: number;
};

/** Of the shipped model `bank`. */
export const SIZES = { layers: 2, heads: 4, width: 32 } as const;
/** Tokens of a sentence: the model has learned so many positions. */
export const LONGEST = 24;
/** The place where "bank" stood in every sentence of its training, from 0. */
export const TRAINED_PLACE = 4;

const own = ["first", "second", "layer"];

const label = <Name extends string>(name: Name) =>
  ({ name, label: `sense.parameter.${name}` }) as const;

const sentence = (text: string) => ({ type: "text", default: text, longest: 200 }) as const;

export const senseTable: Table<SenseState> = {
  named: true,
  parameters: parametersOf(
    "sense",
    [
      { ...label("first"), ...sentence("He went to the bank of the river.") },
      { ...label("second"), ...sentence("He went to the bank of the city.") },
      { ...label("layer"), ...nth(0, SIZES.layers - 1) },
    ],
    own,
  ),
};

export const groups = (): readonly Group[] => [
  {
    ...{ name: "sentences", label: "sense.group.sentences" },
    parameters: ["first", "second", "layer"],
  },
];
