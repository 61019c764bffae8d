// Fixed formulas of the figure `positions`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  none: {
    tex: "S_{ij} = \\frac{\\q{q_i} \\cdot \\k{k_j}}{\\sqrt{d_k}}",
    plain: "S_ij = q_i · k_j ÷ √d_k",
  },
  absolute: {
    tex: "\\q{q_i} = (x_i + p_i)\\,\\q{W_Q},\\quad \\k{k_j} = (x_j + p_j)\\,\\k{W_K}",
    plain: "q_i = (x_i + p_i) · W_Q, k_j = (x_j + p_j) · W_K",
  },
  rotary: {
    tex: "S_{ij} = \\frac{R_i\\,\\q{q_i} \\cdot R_j\\,\\k{k_j}}{\\sqrt{d_k}}",
    plain: "S_ij = R_i q_i · R_j k_j ÷ √d_k",
  },
  alibi: {
    tex: "S_{ij} = \\frac{\\q{q_i} \\cdot \\k{k_j}}{\\sqrt{d_k}} - m\\,(i - j)",
    plain: "S_ij = q_i · k_j ÷ √d_k − m · (i − j)",
  },
  t5: {
    tex: "S_{ij} = \\frac{\\q{q_i} \\cdot \\k{k_j}}{\\sqrt{d_k}} + b_{j - i}",
    plain: "S_ij = q_i · k_j ÷ √d_k + b(j − i)",
  },
  waves: {
    tex: "p_{2i} = \\sin\\frac{p}{10000^{2i/d}},\\quad p_{2i+1} = \\cos\\frac{p}{10000^{2i/d}}",
    plain: "p_2i = sin(p ÷ 10000^(2i/d)), p_2i+1 = cos(p ÷ 10000^(2i/d))",
  },
  cosine: {
    tex: "\\frac{p_0 \\cdot p_k}{d/2} = \\frac{2}{d} \\sum_i \\cos k\\theta_i",
    plain: "p_0 · p_k ÷ (d/2) = mean of cos kθ_i",
  },
  map: {
    tex: "\\begin{pmatrix} \\cos k\\theta & \\sin k\\theta \\\\ -\\sin k\\theta & \\cos k\\theta \\end{pmatrix}",
    plain: "rows: cos kθ, sin kθ; −sin kθ, cos kθ",
  },
} as const satisfies Formulas;
