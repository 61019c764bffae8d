// Fixed formulas of the figure `recurrent`: see formula.ts. h state, x token, o output, T last place.
import type { Formulas } from "./formula.js";

export const formulas = {
  norms: {
    tex: "\\|\\partial h_T / \\partial h_{T-k}\\| \\le \\rho^k, \\;\\; \\|\\partial o_T / \\partial x_{T-k}\\|",
    plain: "‖∂h_T / ∂h_(T−k)‖ ≤ ρ^k, ‖∂o_T / ∂x_(T−k)‖",
  },
  state: {
    tex: "h_t = \\tanh(x_t W + h_{t-1} U)",
    plain: "h_t = tanh(x_t·W + h_(t−1)·U)",
  },
} as const satisfies Formulas;
