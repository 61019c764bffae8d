// The table of the figure `lens`.
import type { Group, Look, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf } from "../common.js";
import { contrasts, EXAMPLES, type Example, LONGEST } from "../language.js";
import type { Asked } from "./asked.js";

export type LensState = Common<"lens"> & {
  example: Example;
  text: string;
  /** What is read last, from 0, BOS; the token after it is foretold. */
  position: number;
  /** The token that is followed, as it is written; "": the likeliest. */
  token: string;
  /** The token whose logit is taken away; "": none. */
  against: string;
};

const own = ["example", "text", "position", "token", "against"];

const label = <Name extends string>(name: Name) =>
  ({ name, label: `lens.parameter.${name}` }) as const;

export const lensTable: Table<LensState> = {
  named: true,
  parameters: parametersOf(
    "lens",
    [
      { ...label("example"), ...choice(EXAMPLES) },
      { ...label("text"), type: "text", default: contrasts.agreement.text, longest: 200 },
      { ...label("position"), ...nth(LONGEST, LONGEST) },
      { ...label("token"), type: "text", default: "", longest: 40 },
      { ...label("against"), type: "text", default: "", longest: 40 },
    ],
    own,
  ),
};

export const groups = (): readonly Group[] => [
  {
    ...{ name: "sentence", label: "lens.group.sentence" },
    parameters: ["example", "text", "position"],
  },
  { ...{ name: "token", label: "lens.group.token" }, parameters: ["token", "against"] },
];

export function looks(asked: Asked | undefined): Record<string, Look> {
  return asked ? { position: { maximum: asked.ids.length } } : {};
}

/** An example gives way to the next one, and its words with it. */
export function following(state: LensState, values: Partial<LensState>): LensState {
  const next = { ...state, ...values };
  if (next.example === state.example || next.text !== contrasts[state.example].text) return next;
  return { ...next, text: contrasts[next.example].text, token: "", against: "" };
}
