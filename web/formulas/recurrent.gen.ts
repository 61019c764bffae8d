// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./recurrent.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "norms": {"mathml":"<math><mi>∥</mi><mi mathvariant=\"normal\">∂</mi><msub><mi>h</mi><mi>T</mi></msub><mi>/</mi><mi mathvariant=\"normal\">∂</mi><msub><mi>h</mi><mrow><mi>T</mi><mo>−</mo><mi>k</mi></mrow></msub><mi>∥</mi><mo>≤</mo><msup><mi>ρ</mi><mi>k</mi></msup><mo>,</mo><mtext>  </mtext><mtext>  </mtext><mi>∥</mi><mi mathvariant=\"normal\">∂</mi><msub><mi>o</mi><mi>T</mi></msub><mi>/</mi><mi mathvariant=\"normal\">∂</mi><msub><mi>x</mi><mrow><mi>T</mi><mo>−</mo><mi>k</mi></mrow></msub><mi>∥</mi></math>","plain":"‖∂h_T / ∂h_(T−k)‖ ≤ ρ^k, ‖∂o_T / ∂x_(T−k)‖"},
  "state": {"mathml":"<math><msub><mi>h</mi><mi>t</mi></msub><mo>=</mo><mi>tanh</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><msub><mi>x</mi><mi>t</mi></msub><mi>W</mi><mo>+</mo><msub><mi>h</mi><mrow><mi>t</mi><mo>−</mo><mn>1</mn></mrow></msub><mi>U</mi><mo stretchy=\"false\">)</mo></math>","plain":"h_t = tanh(x_t·W + h_(t−1)·U)"},
};
