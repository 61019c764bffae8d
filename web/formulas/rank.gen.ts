// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./rank.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "scores": {"mathml":"<math><mi>S</mi><mo>=</mo><mi class=\"query\">Q</mi><msup><mi class=\"key\">K</mi><mi>⊤</mi></msup></math>","plain":"S = Q·Kᵀ"},
  "weights": {"mathml":"<math><mi>A</mi><mo>=</mo><mi mathvariant=\"normal\">softmax</mi><mo>⁡</mo><mtext> ⁣</mtext><mrow><mo>(</mo><mfrac><mrow><mi class=\"query\">Q</mi><msup><mi class=\"key\">K</mi><mi>⊤</mi></msup></mrow><mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt><mtext> </mtext><mi>τ</mi></mrow></mfrac><mo>)</mo></mrow></math>","plain":"A = softmax(Q·Kᵀ ÷ (√d_k·τ))"},
  "spectra": {"mathml":"<math><mi>M</mi><mo>=</mo><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>σ</mi><mi>i</mi></msub><mtext> </mtext><msub><mi>u</mi><mi>i</mi></msub><msubsup><mi>v</mi><mi>i</mi><mi>⊤</mi></msubsup></math>","plain":"M = Σ_i σ_i·u_i·v_iᵀ"},
  "output": {"mathml":"<math><mi mathvariant=\"normal\">rank</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi>A</mi><mi class=\"value\">V</mi><mo stretchy=\"false\">)</mo><mo>≤</mo><mi>min</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi mathvariant=\"normal\">rank</mi><mo>⁡</mo><mi>A</mi><mo>,</mo><mtext> </mtext><msub><mi>d</mi><mi>v</mi></msub><mo stretchy=\"false\">)</mo></math>","plain":"rank(A·V) ≤ min(rank A, d_v)"},
  "joined": {"mathml":"<math><mi mathvariant=\"normal\">rank</mi><mo>⁡</mo><mo stretchy=\"false\">[</mo><msub><mi>A</mi><mn>1</mn></msub><mstyle class=\"value\"><msub><mi>V</mi><mn>1</mn></msub></mstyle><mo>⋯</mo><msub><mi>A</mi><mi>H</mi></msub><mstyle class=\"value\"><msub><mi>V</mi><mi>H</mi></msub></mstyle><mo stretchy=\"false\">]</mo><mo>≤</mo><mi>min</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi>n</mi><mo>,</mo><mtext> </mtext><mi>H</mi><msub><mi>d</mi><mi>v</mi></msub><mo stretchy=\"false\">)</mo></math>","plain":"rank[A_1·V_1 … A_H·V_H] ≤ min(n, H·d_v)"},
};
