// Fixed formulas of the figure `alibi`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  bias: { tex: "B_{ij} = -m\\,(i - j)", plain: "B_ij = −m · (i − j)" },
  reversed: { tex: "B_{ij} = +m\\,(i - j)", plain: "B_ij = +m · (i − j)" },
  slopes: { tex: "m_h = 2^{-8h/H}", plain: "m_h = 2^(−8h/H)" },
  weights: {
    tex: "A_{ij} = \\frac{e^{B_{ij}}}{\\sum_{l} e^{B_{il}}}",
    plain: "A_ij = exp(B_ij) ÷ Σ_l exp(B_il)",
  },
} as const satisfies Formulas;
