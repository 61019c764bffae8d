// Fixed formulas of the figure `rotary`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  turn: {
    tex: "\\begin{pmatrix} a \\\\ b \\end{pmatrix} \\to \\begin{pmatrix} a\\cos m\\theta - b\\sin m\\theta \\\\ b\\cos m\\theta + a\\sin m\\theta \\end{pmatrix}",
    plain: "(a, b) → (a cos mθ − b sin mθ, b cos mθ + a sin mθ)",
  },
  score: {
    tex: "R_m\\,\\q{q} \\cdot R_n\\,\\k{k} = R_{m-n}\\,\\q{q} \\cdot \\k{k}",
    plain: "R_m q · R_n k = R_(m−n) q · k",
  },
  permutation: {
    tex: "\\mathrm{half}(xP) = \\mathrm{interleaved}(x)\\,P",
    plain: "half(xP) = interleaved(x) · P",
  },
  bound: {
    tex: "|R_m\\,\\q{q} \\cdot R_n\\,\\k{k}| \\le \\sum_i \\|\\q{q_i}\\|\\,\\|\\k{k_i}\\|",
    plain: "|R_m q · R_n k| ≤ Σ_i ‖q_i‖ ‖k_i‖",
  },
} as const satisfies Formulas;
