// Fixed formulas of the figure `translate`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  probabilities: {
    tex: "p(y_t \\mid y_{<t},\\, x) = \\text{softmax}(\\text{logits}_t)",
    plain: "p(y_t | y_<t, x) = softmax(logits_t)",
  },
  sum: {
    tex: "\\textstyle\\sum_t \\log p(y_t \\mid y_{<t},\\, x)",
    plain: "Σ_t log p(y_t | y_<t, x)",
  },
  score: {
    tex: "\\textstyle\\sum_t \\log p(y_t \\mid y_{<t},\\, x) \\,/\\, T^{\\alpha}",
    plain: "Σ_t log p(y_t | y_<t, x) / T^α",
  },
} as const satisfies Formulas;
