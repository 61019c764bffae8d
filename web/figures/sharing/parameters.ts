// The table of the figure `sharing`.
import type { Group, Look, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf, whole } from "../common.js";

/** H, and the numbers of key/value heads that divide it: MHA, GQA twice, MQA. */
export const HEADS = 8;
export const SIZES = ["8", "4", "2", "1"] as const;
/** The latent's width r is so many times d_k; at the last one it is that of the layer. */
export const LATENTS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
/** The widest head for which W_K and W_V are factored at once: wider ones take seconds. */
const WIDEST = 16;

export type SharingState = Common<"sharing"> & {
  /** G, or keys and values from a latent. */
  kv_heads: (typeof SIZES)[number] | "mla";
  /** r/D. */
  latent: number;
  /** The query head shown, from 0. */
  head: number;
  /** T. */
  length: number;
  /** D; the layer is 8·D wide. */
  head_width: number;
  seed: number;
};

const own = ["kv_heads", "latent", "head", "length", "head_width", "seed"];

export const sharingTable: Table<SharingState> = {
  named: true,
  parameters: parametersOf(
    "sharing",
    [
      {
        ...{ name: "kv_heads", label: "sharing.parameter.kv_heads" },
        ...choice([...SIZES, "mla"]),
        default: "4",
      },
      // DeepSeek-V2 report 2024, section 3.1: d_c = 4·d_h.
      { name: "latent", label: "sharing.parameter.latent", ...whole(4, 1, LATENTS.length) },
      { name: "head", label: "sharing.parameter.head", ...nth(0, HEADS - 1) },
      { name: "length", label: "sharing.parameter.length", ...whole(6, 2, 12) },
      { name: "head_width", label: "sharing.parameter.head_width", ...whole(8, 2, 64) },
      { name: "seed", label: "sharing.parameter.seed", ...whole(1, 0, 9999) },
    ],
    own,
  ),
  settle(state) {
    const most = state.kv_heads === "mla" ? WIDEST : state.head_width;
    return { state: { ...state, head_width: Math.min(state.head_width, most) }, ignored: [] };
  },
};

/** C = H·D, of the layer. */
export const widthOf = ({ head_width }: SharingState) => HEADS * head_width;

/** r. */
export const rankOf = ({ latent, head_width }: SharingState) => latent * head_width;

export const factors = ({ head_width }: SharingState) => head_width <= WIDEST;

/** What is compared, in the order of the bars. */
export const kindsOf = (state: SharingState): readonly SharingState["kv_heads"][] =>
  factors(state) ? [...SIZES, "mla"] : SIZES;

/** What the tensors of the layer shown begin with. */
export const shownOf = ({ kv_heads, latent }: SharingState) =>
  kv_heads === "mla" ? `latent${latent}` : `kv${kv_heads}`;

export function groups({ kv_heads }: SharingState): readonly Group[] {
  const parameters = own.filter((name) => name !== "latent" || kv_heads === "mla");
  return [{ name: "sharing", label: "sharing.group", parameters }];
}

export function looks({ kv_heads }: SharingState): Record<string, Look> {
  return kv_heads === "mla" ? { head_width: { maximum: WIDEST } } : {};
}
