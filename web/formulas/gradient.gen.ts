// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./gradient.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "map": {"mathml":"<math><mstyle class=\"gradient\"><msub><mi>G</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub></mstyle><mo>=</mo><mo stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">∥</mo><mfrac><mrow><mi mathvariant=\"normal\">∂</mi><mtext> </mtext><msub><mi>O</mi><mi>i</mi></msub></mrow><mrow><mi mathvariant=\"normal\">∂</mi><msub><mi>X</mi><mi>j</mi></msub></mrow></mfrac><msub><mo stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">∥</mo><mi>F</mi></msub></math>","plain":"G_ij = ‖∂O_i / ∂X_j‖_F"},
  "all": {"mathml":"<math><mi>L</mi><mo>=</mo><msub><mo>∑</mo><mi>i</mi></msub><msub><mo>∑</mo><mi>c</mi></msub><msub><mi>O</mi><mrow><mi>i</mi><mi>c</mi></mrow></msub></math>","plain":"L = Σ_i Σ_c O_ic"},
  "real": {"mathml":"<math><mi>L</mi><mo>=</mo><msub><mo>∑</mo><mrow><mi>i</mi><mtext> real</mtext></mrow></msub><msub><mo>∑</mo><mi>c</mi></msub><msub><mi>O</mi><mrow><mi>i</mi><mi>c</mi></mrow></msub></math>","plain":"L = Σ_i Σ_c O_ic (i real)"},
};
