// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./heads.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "weights": {"mathml":"<math><msub><mi>A</mi><mi>h</mi></msub><mo>=</mo><mi mathvariant=\"normal\">softmax</mi><mo>⁡</mo><mrow><mo>(</mo><mfrac><mrow><msub><mi>Q</mi><mi>h</mi></msub><msubsup><mi>K</mi><mi>h</mi><mi>⊤</mi></msubsup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac><mo>)</mo></mrow></math>","plain":"A_h = softmax(Q_h K_hᵀ ÷ √d_k)"},
  "norms": {"mathml":"<math><msub><mi>A</mi><mrow><mi>h</mi><mo>,</mo><mi>i</mi><mi>j</mi></mrow></msub><mtext> </mtext><mo stretchy=\"false\">∥</mo><msub><mi>v</mi><mrow><mi>h</mi><mo>,</mo><mi>j</mi></mrow></msub><msubsup><mi>W</mi><mi>O</mi><mi>h</mi></msubsup><mo stretchy=\"false\">∥</mo></math>","plain":"A_h,ij · ‖v_h,j W_O^h‖"},
  "output": {"mathml":"<math><mtext>out</mtext><mo>=</mo><msub><mo>∑</mo><mi>h</mi></msub><msub><mi>m</mi><mi>h</mi></msub><mtext> </mtext><msub><mi>A</mi><mi>h</mi></msub><msub><mi>V</mi><mi>h</mi></msub><msubsup><mi>W</mi><mi>O</mi><mi>h</mi></msubsup></math>","plain":"out = Σ_h m_h A_h V_h W_O^h"},
  "qk": {"mathml":"<math><msubsup><mi>W</mi><mi>Q</mi><mi>h</mi></msubsup><mtext> </mtext><msup><msubsup><mi>W</mi><mi>K</mi><mi>h</mi></msubsup><mi>⊤</mi></msup></math>","plain":"W_Q^h W_K^hᵀ"},
  "ov": {"mathml":"<math><msubsup><mi>W</mi><mi>V</mi><mi>h</mi></msubsup><mtext> </mtext><msubsup><mi>W</mi><mi>O</mi><mi>h</mi></msubsup></math>","plain":"W_V^h W_O^h"},
  "parameters": {"mathml":"<math><mn>4</mn><mtext> </mtext><mi>d</mi><mo>⋅</mo><mi>h</mi><mo>⋅</mo><mfrac><mi>d</mi><mi>h</mi></mfrac><mo>=</mo><mn>4</mn><msup><mi>d</mi><mn>2</mn></msup></math>","plain":"4 · d · h · d/h = 4d²"},
};
