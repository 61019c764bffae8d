// Fixed formulas of the figure `gradient`: see formula.ts. X input, O output, n real tokens.
import type { Formulas } from "./formula.js";

export const formulas = {
  map: {
    tex: "\\g{G_{ij}} = \\Big\\|\\frac{\\partial\\,O_i}{\\partial X_j}\\Big\\|_F",
    plain: "G_ij = ‖∂O_i / ∂X_j‖_F",
  },
  all: { tex: "L = \\sum_{i} \\sum_{c} O_{ic}", plain: "L = Σ_i Σ_c O_ic" },
  real: {
    tex: "L = \\sum_{i\\ \\text{real}} \\sum_{c} O_{ic}",
    plain: "L = Σ_i Σ_c O_ic (i real)",
  },
} as const satisfies Formulas;
