// The fixed formulas. `tex` becomes MathML at build time (web/build/formulas.mjs); `plain` stands in
// SVG and in speech. \q \k \v \g give a symbol the colour of its role.

export interface Formula {
  readonly tex: string;
  readonly plain: string;
}

export const formulas = {
  embeddings: { tex: "E_i = W_E[t_i]", plain: "E_i = W_E[t_i]" },
  positions: {
    tex: "P_{i,2m} = \\sin\\frac{i}{10000^{2m/C}},\\ P_{i,2m+1} = \\cos\\frac{i}{10000^{2m/C}}",
    plain: "P[i,2m] = sin(i / 10000^(2m/C)), P[i,2m+1] = cos(i / 10000^(2m/C))",
  },
  x: { tex: "X = E + P", plain: "X = E + P" },
  "x.embeddings": { tex: "X = E", plain: "X = E" },
  query: { tex: "\\q{Q} = X\\,\\q{W_Q}", plain: "Q = X · W_Q" },
  key: { tex: "\\k{K} = X\\,\\k{W_K}", plain: "K = X · W_K" },
  value: { tex: "\\v{V} = X\\,\\v{W_V}", plain: "V = X · W_V" },
  scores: { tex: "S = \\q{Q}\\,\\k{K}^{\\top}", plain: "S = Q · Kᵀ" },
  scaled: { tex: "S' = \\frac{S}{\\sqrt{d_k}}", plain: "S′ = S ÷ √d_k" },
  "scaled.off": { tex: "S' = S", plain: "S′ = S" },
  mask: { tex: "M_{ij} \\in \\{0, 1\\}", plain: "M_ij ∈ {0, 1}" },
  masked: {
    tex: "Z_{ij} = \\begin{cases}S'_{ij} & M_{ij}=1\\\\ -\\infty & M_{ij}=0\\end{cases}",
    plain: "Z_ij = S′_ij (M_ij = 1), −∞ (M_ij = 0)",
  },
  weights: {
    tex: "A_{ij} = \\frac{e^{Z_{ij}}}{\\sum_{l} e^{Z_{il}}}",
    plain: "A_ij = exp(Z_ij) ÷ Σ_l exp(Z_il)",
  },
  head_outputs: { tex: "O = A\\,\\v{V}", plain: "O = A · V" },
  output: {
    tex: "O = [\\,O_1;\\dots;O_H\\,]",
    plain: "O = [O_1; …; O_H]",
  },
  attention: {
    tex: "O = \\operatorname{softmax}\\!\\Big(\\frac{\\q{Q}\\k{K}^{\\top}}{\\sqrt{d_k}}\\Big)\\v{V}",
    plain: "O = softmax(Q · Kᵀ ÷ √d_k) · V",
  },
  gradient_map: {
    tex: "\\g{G_{ij}} = \\Big\\|\\frac{\\partial\\,O_i}{\\partial X_j}\\Big\\|_F",
    plain: "G_ij = ‖∂O_i / ∂X_j‖_F",
  },
  gradient: { tex: "\\g{dT} = \\frac{\\partial L}{\\partial T}", plain: "dT = ∂L / ∂T" },
} as const satisfies Record<string, Formula>;

export type FormulaKey = keyof typeof formulas;
