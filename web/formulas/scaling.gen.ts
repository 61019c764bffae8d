// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./scaling.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "independent": {"mathml":"<math><mi mathvariant=\"normal\">Var</mi><mo>⁡</mo><mo stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">(</mo><msubsup><mo>∑</mo><mrow><mi>c</mi><mo>=</mo><mn>1</mn></mrow><msub><mi>d</mi><mi>k</mi></msub></msubsup><mstyle class=\"query\"><msub><mi>q</mi><mi>c</mi></msub></mstyle><mstyle class=\"key\"><msub><mi>k</mi><mi>c</mi></msub></mstyle><mo stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">)</mo><mo>=</mo><msub><mi>d</mi><mi>k</mi></msub></math>","plain":"Var(Σ q_c·k_c) = d_k"},
  "same": {"mathml":"<math><mi mathvariant=\"normal\">E</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi class=\"query\">q</mi><mo>⋅</mo><mi class=\"query\">q</mi><mo stretchy=\"false\">)</mo><mo>=</mo><msub><mi>d</mi><mi>k</mi></msub><mo>,</mo><mspace width=\"1em\"/><mi mathvariant=\"normal\">Var</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi class=\"query\">q</mi><mo>⋅</mo><mi class=\"query\">q</mi><mo stretchy=\"false\">)</mo><mo>=</mo><mn>2</mn><msub><mi>d</mi><mi>k</mi></msub></math>","plain":"E(q·q) = d_k, Var(q·q) = 2·d_k"},
  "weights": {"mathml":"<math><mi>p</mi><mo>=</mo><mi mathvariant=\"normal\">softmax</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi>s</mi><mo stretchy=\"false\">)</mo></math>","plain":"p = softmax(s)"},
  "gradients": {"mathml":"<math><mo stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">∥</mo><mfrac><mrow><mi mathvariant=\"normal\">∂</mi><mi>p</mi></mrow><mrow><mi mathvariant=\"normal\">∂</mi><mi>s</mi></mrow></mfrac><mo stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">∥</mo><mo>=</mo><mo stretchy=\"false\">∥</mo><mi mathvariant=\"normal\">diag</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi>p</mi><mo stretchy=\"false\">)</mo><mo>−</mo><mi>p</mi><msup><mi>p</mi><mi>⊤</mi></msup><msub><mo stretchy=\"false\">∥</mo><mi>F</mi></msub></math>","plain":"‖∂p/∂s‖ = ‖diag(p) − p·pᵀ‖_F"},
  "raw": {"mathml":"<math><mi>s</mi><mo>=</mo><mi class=\"query\">q</mi><msup><mi class=\"key\">K</mi><mi>⊤</mi></msup></math>","plain":"s = q·Kᵀ"},
  "scaled": {"mathml":"<math><mi>s</mi><mo>=</mo><mfrac><mrow><mi class=\"query\">q</mi><msup><mi class=\"key\">K</mi><mi>⊤</mi></msup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac></math>","plain":"s = q·Kᵀ ÷ √d_k"},
};
