// Fixed formulas of the figure `layer`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  layer_norm: {
    tex: "\\hat{x} = \\frac{x - \\mu}{\\sqrt{\\sigma^2 + \\varepsilon}}",
    plain: "x̂ = (x − μ) ÷ √(σ² + ε)",
  },
  rms_norm: {
    tex: "\\hat{x} = \\frac{x}{\\sqrt{\\mathrm{mean}(x^2) + \\varepsilon}}",
    plain: "x̂ = x ÷ √(mean(x²) + ε)",
  },
  relu: { tex: "f(z) = \\max(0, z)", plain: "f(z) = max(0, z)" },
  gelu: { tex: "f(z) = z \\, \\Phi(z)", plain: "f(z) = z · Φ(z)" },
  swiglu: {
    tex: "f(z) = \\frac{z}{1 + e^{-z}}",
    plain: "f(z) = z ÷ (1 + e^−z)",
  },
  attention: {
    tex: "[\\mathrm{head}_1 \\ldots \\mathrm{head}_H] W_O",
    plain: "[head_1 … head_H] W_O",
  },
  feed_forward: { tex: "f(x W_1) W_2", plain: "f(x W_1) W_2" },
  gated: { tex: "(f(x W_1) \\odot x W_3) W_2", plain: "(f(x W_1) ⊙ x W_3) W_2" },
  alike: {
    tex: "\\operatorname{mean}_{i \\neq j} \\frac{x_i \\cdot x_j}{\\lVert x_i \\rVert \\lVert x_j \\rVert}",
    plain: "mean over i ≠ j of x_i · x_j ÷ (‖x_i‖ ‖x_j‖)",
  },
  length: { tex: "\\operatorname{mean}_i \\lVert x_i \\rVert", plain: "mean over i of ‖x_i‖" },
  gradient: {
    tex: "\\operatorname{mean}_i \\lVert \\g{\\mathrm{d}x_i} \\rVert",
    plain: "mean over i of ‖dx_i‖",
  },
} as const satisfies Formulas;
