// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./seeds.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "extremes": {"mathml":"<math><msub><mrow><mi>min</mi><mo>⁡</mo></mrow><mrow><mi>i</mi><mo>,</mo><mi>j</mi></mrow></msub><msub><mi>A</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>,</mo><mspace width=\"1em\"/><msub><mrow><mi>max</mi><mo>⁡</mo></mrow><mrow><mi>i</mi><mo>,</mo><mi>j</mi></mrow></msub><msub><mi>A</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub></math>","plain":"min A_ij, max A_ij"},
  "scaled": {"mathml":"<math><mi>S</mi><mo>=</mo><mfrac><mrow><mi class=\"query\">Q</mi><msup><mi class=\"key\">K</mi><mi>⊤</mi></msup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac></math>","plain":"S = Q·Kᵀ ÷ √d_k"},
  "weights": {"mathml":"<math><mi>A</mi><mo>=</mo><mi mathvariant=\"normal\">softmax</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi>S</mi><mo stretchy=\"false\">)</mo></math>","plain":"A = softmax(S)"},
};
