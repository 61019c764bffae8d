// Fixed formulas of the figure `context`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  none: { tex: "c_i = n", plain: "c_i = n" },
  causal: { tex: "c_i = i", plain: "c_i = i" },
  window: { tex: "c_i = \\min(i, w)", plain: "c_i = min(i, w)" },
  prefix: { tex: "c_i = \\max(i, p)", plain: "c_i = max(i, p)" },
  shares: {
    tex: "\\frac{1}{n^2} \\sum_i c_i \\;\\; \\Big(c_i = i: \\; \\frac{n + 1}{2n}\\Big)",
    plain: "Σ_i c_i ÷ n² (c_i = i: (n + 1) ÷ 2n)",
  },
  chain: {
    tex: "H(x_1,x_2,x_3) = \\sum_i H(x_i \\mid x_{<i})",
    plain: "H(x₁,x₂,x₃) = Σ_i H(x_i | x_<i)",
  },
} as const satisfies Formulas;
