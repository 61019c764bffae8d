// Fixed formulas of the figure `sense`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  query: {
    tex: "q = x_{\\text{bank}} W_Q + b_Q",
    plain: "q = x_bank·W_Q + b_Q",
  },
  weights: {
    tex: "a = \\text{softmax}\\left(\\frac{q K^{\\top}}{\\sqrt{d_k}}\\right)",
    plain: "a = softmax(q·Kᵀ / √d_k)",
  },
  attention: {
    tex: "[a_1 V_1 \\;\\cdots\\; a_H V_H]\\, W_O + b_O",
    plain: "[a_1·V_1 … a_H·V_H]·W_O + b_O",
  },
  cosine: {
    tex: "\\frac{u \\cdot v}{\\lVert u \\rVert \\, \\lVert v \\rVert}",
    plain: "u·v / (‖u‖·‖v‖)",
  },
  senses: {
    tex: "\\text{softmax}(h_{\\text{bank}} W + b)",
    plain: "softmax(h_bank·W + b)",
  },
} as const satisfies Formulas;
