// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./translate.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "probabilities": {"mathml":"<math><mi>p</mi><mo stretchy=\"false\">(</mo><msub><mi>y</mi><mi>t</mi></msub><mo>∣</mo><msub><mi>y</mi><mrow><mo>&lt;</mo><mi>t</mi></mrow></msub><mo>,</mo><mtext> </mtext><mi>x</mi><mo stretchy=\"false\">)</mo><mo>=</mo><mtext>softmax</mtext><mo stretchy=\"false\">(</mo><msub><mtext>logits</mtext><mi>t</mi></msub><mo stretchy=\"false\">)</mo></math>","plain":"p(y_t | y_<t, x) = softmax(logits_t)"},
  "sum": {"mathml":"<math><mstyle scriptlevel=\"0\" displaystyle=\"false\"><msub><mo>∑</mo><mi>t</mi></msub><mi>log</mi><mo>⁡</mo><mi>p</mi><mo stretchy=\"false\">(</mo><msub><mi>y</mi><mi>t</mi></msub><mo>∣</mo><msub><mi>y</mi><mrow><mo>&lt;</mo><mi>t</mi></mrow></msub><mo>,</mo><mtext> </mtext><mi>x</mi><mo stretchy=\"false\">)</mo></mstyle></math>","plain":"Σ_t log p(y_t | y_<t, x)"},
  "score": {"mathml":"<math><mstyle scriptlevel=\"0\" displaystyle=\"false\"><msub><mo>∑</mo><mi>t</mi></msub><mi>log</mi><mo>⁡</mo><mi>p</mi><mo stretchy=\"false\">(</mo><msub><mi>y</mi><mi>t</mi></msub><mo>∣</mo><msub><mi>y</mi><mrow><mo>&lt;</mo><mi>t</mi></mrow></msub><mo>,</mo><mtext> </mtext><mi>x</mi><mo stretchy=\"false\">)</mo><mtext> </mtext><mi>/</mi><mtext> </mtext><msup><mi>T</mi><mi>α</mi></msup></mstyle></math>","plain":"Σ_t log p(y_t | y_<t, x) / T^α"},
};
