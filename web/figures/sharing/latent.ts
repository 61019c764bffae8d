// MHA becomes MLA: W_K and W_V side by side are factored, W ≈ W_down·W_up, and the cache keeps
// c = x·W_down alone. Sources: Eckart and Young 1936; DeepSeek-V2 report 2024, section 2.1.2;
// Ji et al. 2025 (the joint SVD of keys and values).
import type { Step } from "../../engine/types.js";
import { asList } from "../counts.js";
import { difference, joined, step } from "../steps.js";
import { distances, layer, norm } from "./layer.js";
import { HEADS, LATENTS, rankOf, type SharingState, widthOf } from "./parameters.js";

const part = (name: string, a: string, axis: number, start: number, size: number) =>
  step(name, "slice", { a }, { axis, start, length: size });

const product = (name: string, a: string, b: string) => step(name, "matmul", { a, b });

/**
 * The layer with every width of the latent. One SVD serves them all: the best factors of rank r
 * are the first r columns and rows of all of them.
 */
export function latents(state: SharingState): Step[] {
  const width = widthOf(state);
  const every = (name: string) => LATENTS.map((latent) => `latent${latent}.${name}`);
  return [
    ...joined("W", ["W_K", "W_V"]),
    step("factors", "low_rank", { x: "W" }, { rank: width }),
    // A row of the right factor is √σ long.
    step("roots", "norm", { x: "factors.right" }),
    step("sigma", "multiply", { a: "roots", b: "roots" }),
    ...norm("W.length", "W.lengths", "W"),
    ...LATENTS.flatMap((latent) => ofRank(`latent${latent}`, latent * state.head_width, width)),
    ...joined("weight_error", every("weight_error.list")),
    ...joined("latent_error", every("error")),
  ];
}

/** Keys and values from a latent of `rank` numbers; the layer is `width` wide. */
function ofRank(prefix: string, rank: number, width: number): Step[] {
  const own = (name: string) => `${prefix}.${name}`;
  return [
    part(own("down"), "factors", 1, 0, rank),
    part(own("up"), "factors.right", 0, 0, rank),
    product(own("cached"), "x", own("down")),
    product(own("W"), own("down"), own("up")),
    part(own("W_K"), own("W"), 1, 0, width),
    part(own("W_V"), own("W"), 1, width, width),
    layer(prefix, { heads: HEADS }),
    ...distances(prefix),
    difference(own("weight_difference"), own("W"), "W"),
    ...norm(own("weight_error"), own("weight_errors"), own("weight_difference")),
    asList(own("weight_error.list"), own("weight_error")),
    // √Σ σ² of what is left out.
    part(own("left_out"), "sigma", 0, rank, width - rank),
    step(own("rest"), "norm", { x: own("left_out") }),
  ];
}

/** W_Q and W_O and, in place of W_K and W_V, the projections down to the latent and up again. */
export function latentParameters(state: SharingState): Step[] {
  const [width, rank] = [widthOf(state), rankOf(state)];
  const own = (name: string) => `mla.${name}`;
  const count = (name: string, from: number, to: number) =>
    step(own(name), "count", {}, { kind: "linear", width: from, hidden: to });
  const add = (name: string, a: string, b: string) =>
    step(own(name), "add", { a: own(a), b: own(b) });
  return [
    count("kept", width, 2 * width),
    count("down", width, rank),
    count("up", rank, 2 * width),
    add("projections", "down", "up"),
    add("total", "kept", "projections"),
    asList(own("parameters"), own("total")),
  ];
}
