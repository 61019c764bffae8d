// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./alibi.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "bias": {"mathml":"<math><msub><mi>B</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mo>−</mo><mi>m</mi><mtext> </mtext><mo stretchy=\"false\">(</mo><mi>i</mi><mo>−</mo><mi>j</mi><mo stretchy=\"false\">)</mo></math>","plain":"B_ij = −m · (i − j)"},
  "reversed": {"mathml":"<math><msub><mi>B</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mo>+</mo><mi>m</mi><mtext> </mtext><mo stretchy=\"false\">(</mo><mi>i</mi><mo>−</mo><mi>j</mi><mo stretchy=\"false\">)</mo></math>","plain":"B_ij = +m · (i − j)"},
  "slopes": {"mathml":"<math><msub><mi>m</mi><mi>h</mi></msub><mo>=</mo><msup><mn>2</mn><mrow><mo>−</mo><mn>8</mn><mi>h</mi><mi>/</mi><mi>H</mi></mrow></msup></math>","plain":"m_h = 2^(−8h/H)"},
  "weights": {"mathml":"<math><msub><mi>A</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mfrac><msup><mi>e</mi><msub><mi>B</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub></msup><mrow><msub><mo>∑</mo><mi>l</mi></msub><msup><mi>e</mi><msub><mi>B</mi><mrow><mi>i</mi><mi>l</mi></mrow></msub></msup></mrow></mfrac></math>","plain":"A_ij = exp(B_ij) ÷ Σ_l exp(B_il)"},
};
