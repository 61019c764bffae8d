// How many keys each query sees under several masks; what share of the text that is as it grows;
// and three words whose bits add up although none sees a later one.
import type { AttributeValue, Program, Step } from "../../engine/types.js";
import { asList, one } from "../counts.js";
import { program as information } from "../information/program.js";
import { joined, step } from "../steps.js";
import { type ContextState, KINDS, type Kind, LENGTHS } from "./parameters.js";

/** Without a mask the share is always 1. */
export const GROWING = KINDS.filter((kind) => kind !== "none");

/** The mask of n positions, and what is seen under it: NAME and NAME.mean. */
function seen(name: string, kind: Kind, n: number, state: ContextState): Step[] {
  const attributes: Record<string, AttributeValue> = { kind, queries: n, keys: n };
  if (kind === "window" || kind === "prefix") attributes.length = Math.min(state[kind], n);
  return [
    step(`${name}.mask`, "mask", {}, attributes),
    step(name, "visible", { mask: `${name}.mask` }),
  ];
}

/** The mean over the positions as a share of n, a list of one. */
function share(kind: Kind, n: number, state: ContextState): Step[] {
  const name = `share.${kind}.${n}`;
  return [
    ...seen(`${name}.visible`, kind, n, state),
    step(`${name}.number`, "scale", { a: `${name}.visible.mean` }, { divisor: n, symbol: "n" }),
    asList(name, `${name}.number`),
  ];
}

export function program(state: ContextState): Program {
  const shares = GROWING.flatMap((kind) => LENGTHS.map((n) => [kind, n] as const));
  // The chapter's text of three words: H(x₁), H(x₂|x₁), H(x₃|x₁,x₂) and their sum.
  const chain = information({ example: "text", edits: "" });
  return {
    inputs: { ...one, ...chain.inputs },
    steps: [
      ...KINDS.flatMap((kind) => seen(`visible.${kind}`, kind, state.length, state)),
      ...shares.flatMap(([kind, n]) => share(kind, n, state)),
      ...joined(
        "shares",
        shares.map(([kind, n]) => `share.${kind}.${n}`),
      ),
      ...chain.steps,
    ],
  };
}
