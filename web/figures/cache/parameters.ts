// The table of the figure `cache`, and the sizes of what it counts.
import type { Group, Table } from "../../state/table.js";
import { type Common, choice, parametersOf, whole } from "../common.js";

/** The variants of attention in the order of the bars. */
export const VARIANTS = ["MHA", "GQA", "MQA", "MLA"] as const;
export type Variant = (typeof VARIANTS)[number];

interface Sizes {
  layers: number;
  heads: number;
  /** G of the bar for GQA. */
  groups: number;
  head_width: number;
  /** What the model itself has; the other bars are what it would need. */
  own?: Variant;
}

/** Sources: Touvron et al. 2023 (Llama 2), table 1 and appendix A.2.1; DeepSeek-V2 report 2024, section 3.1. */
export const models = {
  layer: { layers: 1, heads: 8, groups: 2, head_width: 64 },
  "llama-2-7b": { layers: 32, heads: 32, groups: 8, head_width: 128, own: "MHA" },
  "llama-2-70b": { layers: 80, heads: 64, groups: 8, head_width: 128, own: "GQA" },
  "deepseek-v2": { layers: 60, heads: 128, groups: 8, head_width: 128, own: "MLA" },
} as const satisfies Record<string, Sizes>;

const NAMES = ["layer", "llama-2-7b", "llama-2-70b", "deepseek-v2"] as const;

export type CacheState = Common<"cache"> & {
  model: (typeof NAMES)[number];
  /** Tokens in the cache. */
  length: number;
};

export const sizesOf = ({ model }: CacheState): Sizes => models[model];

const own = ["model", "length"];

export const cacheTable: Table<CacheState> = {
  named: true,
  parameters: parametersOf(
    "cache",
    [
      { name: "model", label: "cache.parameter.model", ...choice(NAMES) },
      { name: "length", label: "cache.parameter.length", ...whole(4096, 1, 131072) },
    ],
    own,
  ),
};

export function groups(): readonly Group[] {
  return [{ name: "cache", label: "cache.group", parameters: own }];
}
