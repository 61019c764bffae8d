// Fixed formulas of the figure `sharing`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  reads: {
    tex: "g(h) = \\lfloor h \\cdot G / H \\rfloor",
    plain: "g(h) = ⌊h · G ÷ H⌋",
  },
  full: {
    tex: "A_h = \\mathrm{softmax}\\left(\\frac{\\q{Q}_h \\k{K}_h^\\top}{\\sqrt{d_k}}\\right)",
    plain: "A_h = softmax(Q_h K_hᵀ ÷ √d_k)",
  },
  pooled: {
    tex: "A_h = \\mathrm{softmax}\\left(\\frac{\\q{Q}_h \\k{K}_{g(h)}^\\top}{\\sqrt{d_k}}\\right)",
    plain: "A_h = softmax(Q_h K_g(h)ᵀ ÷ √d_k)",
  },
  difference: {
    tex: "A_h^G \\v{V}_{g(h)} - A_h \\v{V}_h",
    plain: "A_h^G V_g(h) − A_h V_h",
  },
  cache: { tex: "2 \\cdot G \\cdot d_k \\cdot 2", plain: "2 · G · d_k · 2" },
  parameters: { tex: "2 \\cdot d \\cdot (H + G) \\cdot d_k", plain: "2 · d · (H + G) · d_k" },
  error: { tex: "\\lVert O_G - O_H \\rVert", plain: "‖O_G − O_H‖" },
} as const satisfies Formulas;
