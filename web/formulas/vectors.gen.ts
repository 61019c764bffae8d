// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./vectors.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "dot": {"mathml":"<math><mi>q</mi><mo>⋅</mo><msub><mi>k</mi><mi>j</mi></msub><mo>=</mo><mo stretchy=\"false\">∥</mo><mi>q</mi><mo stretchy=\"false\">∥</mo><mtext> </mtext><mo stretchy=\"false\">∥</mo><msub><mi>k</mi><mi>j</mi></msub><mo stretchy=\"false\">∥</mo><mi>cos</mi><mo>⁡</mo><msub><mi>θ</mi><mi>j</mi></msub></math>","plain":"q·k_j = ‖q‖ ‖k_j‖ cos θ_j"},
  "output": {"mathml":"<math><mi>o</mi><mo>=</mo><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>α</mi><mi>j</mi></msub><msub><mi>v</mi><mi>j</mi></msub><mo>,</mo><mspace width=\"1em\"/><msub><mi>α</mi><mi>j</mi></msub><mo>&gt;</mo><mn>0</mn><mo>,</mo><mtext>  </mtext><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>α</mi><mi>j</mi></msub><mo>=</mo><mn>1</mn></math>","plain":"o = Σ_j α_j v_j, α_j > 0, Σ_j α_j = 1"},
  "weights": {"mathml":"<math><msub><mi>α</mi><mi>j</mi></msub><mo>=</mo><mfrac><msup><mi>e</mi><mrow><mi>q</mi><mo>⋅</mo><msub><mi>k</mi><mi>j</mi></msub><mi>/</mi><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mrow></msup><mrow><msub><mo>∑</mo><mi>l</mi></msub><msup><mi>e</mi><mrow><mi>q</mi><mo>⋅</mo><msub><mi>k</mi><mi>l</mi></msub><mi>/</mi><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mrow></msup></mrow></mfrac></math>","plain":"α_j = exp(q·k_j/√d_k) ÷ Σ_l exp(q·k_l/√d_k)"},
  "cosine": {"mathml":"<math><mi>cos</mi><mo>⁡</mo><msub><mi>θ</mi><mi>j</mi></msub><mo>=</mo><mfrac><mrow><mi>q</mi><mo>⋅</mo><msub><mi>k</mi><mi>j</mi></msub></mrow><mrow><mo stretchy=\"false\">∥</mo><mi>q</mi><mo stretchy=\"false\">∥</mo><mtext> </mtext><mo stretchy=\"false\">∥</mo><msub><mi>k</mi><mi>j</mi></msub><mo stretchy=\"false\">∥</mo></mrow></mfrac></math>","plain":"cos θ_j = q·k_j ÷ (‖q‖ ‖k_j‖)"},
};
