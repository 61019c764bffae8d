// Fixed formulas of the figure `lens`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  lens: {
    tex: "\\text{softmax}(\\text{norm}(x_\\ell)\\, W_U)",
    plain: "softmax(norm(x_ℓ) W_U)",
  },
  direct: {
    tex: "\\text{logit} = \\textstyle\\sum_i c_i \\cdot d + \\beta \\cdot w,\\quad d = (\\gamma w - \\overline{\\gamma w}) / \\sigma",
    plain: "logit = Σ_i c_i · d + β · w, d = (γw − mean(γw)) / σ",
  },
} as const satisfies Formulas;
