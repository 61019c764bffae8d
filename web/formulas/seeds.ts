// Fixed formulas of the figure `seeds`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  extremes: {
    tex: "\\min_{i,j} A_{ij},\\quad \\max_{i,j} A_{ij}",
    plain: "min A_ij, max A_ij",
  },
  scaled: {
    tex: "S = \\frac{\\q{Q}\\k{K}^{\\top}}{\\sqrt{d_k}}",
    plain: "S = Q·Kᵀ ÷ √d_k",
  },
  weights: { tex: "A = \\operatorname{softmax}(S)", plain: "A = softmax(S)" },
} as const satisfies Formulas;
