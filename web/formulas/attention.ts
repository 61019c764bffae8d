// Fixed formulas of the laboratory: see formula.ts.
import type { Formula, Formulas } from "./formula.js";

/** Of scores S, scaled S′: the masked ones are S″. */
function masked(tex: string, plain: string): Formula {
  return {
    tex: `S''_{ij} = \\begin{cases}${tex}_{ij} & M_{ij}=1\\\\ -\\infty & M_{ij}=0\\end{cases}`,
    plain: `S″_ij = ${plain}_ij (M_ij = 1), −∞ (M_ij = 0)`,
  };
}

/** Of the scores that the figure shows last: S″ where there is a mask, else S′ or S. */
function softmax(tex: string, plain: string): Formula {
  return {
    tex: `A_{ij} = \\frac{e^{${tex}_{ij}}}{\\sum_{l} e^{${tex}_{il}}}`,
    plain: `A_ij = exp(${plain}_ij) ÷ Σ_l exp(${plain}_il)`,
  };
}

/** The tensors whose gradients are drawn: their letters in TeX and in plain text. */
const letters = {
  embeddings: ["E", "E"],
  x: ["X", "X"],
  "query.weight": ["W_Q", "W_Q"],
  "key.weight": ["W_K", "W_K"],
  "value.weight": ["W_V", "W_V"],
  query: ["Q", "Q"],
  key: ["K", "K"],
  value: ["V", "V"],
  scores: ["S", "S"],
  scaled: ["S'", "S′"],
  masked: ["S''", "S″"],
  weights: ["A", "A"],
  output: ["O", "O"],
} as const;

export type GradientKey = `gradient.${keyof typeof letters}`;

const gradients = Object.fromEntries(
  Object.entries(letters).map(([tensor, [tex, plain]]) => [
    `gradient.${tensor}`,
    {
      tex: `\\g{d${tex}} = \\frac{\\partial L}{\\partial ${tex}}`,
      plain: `d${plain} = ∂L / ∂${plain}`,
    },
  ]),
) as Record<GradientKey, Formula>;

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
  mask: { tex: "M_{ij} \\in \\{0, 1\\}", plain: "M_ij ∈ {0, 1}" },
  masked: masked("S'", "S′"),
  "masked.scores": masked("S", "S"),
  weights: softmax("S''", "S″"),
  "weights.scaled": softmax("S'", "S′"),
  "weights.scores": softmax("S", "S"),
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
  ...gradients,
} as const satisfies Formulas;

export type FormulaKey = keyof typeof formulas;
