// Fixed formulas of the figure `mask`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  mask: { tex: "M_{ij} \\in \\{0, 1\\}", plain: "M_ij ∈ {0, 1}" },
  visible: { tex: "c_i = \\sum_j M_{ij}", plain: "c_i = Σ_j M_ij" },
  masked: {
    tex: "S''_{ij} = \\begin{cases}S'_{ij} & M_{ij}=1\\\\ -\\infty & M_{ij}=0\\end{cases}",
    plain: "S″_ij = S′_ij (M_ij = 1), −∞ (M_ij = 0)",
  },
  weights: {
    tex: "A_{ij} = \\frac{e^{S''_{ij}}}{\\sum_{l} e^{S''_{il}}}",
    plain: "A_ij = exp(S″_ij) ÷ Σ_l exp(S″_il)",
  },
  gradient_map: {
    tex: "\\g{G_{ij}} = \\Big\\|\\frac{\\partial\\,O_i}{\\partial X_j}\\Big\\|_F",
    plain: "G_ij = ‖∂O_i / ∂X_j‖_F",
  },
} as const satisfies Formulas;
