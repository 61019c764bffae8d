// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./blueprint.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "scores": {"mathml":"<math><mfrac><mrow><mi class=\"query\">Q</mi><msup><mi class=\"key\">K</mi><mi mathvariant=\"sans-serif\">T</mi></msup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac></math>","plain":"Q · Kᵀ ÷ √d_k"},
  "weights": {"mathml":"<math><mi mathvariant=\"normal\">softmax</mi><mo>⁡</mo></math>","plain":"softmax"},
  "norm": {"mathml":"<math><mi>γ</mi><mo>⊙</mo><mfrac><mrow><mi>x</mi><mo>−</mo><mi>μ</mi></mrow><msqrt><mrow><msup><mi>σ</mi><mn>2</mn></msup><mo>+</mo><mi>ε</mi></mrow></msqrt></mfrac><mo>+</mo><mi>β</mi></math>","plain":"γ ⊙ (x − μ) ÷ √(σ² + ε) + β"},
  "sum": {"mathml":"<math><mi>x</mi><mo>+</mo><mi>f</mi><mo stretchy=\"false\">(</mo><mrow><mi mathvariant=\"normal\">n</mi><mi mathvariant=\"normal\">o</mi><mi mathvariant=\"normal\">r</mi><mi mathvariant=\"normal\">m</mi></mrow><mo stretchy=\"false\">(</mo><mi>x</mi><mo stretchy=\"false\">)</mo><mo stretchy=\"false\">)</mo></math>","plain":"x + f(norm(x))"},
  "embedding": {"mathml":"<math><msqrt><msub><mi>d</mi><mtext>model</mtext></msub></msqrt><mtext> </mtext><msub><mi>E</mi><mtext>id</mtext></msub><mo>+</mo><mi>p</mi></math>","plain":"√d_model · E_id + p"},
  "length": {"mathml":"<math><mo stretchy=\"false\">∥</mo><mi>x</mi><mo stretchy=\"false\">∥</mo><mo>=</mo><msqrt><mstyle scriptlevel=\"0\" displaystyle=\"false\"><mo>∑</mo><msubsup><mi>x</mi><mi>c</mi><mn>2</mn></msubsup></mstyle></msqrt></math>","plain":"‖x‖ = √Σ x_c²"},
  "relu": {"mathml":"<math><mi>f</mi><mo stretchy=\"false\">(</mo><mi>z</mi><mo stretchy=\"false\">)</mo><mo>=</mo><mi>max</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mn>0</mn><mo>,</mo><mi>z</mi><mo stretchy=\"false\">)</mo></math>","plain":"f(z) = max(0, z)"},
  "logits": {"mathml":"<math><mi>x</mi><msup><mi>E</mi><mi mathvariant=\"sans-serif\">T</mi></msup></math>","plain":"x · Eᵀ"},
  "probabilities": {"mathml":"<math><mi mathvariant=\"normal\">softmax</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi>x</mi><msup><mi>E</mi><mi mathvariant=\"sans-serif\">T</mi></msup><mo stretchy=\"false\">)</mo></math>","plain":"softmax(x · Eᵀ)"},
};
