// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./stretch.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "none": {"mathml":"<math><msub><mi>λ</mi><mi>i</mi></msub><mo>=</mo><mfrac><mrow><mn>2</mn><mi>π</mi></mrow><msub><mi>θ</mi><mi>i</mi></msub></mfrac><mo>=</mo><mn>2</mn><mi>π</mi><mtext> </mtext><msup><mi>b</mi><mrow><mn>2</mn><mi>i</mi><mi>/</mi><mi>d</mi></mrow></msup></math>","plain":"λ_i = 2π ÷ θ_i = 2π · b^(2i/d)"},
  "linear": {"mathml":"<math><msubsup><mi>λ</mi><mi>i</mi><mo lspace=\"0em\" rspace=\"0em\">′</mo></msubsup><mo>=</mo><mi>s</mi><mtext> </mtext><msub><mi>λ</mi><mi>i</mi></msub></math>","plain":"λ′_i = s · λ_i"},
  "ntk": {"mathml":"<math><msup><mi>b</mi><mo lspace=\"0em\" rspace=\"0em\">′</mo></msup><mo>=</mo><mi>b</mi><mtext> </mtext><msup><mi>s</mi><mrow><mi>d</mi><mi>/</mi><mo stretchy=\"false\">(</mo><mi>d</mi><mo>−</mo><mn>2</mn><mo stretchy=\"false\">)</mo></mrow></msup></math>","plain":"b′ = b · s^(d/(d−2))"},
  "dynamic": {"mathml":"<math><msup><mi>b</mi><mo lspace=\"0em\" rspace=\"0em\">′</mo></msup><mo>=</mo><mi>b</mi><msup><mrow><mo>(</mo><mfrac><mrow><mi>s</mi><mi>L</mi></mrow><msub><mi>L</mi><mn>0</mn></msub></mfrac><mo>−</mo><mo stretchy=\"false\">(</mo><mi>s</mi><mo>−</mo><mn>1</mn><mo stretchy=\"false\">)</mo><mo>)</mo></mrow><mrow><mi>d</mi><mi>/</mi><mo stretchy=\"false\">(</mo><mi>d</mi><mo>−</mo><mn>2</mn><mo stretchy=\"false\">)</mo></mrow></msup></math>","plain":"b′ = b · (sL/L₀ − (s − 1))^(d/(d−2))"},
  "ramp": {"mathml":"<math><msubsup><mi>θ</mi><mi>i</mi><mo lspace=\"0em\" rspace=\"0em\">′</mo></msubsup><mo>=</mo><mfrac><msub><mi>θ</mi><mi>i</mi></msub><mi>s</mi></mfrac><mo>+</mo><msub><mi>γ</mi><mi>i</mi></msub><mrow><mo>(</mo><msub><mi>θ</mi><mi>i</mi></msub><mo>−</mo><mfrac><msub><mi>θ</mi><mi>i</mi></msub><mi>s</mi></mfrac><mo>)</mo></mrow></math>","plain":"θ′_i = θ_i/s + γ_i · (θ_i − θ_i/s)"},
  "turns": {"mathml":"<math><msub><mi>r</mi><mi>i</mi></msub><mo>=</mo><mfrac><mrow><mi>L</mi><mtext> </mtext><msub><mi>θ</mi><mi>i</mi></msub></mrow><mrow><mn>2</mn><mi>π</mi></mrow></mfrac></math>","plain":"r_i = L · θ_i ÷ 2π"},
};
