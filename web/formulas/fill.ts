// Fixed formulas of the figure `fill`: see formula.ts. S scores, M mask, A weights.
import type { Formulas } from "./formula.js";

export const formulas = {
  zero: {
    tex: "A_{ij} = \\frac{M_{ij}\\,e^{S_{ij}}}{\\sum_{l} M_{il}\\,e^{S_{il}}}",
    plain: "A_ij = M_ij · exp(S_ij) ÷ Σ_l M_il · exp(S_il)",
  },
  multiplied: {
    tex: "A_{ij} = M_{ij}\\,\\frac{e^{S_{ij}}}{\\sum_{l} e^{S_{il}}}",
    plain: "A_ij = M_ij · exp(S_ij) ÷ Σ_l exp(S_il)",
  },
  sums: { tex: "\\sum_{j} A_{ij}", plain: "Σ_j A_ij" },
} as const satisfies Formulas;
