// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./mask.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "mask": {"mathml":"<math><msub><mi>M</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>∈</mo><mo stretchy=\"false\">{</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo stretchy=\"false\">}</mo></math>","plain":"M_ij ∈ {0, 1}"},
  "visible": {"mathml":"<math><msub><mi>c</mi><mi>i</mi></msub><mo>=</mo><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>M</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub></math>","plain":"c_i = Σ_j M_ij"},
  "masked": {"mathml":"<math><msubsup><mi>S</mi><mrow><mi>i</mi><mi>j</mi></mrow><mrow><mo>′</mo><mo>′</mo></mrow></msubsup><mo>=</mo><mrow><mo>{</mo><mtable rowspacing=\"0.36em\" columnalign=\"left left\" columnspacing=\"1em\"><mtr><mtd><msubsup><mi>S</mi><mrow><mi>i</mi><mi>j</mi></mrow><mo lspace=\"0em\" rspace=\"0em\">′</mo></msubsup></mtd><mtd><mrow><msub><mi>M</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mn>1</mn></mrow></mtd></mtr><mtr><mtd><mrow><mo>−</mo><mi>∞</mi></mrow></mtd><mtd><mrow><msub><mi>M</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mn>0</mn></mrow></mtd></mtr></mtable></mrow></math>","plain":"S″_ij = S′_ij (M_ij = 1), −∞ (M_ij = 0)"},
  "weights": {"mathml":"<math><msub><mi>A</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mfrac><msup><mi>e</mi><msubsup><mi>S</mi><mrow><mi>i</mi><mi>j</mi></mrow><mrow><mo>′</mo><mo>′</mo></mrow></msubsup></msup><mrow><msub><mo>∑</mo><mi>l</mi></msub><msup><mi>e</mi><msubsup><mi>S</mi><mrow><mi>i</mi><mi>l</mi></mrow><mrow><mo>′</mo><mo>′</mo></mrow></msubsup></msup></mrow></mfrac></math>","plain":"A_ij = exp(S″_ij) ÷ Σ_l exp(S″_il)"},
  "gradient_map": {"mathml":"<math><mstyle class=\"gradient\"><msub><mi>G</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub></mstyle><mo>=</mo><mo stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">∥</mo><mfrac><mrow><mi mathvariant=\"normal\">∂</mi><mtext> </mtext><msub><mi>O</mi><mi>i</mi></msub></mrow><mrow><mi mathvariant=\"normal\">∂</mi><msub><mi>X</mi><mi>j</mi></msub></mrow></mfrac><msub><mo stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">∥</mo><mi>F</mi></msub></math>","plain":"G_ij = ‖∂O_i / ∂X_j‖_F"},
};
