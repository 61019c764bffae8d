// Fixed formulas of the figure `stretch`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  none: {
    tex: "\\lambda_i = \\frac{2\\pi}{\\theta_i} = 2\\pi\\, b^{2i/d}",
    plain: "λ_i = 2π ÷ θ_i = 2π · b^(2i/d)",
  },
  linear: { tex: "\\lambda'_i = s\\,\\lambda_i", plain: "λ′_i = s · λ_i" },
  ntk: { tex: "b' = b\\, s^{d/(d-2)}", plain: "b′ = b · s^(d/(d−2))" },
  dynamic: {
    tex: "b' = b \\left(\\frac{sL}{L_0} - (s - 1)\\right)^{d/(d-2)}",
    plain: "b′ = b · (sL/L₀ − (s − 1))^(d/(d−2))",
  },
  ramp: {
    tex: "\\theta'_i = \\frac{\\theta_i}{s} + \\gamma_i \\left(\\theta_i - \\frac{\\theta_i}{s}\\right)",
    plain: "θ′_i = θ_i/s + γ_i · (θ_i − θ_i/s)",
  },
  turns: { tex: "r_i = \\frac{L\\,\\theta_i}{2\\pi}", plain: "r_i = L · θ_i ÷ 2π" },
} as const satisfies Formulas;
