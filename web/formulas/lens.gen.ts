// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./lens.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "lens": {"mathml":"<math><mtext>softmax</mtext><mo stretchy=\"false\">(</mo><mtext>norm</mtext><mo stretchy=\"false\">(</mo><msub><mi>x</mi><mi mathvariant=\"normal\">ℓ</mi></msub><mo stretchy=\"false\">)</mo><mtext> </mtext><msub><mi>W</mi><mi>U</mi></msub><mo stretchy=\"false\">)</mo></math>","plain":"softmax(norm(x_ℓ) W_U)"},
  "direct": {"mathml":"<math><mtext>logit</mtext><mo>=</mo><mstyle scriptlevel=\"0\" displaystyle=\"false\"><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>c</mi><mi>i</mi></msub><mo>⋅</mo><mi>d</mi><mo>+</mo><mi>β</mi><mo>⋅</mo><mi>w</mi><mo>,</mo><mspace width=\"1em\"/><mi>d</mi><mo>=</mo><mo stretchy=\"false\">(</mo><mi>γ</mi><mi>w</mi><mo>−</mo><mover accent=\"true\"><mrow><mi>γ</mi><mi>w</mi></mrow><mo stretchy=\"true\">‾</mo></mover><mo stretchy=\"false\">)</mo><mi>/</mi><mi>σ</mi></mstyle></math>","plain":"logit = Σ_i c_i · d + β · w, d = (γw − mean(γw)) / σ"},
};
