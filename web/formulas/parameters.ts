// Fixed formulas of the figure `parameters`: see formula.ts. Biases and scales are the dots.
import type { Formulas } from "./formula.js";

export const formulas = {
  attention: { tex: "2\\,d\\,(H + G)\\,d_k", plain: "2·d·(H + G)·d_k" },
  encoder_layer: {
    tex: "2\\,d\\,(H + G)\\,d_k + 2\\,d\\,F + \\cdots",
    plain: "2·d·(H + G)·d_k + 2·d·F + …",
  },
  decoder_layer: {
    tex: "4\\,d\\,(H + G)\\,d_k + 2\\,d\\,F + \\cdots",
    plain: "4·d·(H + G)·d_k + 2·d·F + …",
  },
  bert: {
    tex: "(V + P)\\,d + L\\,(2\\,d\\,(H + G)\\,d_k + 2\\,d\\,F) + d^2 + \\cdots",
    plain: "(V + P)·d + L·(2·d·(H + G)·d_k + 2·d·F) + d² + …",
  },
  gpt2: {
    tex: "(V + P)\\,d + L\\,(2\\,d\\,(H + G)\\,d_k + 2\\,d\\,F) + \\cdots",
    plain: "(V + P)·d + L·(2·d·(H + G)·d_k + 2·d·F) + …",
  },
  t5: {
    tex: "V d + L\\,(6\\,d\\,(H + G)\\,d_k + 4\\,d\\,F) + \\cdots",
    plain: "V·d + L·(6·d·(H + G)·d_k + 4·d·F) + …",
  },
  variants: {
    tex: "\\begin{array}{l}2\\,d\\,(H + G)\\,d_k\\\\ \\text{MLA: } d\\,(2 H d_k + (H + 1)\\,d_r + r) + 2\\,r H d_k\\end{array}",
    plain: "2·d·(H + G)·d_k; MLA: d·(2·H·d_k + (H + 1)·d_r + r) + 2·r·H·d_k",
  },
} as const satisfies Formulas;
