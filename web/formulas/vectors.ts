// Fixed formulas of the figure `vectors`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  dot: {
    tex: "q\\cdot k_j = \\lVert q\\rVert\\,\\lVert k_j\\rVert\\cos\\theta_j",
    plain: "q·k_j = ‖q‖ ‖k_j‖ cos θ_j",
  },
  output: {
    tex: "o = \\sum_j \\alpha_j v_j,\\quad \\alpha_j > 0,\\; \\sum_j \\alpha_j = 1",
    plain: "o = Σ_j α_j v_j, α_j > 0, Σ_j α_j = 1",
  },
  weights: {
    tex: "\\alpha_j = \\frac{e^{q\\cdot k_j/\\sqrt{d_k}}}{\\sum_l e^{q\\cdot k_l/\\sqrt{d_k}}}",
    plain: "α_j = exp(q·k_j/√d_k) ÷ Σ_l exp(q·k_l/√d_k)",
  },
  cosine: {
    tex: "\\cos\\theta_j = \\frac{q\\cdot k_j}{\\lVert q\\rVert\\,\\lVert k_j\\rVert}",
    plain: "cos θ_j = q·k_j ÷ (‖q‖ ‖k_j‖)",
  },
} as const satisfies Formulas;
