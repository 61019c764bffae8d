// Fixed formulas of the figure `heads`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  weights: {
    tex: "A_h = \\operatorname{softmax}\\left(\\frac{Q_h K_h^\\top}{\\sqrt{d_k}}\\right)",
    plain: "A_h = softmax(Q_h K_hᵀ ÷ √d_k)",
  },
  norms: {
    tex: "A_{h,ij}\\,\\lVert v_{h,j} W_O^h\\rVert",
    plain: "A_h,ij · ‖v_h,j W_O^h‖",
  },
  output: {
    tex: "\\text{out} = \\sum_h m_h\\, A_h V_h W_O^h",
    plain: "out = Σ_h m_h A_h V_h W_O^h",
  },
  qk: { tex: "W_Q^h\\,{W_K^h}^\\top", plain: "W_Q^h W_K^hᵀ" },
  ov: { tex: "W_V^h\\, W_O^h", plain: "W_V^h W_O^h" },
  parameters: {
    tex: "4\\,d\\cdot h\\cdot\\frac{d}{h} = 4d^2",
    plain: "4 · d · h · d/h = 4d²",
  },
} as const satisfies Formulas;
