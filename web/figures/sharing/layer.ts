// The layer with other keys and values, and how far it is from what it was.
import type { AttributeValue, Step } from "../../engine/types.js";
import { difference, step } from "../steps.js";

/** Attention with W_K and W_V of `PREFIX.`. */
export function layer(prefix: string, attributes: Record<string, AttributeValue>): Step {
  const weights = {
    ...{ query_weight: "W_Q", output_weight: "W_O" },
    ...{ key_weight: `${prefix}.W_K`, value_weight: `${prefix}.W_V` },
  };
  return step(`${prefix}.output`, "multi_head_attention", { x: "x", ...weights }, attributes);
}

/** ‖x‖ of a tensor of two axes, or of one row of them: the length of its rows' lengths. */
export function norm(name: string, rows: string, x: string): Step[] {
  return [step(rows, "norm", { x }), step(name, "norm", { x: rows })];
}

/** What a head's output loses, and the length of what the layer's loses. */
export function distances(prefix: string): Step[] {
  const own = (name: string) => `${prefix}.${name}`;
  /** b − a of the layer with all heads. */
  const beyondAll = (name: string, of: string) => difference(own(name), own(of), `kv8.${of}`);
  return [
    beyondAll("head_difference", "joined"),
    beyondAll("difference", "output"),
    ...norm(own("error"), own("errors"), own("difference")),
  ];
}
