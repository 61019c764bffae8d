// Fixed formulas of the figure `scaling`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  independent: {
    tex: "\\operatorname{Var}\\Bigl(\\sum_{c=1}^{d_k} \\q{q_c}\\k{k_c}\\Bigr) = d_k",
    plain: "Var(Σ q_c·k_c) = d_k",
  },
  same: {
    tex: "\\operatorname{E}(\\q{q}\\cdot\\q{q}) = d_k,\\quad \\operatorname{Var}(\\q{q}\\cdot\\q{q}) = 2d_k",
    plain: "E(q·q) = d_k, Var(q·q) = 2·d_k",
  },
  weights: {
    tex: "p = \\operatorname{softmax}(s)",
    plain: "p = softmax(s)",
  },
  gradients: {
    tex: "\\Bigl\\lVert \\frac{\\partial p}{\\partial s} \\Bigr\\rVert = \\lVert \\operatorname{diag}(p) - p p^{\\top} \\rVert_F",
    plain: "‖∂p/∂s‖ = ‖diag(p) − p·pᵀ‖_F",
  },
  raw: { tex: "s = \\q{q}\\k{K}^{\\top}", plain: "s = q·Kᵀ" },
  scaled: {
    tex: "s = \\frac{\\q{q}\\k{K}^{\\top}}{\\sqrt{d_k}}",
    plain: "s = q·Kᵀ ÷ √d_k",
  },
} as const satisfies Formulas;
