// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./sense.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "query": {"mathml":"<math><mi>q</mi><mo>=</mo><msub><mi>x</mi><mtext>bank</mtext></msub><msub><mi>W</mi><mi>Q</mi></msub><mo>+</mo><msub><mi>b</mi><mi>Q</mi></msub></math>","plain":"q = x_bank·W_Q + b_Q"},
  "weights": {"mathml":"<math><mi>a</mi><mo>=</mo><mtext>softmax</mtext><mrow><mo>(</mo><mfrac><mrow><mi>q</mi><msup><mi>K</mi><mi>⊤</mi></msup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac><mo>)</mo></mrow></math>","plain":"a = softmax(q·Kᵀ / √d_k)"},
  "attention": {"mathml":"<math><mo stretchy=\"false\">[</mo><msub><mi>a</mi><mn>1</mn></msub><msub><mi>V</mi><mn>1</mn></msub><mtext>  </mtext><mo>⋯</mo><mtext>  </mtext><msub><mi>a</mi><mi>H</mi></msub><msub><mi>V</mi><mi>H</mi></msub><mo stretchy=\"false\">]</mo><mtext> </mtext><msub><mi>W</mi><mi>O</mi></msub><mo>+</mo><msub><mi>b</mi><mi>O</mi></msub></math>","plain":"[a_1·V_1 … a_H·V_H]·W_O + b_O"},
  "cosine": {"mathml":"<math><mfrac><mrow><mi>u</mi><mo>⋅</mo><mi>v</mi></mrow><mrow><mo stretchy=\"false\">∥</mo><mi>u</mi><mo stretchy=\"false\">∥</mo><mtext> </mtext><mo stretchy=\"false\">∥</mo><mi>v</mi><mo stretchy=\"false\">∥</mo></mrow></mfrac></math>","plain":"u·v / (‖u‖·‖v‖)"},
  "senses": {"mathml":"<math><mtext>softmax</mtext><mo stretchy=\"false\">(</mo><msub><mi>h</mi><mtext>bank</mtext></msub><mi>W</mi><mo>+</mo><mi>b</mi><mo stretchy=\"false\">)</mo></math>","plain":"softmax(h_bank·W + b)"},
};
