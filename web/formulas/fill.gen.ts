// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./fill.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "zero": {"mathml":"<math><msub><mi>A</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mfrac><mrow><msub><mi>M</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mtext> </mtext><msup><mi>e</mi><msub><mi>S</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub></msup></mrow><mrow><msub><mo>∑</mo><mi>l</mi></msub><msub><mi>M</mi><mrow><mi>i</mi><mi>l</mi></mrow></msub><mtext> </mtext><msup><mi>e</mi><msub><mi>S</mi><mrow><mi>i</mi><mi>l</mi></mrow></msub></msup></mrow></mfrac></math>","plain":"A_ij = M_ij · exp(S_ij) ÷ Σ_l M_il · exp(S_il)"},
  "multiplied": {"mathml":"<math><msub><mi>A</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><msub><mi>M</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mtext> </mtext><mfrac><msup><mi>e</mi><msub><mi>S</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub></msup><mrow><msub><mo>∑</mo><mi>l</mi></msub><msup><mi>e</mi><msub><mi>S</mi><mrow><mi>i</mi><mi>l</mi></mrow></msub></msup></mrow></mfrac></math>","plain":"A_ij = M_ij · exp(S_ij) ÷ Σ_l exp(S_il)"},
  "sums": {"mathml":"<math><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>A</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub></math>","plain":"Σ_j A_ij"},
};
