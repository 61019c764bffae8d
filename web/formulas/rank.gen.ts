// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./rank.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "scores": {"mathml":"<math><mrow><mi>S</mi><mo>=</mo><mstyle class=\"query\"><mi>Q</mi></mstyle><msup><mstyle class=\"key\"><mi>K</mi></mstyle><mi mathvariant=\"normal\">⊤</mi></msup></mrow></math>","plain":"S = Q·Kᵀ"},
  "weights": {"mathml":"<math><mrow><mi>A</mi><mo>=</mo><mi mathvariant=\"normal\">softmax</mi><mo>⁡</mo><mtext> ⁣</mtext><mrow><mo fence=\"true\">(</mo><mfrac><mrow><mstyle class=\"query\"><mi>Q</mi></mstyle><msup><mstyle class=\"key\"><mi>K</mi></mstyle><mi mathvariant=\"normal\">⊤</mi></msup></mrow><mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt><mtext> </mtext><mi>τ</mi></mrow></mfrac><mo fence=\"true\">)</mo></mrow></mrow></math>","plain":"A = softmax(Q·Kᵀ ÷ (√d_k·τ))"},
  "spectra": {"mathml":"<math><mrow><mi>M</mi><mo>=</mo><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>σ</mi><mi>i</mi></msub><mtext> </mtext><msub><mi>u</mi><mi>i</mi></msub><msubsup><mi>v</mi><mi>i</mi><mi mathvariant=\"normal\">⊤</mi></msubsup></mrow></math>","plain":"M = Σ_i σ_i·u_i·v_iᵀ"},
  "output": {"mathml":"<math><mrow><mi mathvariant=\"normal\">rank</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi>A</mi><mstyle class=\"value\"><mi>V</mi></mstyle><mo stretchy=\"false\">)</mo><mo>≤</mo><mi>min</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi mathvariant=\"normal\">rank</mi><mo>⁡</mo><mi>A</mi><mo separator=\"true\">,</mo><mtext> </mtext><msub><mi>d</mi><mi>v</mi></msub><mo stretchy=\"false\">)</mo></mrow></math>","plain":"rank(A·V) ≤ min(rank A, d_v)"},
  "joined": {"mathml":"<math><mrow><mi mathvariant=\"normal\">rank</mi><mo>⁡</mo><mo stretchy=\"false\">[</mo><msub><mi>A</mi><mn>1</mn></msub><mstyle class=\"value\"><msub><mi>V</mi><mn>1</mn></msub></mstyle><mo>⋯</mo><msub><mi>A</mi><mi>H</mi></msub><mstyle class=\"value\"><msub><mi>V</mi><mi>H</mi></msub></mstyle><mo stretchy=\"false\">]</mo><mo>≤</mo><mi>min</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi>n</mi><mo separator=\"true\">,</mo><mtext> </mtext><mi>H</mi><msub><mi>d</mi><mi>v</mi></msub><mo stretchy=\"false\">)</mo></mrow></math>","plain":"rank[A_1·V_1 … A_H·V_H] ≤ min(n, H·d_v)"},
};
