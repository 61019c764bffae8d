// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./projections.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "none": {"mathml":"<math><mi>S</mi><mo>=</mo><mfrac><mrow><mi class=\"query\">Q</mi><msup><mi class=\"key\">K</mi><mi>⊤</mi></msup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac></math>","plain":"S = Q·Kᵀ ÷ √d_k"},
  "key_value": {"mathml":"<math><mi>S</mi><mo>=</mo><mfrac><mrow><mi class=\"query\">Q</mi><msup><mi class=\"key\">K</mi><mi>⊤</mi></msup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac><mo>,</mo><mspace width=\"1em\"/><mi class=\"value\">V</mi><mo>=</mo><mi class=\"key\">K</mi></math>","plain":"S = Q·Kᵀ ÷ √d_k, V = K"},
  "query_key": {"mathml":"<math><mi>S</mi><mo>=</mo><mfrac><mrow><mi class=\"query\">Q</mi><msup><mi class=\"query\">Q</mi><mi>⊤</mi></msup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac></math>","plain":"S = Q·Qᵀ ÷ √d_k"},
  "all": {"mathml":"<math><mi>S</mi><mo>=</mo><mfrac><mrow><mi class=\"query\">Q</mi><msup><mi class=\"query\">Q</mi><mi>⊤</mi></msup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac><mo>,</mo><mspace width=\"1em\"/><mi class=\"value\">V</mi><mo>=</mo><mi class=\"query\">Q</mi></math>","plain":"S = Q·Qᵀ ÷ √d_k, V = Q"},
  "input": {"mathml":"<math><mi>S</mi><mo>=</mo><mfrac><mrow><mi>X</mi><msup><mi>X</mi><mi>⊤</mi></msup></mrow><msqrt><mi>d</mi></msqrt></mfrac></math>","plain":"S = X·Xᵀ ÷ √d"},
  "weights": {"mathml":"<math><mi>A</mi><mo>=</mo><mi mathvariant=\"normal\">softmax</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi>S</mi><mo stretchy=\"false\">)</mo></math>","plain":"A = softmax(S)"},
  "asymmetry": {"mathml":"<math><msub><mrow><mi>max</mi><mo>⁡</mo></mrow><mrow><mi>i</mi><mo>,</mo><mi>j</mi></mrow></msub><mtext> </mtext><mo stretchy=\"false\">∣</mo><msub><mi>M</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>−</mo><msub><mi>M</mi><mrow><mi>j</mi><mi>i</mi></mrow></msub><mo stretchy=\"false\">∣</mo></math>","plain":"max |M_ij − M_ji|"},
  "self": {"mathml":"<math><mfrac><mn>1</mn><mi>n</mi></mfrac><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>A</mi><mrow><mi>i</mi><mi>i</mi></mrow></msub></math>","plain":"(1/n)·Σ_i A_ii"},
  "spectra": {"mathml":"<math><mi mathvariant=\"normal\">rank</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mstyle class=\"query\"><msub><mi>W</mi><mi>Q</mi></msub></mstyle><msup><mstyle class=\"key\"><msub><mi>W</mi><mi>K</mi></msub></mstyle><mi>⊤</mi></msup><mo stretchy=\"false\">)</mo><mo>≤</mo><msub><mi>d</mi><mi>k</mi></msub></math>","plain":"rank(W_Q·W_Kᵀ) ≤ d_k"},
  "freedom": {"mathml":"<math><mn>2</mn><mi>d</mi><mtext> </mtext><msub><mi>d</mi><mi>k</mi></msub><mo>−</mo><msubsup><mi>d</mi><mi>k</mi><mn>2</mn></msubsup><mo>,</mo><mspace width=\"1em\"/><mi>d</mi><mtext> </mtext><msub><mi>d</mi><mi>k</mi></msub><mo>−</mo><mstyle scriptlevel=\"0\" displaystyle=\"false\"><mfrac><mrow><msub><mi>d</mi><mi>k</mi></msub><mo stretchy=\"false\">(</mo><msub><mi>d</mi><mi>k</mi></msub><mo>−</mo><mn>1</mn><mo stretchy=\"false\">)</mo></mrow><mn>2</mn></mfrac></mstyle></math>","plain":"2·d·d_k − d_k², d·d_k − d_k·(d_k − 1)/2"},
};
