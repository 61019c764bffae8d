// Fixed formulas of the figure `prune`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  loss: {
    tex: "L = -\\log p(y_t \\mid y_{<t})",
    plain: "L = −log p(y_t | y_<t)",
  },
  effect: {
    tex: "L_{\\text{without } h} - L",
    plain: "L without h − L",
  },
  next: {
    tex: "p(y_t \\mid y_{<t}) = \\text{softmax}(\\text{logits}_t)",
    plain: "p(y_t | y_<t) = softmax(logits_t)",
  },
} as const satisfies Formulas;
