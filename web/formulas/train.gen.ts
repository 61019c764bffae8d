// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./train.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "loss": {"mathml":"<math><mi>L</mi><mo>=</mo><mo>−</mo><mfrac><mn>1</mn><mi>N</mi></mfrac><msub><mo>∑</mo><mi>t</mi></msub><mi>ln</mi><mo>⁡</mo><mi>p</mi><mo stretchy=\"false\">(</mo><msub><mi>y</mi><mi>t</mi></msub><mo>∣</mo><mi>x</mi><mo>,</mo><msub><mi>y</mi><mrow><mo>&lt;</mo><mi>t</mi></mrow></msub><mo stretchy=\"false\">)</mo></math>","plain":"L = −1/N·Σ ln p(y_t | x, y_<t)"},
  "weights": {"mathml":"<math><mi>A</mi><mo>=</mo><mi mathvariant=\"normal\">softmax</mi><mo>⁡</mo><mrow><mo>(</mo><mfrac><mrow><mi class=\"query\">Q</mi><msup><mi class=\"key\">K</mi><mi>⊤</mi></msup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac><mo>)</mo></mrow></math>","plain":"A = softmax(Q·Kᵀ ÷ √d_k)"},
};
