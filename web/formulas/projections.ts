// Fixed formulas of the figure `projections`: see formula.ts.
import type { Formulas } from "./formula.js";

const scores = (query: string, key: string, divisor: string) =>
  `S = \\frac{${query}${key}^{\\top}}{${divisor}}`;
const [d_k, d] = ["\\sqrt{d_k}", "\\sqrt{d}"];

export const formulas = {
  none: { tex: scores("\\q{Q}", "\\k{K}", d_k), plain: "S = Q·Kᵀ ÷ √d_k" },
  key_value: {
    tex: `${scores("\\q{Q}", "\\k{K}", d_k)},\\quad \\v{V} = \\k{K}`,
    plain: "S = Q·Kᵀ ÷ √d_k, V = K",
  },
  query_key: { tex: scores("\\q{Q}", "\\q{Q}", d_k), plain: "S = Q·Qᵀ ÷ √d_k" },
  all: {
    tex: `${scores("\\q{Q}", "\\q{Q}", d_k)},\\quad \\v{V} = \\q{Q}`,
    plain: "S = Q·Qᵀ ÷ √d_k, V = Q",
  },
  input: { tex: scores("X", "X", d), plain: "S = X·Xᵀ ÷ √d" },
  weights: { tex: "A = \\operatorname{softmax}(S)", plain: "A = softmax(S)" },
  asymmetry: {
    tex: "\\max_{i,j}\\,\\lvert M_{ij} - M_{ji} \\rvert",
    plain: "max |M_ij − M_ji|",
  },
  self: {
    tex: "\\frac{1}{B\\,n}\\sum_{b=1}^{B}\\sum_i A^{(b)}_{ii}",
    plain: "1/(B·n)·Σ_b Σ_i A_ii",
  },
  spectra: {
    tex: "\\operatorname{rank}(\\q{W_Q}\\k{W_K}^{\\top}) \\le d_k",
    plain: "rank(W_Q·W_Kᵀ) ≤ d_k",
  },
  freedom: {
    tex: "2 d\\,d_k - d_k^2,\\quad d\\,d_k - \\tfrac{d_k(d_k - 1)}{2}",
    plain: "2·d·d_k − d_k², d·d_k − d_k·(d_k − 1)/2",
  },
} as const satisfies Formulas;
