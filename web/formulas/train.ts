// Fixed formulas of the figure `train`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  loss: {
    tex: "L = -\\frac{1}{N}\\sum_{t} \\ln p(y_t \\mid x, y_{<t})",
    plain: "L = −1/N·Σ ln p(y_t | x, y_<t)",
  },
  weights: {
    tex: "A = \\operatorname{softmax}\\left(\\frac{\\q{Q}\\k{K}^{\\top}}{\\sqrt{d_k}}\\right)",
    plain: "A = softmax(Q·Kᵀ ÷ √d_k)",
  },
} as const satisfies Formulas;
