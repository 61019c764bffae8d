// The table of the figure `patch`.
import { type Language, t } from "../../i18n/t.js";
import type { Group, Look, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf } from "../common.js";
import { contrasts, depthName, EXAMPLES, type Example, headName } from "../language.js";
import type { Asked } from "./asked.js";
import { PARTS, type Part, type Row, rowsOf } from "./places.js";

export type PatchState = Common<"patch"> & {
  example: Example;
  /** The sentence that is put in, and the one that it is put into. */
  clean: string;
  corrupted: string;
  /** The two tokens whose logits are compared; "": what each sentence makes likeliest. */
  token: string;
  against: string;
  /** What is put in, and where: a row of the map and a position, from 0. */
  part: Part;
  row: number;
  position: number;
};

/** Tokens of a sentence, BOS not counted: no more runs than one update gathers. */
export const LONGEST = 11;
const MOST_ROWS = Math.max(...PARTS.map((part) => rowsOf(part).length));

const own = ["example", "clean", "corrupted", "token", "against", "part", "row", "position"];

const label = <Name extends string>(name: Name) =>
  ({ name, label: `patch.parameter.${name}` }) as const;

const { text, other } = contrasts.agreement;

export const patchTable: Table<PatchState> = {
  named: true,
  parameters: parametersOf(
    "patch",
    [
      { ...label("example"), ...choice(EXAMPLES) },
      { ...label("clean"), type: "text", default: text, longest: 200 },
      { ...label("corrupted"), type: "text", default: other, longest: 200 },
      { ...label("token"), type: "text", default: "", longest: 40 },
      { ...label("against"), type: "text", default: "", longest: 40 },
      { ...label("part"), ...choice(PARTS) },
      { ...label("row"), ...nth(1, MOST_ROWS - 1) },
      { ...label("position"), ...nth(contrasts.agreement.place, LONGEST) },
    ],
    own,
  ),
  settle(state) {
    const row = Math.min(state.row, rowsOf(state.part).length - 1);
    return { state: { ...state, row }, ignored: [] };
  },
};

export const groups = (): readonly Group[] => [
  {
    ...{ name: "sentences", label: "patch.group.sentences" },
    parameters: ["example", "clean", "corrupted"],
  },
  { ...{ name: "place", label: "patch.group.place" }, parameters: ["part", "row", "position"] },
  { ...{ name: "tokens", label: "patch.group.tokens" }, parameters: ["token", "against"] },
];

/** What is put in. */
export function rowName(language: Language, part: Part, { depth, head }: Row): string {
  const row = depth ? depthName(language, depth) : head ? headName(language, head) : "";
  return t(language, `patch.row.${part}`, { row });
}

export function looks({ part }: PatchState, asked: Asked | undefined): Record<string, Look> {
  return {
    row: { maximum: rowsOf(part).length - 1 },
    ...(asked && { position: { maximum: asked.corrupted.ids.length } }),
  };
}

/** An example gives way to the next one, and its words with it: where they differ is patched. */
export function following(state: PatchState, values: Partial<PatchState>): PatchState {
  const next = { ...state, ...values };
  const before = contrasts[state.example];
  if (next.example === state.example) return next;
  if (next.clean !== before.text || next.corrupted !== before.other) return next;
  const { text: clean, other: corrupted, place: position } = contrasts[next.example];
  return { ...next, clean, corrupted, position, token: "", against: "" };
}
