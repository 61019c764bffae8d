// Fixed formulas of the figure `patch`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  recovered: {
    tex: "\\frac{\\Delta_{\\text{patched}} - \\Delta_{\\text{second}}}{\\Delta_{\\text{first}} - \\Delta_{\\text{second}}}",
    plain: "(Δ_patched − Δ_second) ÷ (Δ_first − Δ_second)",
  },
  difference: {
    tex: "\\Delta = \\text{logit}_a - \\text{logit}_b",
    plain: "Δ = logit_a − logit_b",
  },
  next: {
    tex: "p(y \\mid x) = \\text{softmax}(\\text{logits}_T)",
    plain: "p(y | x) = softmax(logits_T)",
  },
} as const satisfies Formulas;
