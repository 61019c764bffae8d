// Fixed formulas of the figure `rank`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  scores: { tex: "S = \\q{Q}\\k{K}^{\\top}", plain: "S = Q·Kᵀ" },
  weights: {
    tex: "A = \\operatorname{softmax}\\!\\left(\\frac{\\q{Q}\\k{K}^{\\top}}{\\sqrt{d_k}\\,\\tau}\\right)",
    plain: "A = softmax(Q·Kᵀ ÷ (√d_k·τ))",
  },
  spectra: {
    tex: "M = \\sum_i \\sigma_i\\,u_i v_i^{\\top}",
    plain: "M = Σ_i σ_i·u_i·v_iᵀ",
  },
  output: {
    tex: "\\operatorname{rank}(A\\v{V}) \\le \\min(\\operatorname{rank} A,\\, d_v)",
    plain: "rank(A·V) ≤ min(rank A, d_v)",
  },
  joined: {
    tex: "\\operatorname{rank}[A_1\\v{V_1} \\cdots A_H\\v{V_H}] \\le \\min(n,\\, H d_v)",
    plain: "rank[A_1·V_1 … A_H·V_H] ≤ min(n, H·d_v)",
  },
} as const satisfies Formulas;
