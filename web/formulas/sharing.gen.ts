// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./sharing.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "reads": {"mathml":"<math><mi>g</mi><mo stretchy=\"false\">(</mo><mi>h</mi><mo stretchy=\"false\">)</mo><mo>=</mo><mo stretchy=\"false\">⌊</mo><mi>h</mi><mo>⋅</mo><mi>G</mi><mi>/</mi><mi>H</mi><mo stretchy=\"false\">⌋</mo></math>","plain":"g(h) = ⌊h · G ÷ H⌋"},
  "full": {"mathml":"<math><msub><mi>A</mi><mi>h</mi></msub><mo>=</mo><mrow><mi mathvariant=\"normal\">s</mi><mi mathvariant=\"normal\">o</mi><mi mathvariant=\"normal\">f</mi><mi mathvariant=\"normal\">t</mi><mi mathvariant=\"normal\">m</mi><mi mathvariant=\"normal\">a</mi><mi mathvariant=\"normal\">x</mi></mrow><mrow><mo>(</mo><mfrac><mrow><msub><mi class=\"query\">Q</mi><mi>h</mi></msub><msubsup><mi class=\"key\">K</mi><mi>h</mi><mi>⊤</mi></msubsup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac><mo>)</mo></mrow></math>","plain":"A_h = softmax(Q_h K_hᵀ ÷ √d_k)"},
  "pooled": {"mathml":"<math><msub><mi>A</mi><mi>h</mi></msub><mo>=</mo><mrow><mi mathvariant=\"normal\">s</mi><mi mathvariant=\"normal\">o</mi><mi mathvariant=\"normal\">f</mi><mi mathvariant=\"normal\">t</mi><mi mathvariant=\"normal\">m</mi><mi mathvariant=\"normal\">a</mi><mi mathvariant=\"normal\">x</mi></mrow><mrow><mo>(</mo><mfrac><mrow><msub><mi class=\"query\">Q</mi><mi>h</mi></msub><msubsup><mi class=\"key\">K</mi><mrow><mi>g</mi><mo stretchy=\"false\">(</mo><mi>h</mi><mo stretchy=\"false\">)</mo></mrow><mi>⊤</mi></msubsup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac><mo>)</mo></mrow></math>","plain":"A_h = softmax(Q_h K_g(h)ᵀ ÷ √d_k)"},
  "difference": {"mathml":"<math><msubsup><mi>A</mi><mi>h</mi><mi>G</mi></msubsup><msub><mi class=\"value\">V</mi><mrow><mi>g</mi><mo stretchy=\"false\">(</mo><mi>h</mi><mo stretchy=\"false\">)</mo></mrow></msub><mo>−</mo><msub><mi>A</mi><mi>h</mi></msub><msub><mi class=\"value\">V</mi><mi>h</mi></msub></math>","plain":"A_h^G V_g(h) − A_h V_h"},
  "cache": {"mathml":"<math><mn>2</mn><mo>⋅</mo><mi>G</mi><mo>⋅</mo><msub><mi>d</mi><mi>k</mi></msub><mo>⋅</mo><mn>2</mn></math>","plain":"2 · G · d_k · 2"},
  "parameters": {"mathml":"<math><mn>2</mn><mo>⋅</mo><mi>d</mi><mo>⋅</mo><mo stretchy=\"false\">(</mo><mi>H</mi><mo>+</mo><mi>G</mi><mo stretchy=\"false\">)</mo><mo>⋅</mo><msub><mi>d</mi><mi>k</mi></msub></math>","plain":"2 · d · (H + G) · d_k"},
  "error": {"mathml":"<math><mo stretchy=\"false\">∥</mo><msub><mi>O</mi><mi>G</mi></msub><mo>−</mo><msub><mi>O</mi><mi>H</mi></msub><mo stretchy=\"false\">∥</mo></math>","plain":"‖O_G − O_H‖"},
};
