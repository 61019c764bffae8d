// The chapter's model over a short sentence, as most tests here use it.

import type { SelfAttentionConfig } from "clearhead/engine.js";

export const exact: SelfAttentionConfig = {
  kind: "self_attention",
  d_model: 4,
  d_k: 4,
  heads: 1,
  seed: 1,
  weights: "exact",
  mask: "none",
  length: 3,
  scaling: true,
  positions: false,
};

export const random: SelfAttentionConfig = {
  ...exact,
  d_model: 8,
  d_k: 4,
  heads: 2,
  seed: 7,
  weights: "random",
  mask: "causal",
  positions: true,
};

export const tokens = ["The", "cat", "sat"];
