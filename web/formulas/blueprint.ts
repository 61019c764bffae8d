// Fixed formulas of the figure `blueprint`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  scores: { tex: "\\frac{\\q{Q} \\k{K}^{\\mathsf T}}{\\sqrt{d_k}}", plain: "Q · Kᵀ ÷ √d_k" },
  weights: { tex: "\\operatorname{softmax}", plain: "softmax" },
  norm: {
    tex: "\\gamma \\odot \\frac{x - \\mu}{\\sqrt{\\sigma^2 + \\varepsilon}} + \\beta",
    plain: "γ ⊙ (x − μ) ÷ √(σ² + ε) + β",
  },
  sum: { tex: "x + f(\\mathrm{norm}(x))", plain: "x + f(norm(x))" },
  embedding: { tex: "\\sqrt{d_\\text{model}} \\, E_\\text{id} + p", plain: "√d_model · E_id + p" },
  length: { tex: "\\lVert x \\rVert = \\sqrt{\\textstyle\\sum x_c^2}", plain: "‖x‖ = √Σ x_c²" },
  relu: { tex: "f(z) = \\max(0, z)", plain: "f(z) = max(0, z)" },
  logits: { tex: "x E^{\\mathsf T}", plain: "x · Eᵀ" },
  probabilities: { tex: "\\operatorname{softmax}(x E^{\\mathsf T})", plain: "softmax(x · Eᵀ)" },
} as const satisfies Formulas;
