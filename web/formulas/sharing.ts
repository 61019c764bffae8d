// Fixed formulas of the figure `sharing`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  reads: {
    tex: "g(h) = \\lceil h \\cdot G / H \\rceil",
    plain: "g(h) = ⌈h · G ÷ H⌉",
  },
  full: {
    tex: "A_h = \\mathrm{softmax}\\left(\\frac{\\q{Q}_h \\k{K}_h^\\top}{\\sqrt{d_k}}\\right)",
    plain: "A_h = softmax(Q_h K_hᵀ ÷ √d_k)",
  },
  pooled: {
    tex: "A_h = \\mathrm{softmax}\\left(\\frac{\\q{Q}_h \\k{K}_{g(h)}^\\top}{\\sqrt{d_k}}\\right)",
    plain: "A_h = softmax(Q_h K_g(h)ᵀ ÷ √d_k)",
  },
  difference: {
    tex: "A_h^G \\v{V}_{g(h)} - A_h \\v{V}_h",
    plain: "A_h^G V_g(h) − A_h V_h",
  },
  latent_difference: {
    tex: "\\hat{A}_h \\hat{\\v{V}}_h - A_h \\v{V}_h",
    plain: "Â_h V̂_h − A_h V_h",
  },
  cached: {
    tex: "c = x W_D, \\quad [\\hat{\\k{K}} \\; \\hat{\\v{V}}] = c W_U",
    plain: "c = x W_D, [K̂ V̂] = c W_U",
  },
  restored: {
    tex: "\\hat{A}_h = \\mathrm{softmax}\\left(\\frac{\\q{Q}_h \\hat{\\k{K}}_h^\\top}{\\sqrt{d_k}}\\right)",
    plain: "Â_h = softmax(Q_h K̂_hᵀ ÷ √d_k)",
  },
  sigma: {
    tex: "[W_{\\k{K}} \\; W_{\\v{V}}] = U \\, \\mathrm{diag}(\\sigma) \\, V^\\top",
    plain: "[W_K W_V] = U diag(σ) Vᵀ",
  },
  weight_error: {
    tex: "\\lVert W_D W_U - [W_{\\k{K}} \\; W_{\\v{V}}] \\rVert = \\sqrt{\\textstyle\\sum_{i > r} \\sigma_i^2}",
    plain: "‖W_D W_U − [W_K W_V]‖ = √(Σ_{i>r} σ_i²)",
  },
  latent_error: { tex: "\\lVert O_r - O_H \\rVert", plain: "‖O_r − O_H‖" },
  latent_cache: { tex: "r \\cdot 2", plain: "r · 2" },
  latent_parameters: {
    tex: "2 \\cdot d \\cdot H \\cdot d_k + d \\cdot r + r \\cdot 2 \\cdot H \\cdot d_k",
    plain: "2 · d · H · d_k + d · r + r · 2 · H · d_k",
  },
  cache: { tex: "2 \\cdot G \\cdot d_k \\cdot 2", plain: "2 · G · d_k · 2" },
  parameters: { tex: "2 \\cdot d \\cdot (H + G) \\cdot d_k", plain: "2 · d · (H + G) · d_k" },
  error: { tex: "\\lVert O_G - O_H \\rVert", plain: "‖O_G − O_H‖" },
} as const satisfies Formulas;
