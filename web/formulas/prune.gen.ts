// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./prune.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "loss": {"mathml":"<math><mi>L</mi><mo>=</mo><mo>−</mo><mi>log</mi><mo>⁡</mo><mi>p</mi><mo stretchy=\"false\">(</mo><msub><mi>y</mi><mi>t</mi></msub><mo>∣</mo><msub><mi>y</mi><mrow><mo>&lt;</mo><mi>t</mi></mrow></msub><mo stretchy=\"false\">)</mo></math>","plain":"L = −log p(y_t | y_<t)"},
  "effect": {"mathml":"<math><msub><mi>L</mi><mrow><mtext>without </mtext><mi>h</mi></mrow></msub><mo>−</mo><mi>L</mi></math>","plain":"L without h − L"},
  "next": {"mathml":"<math><mi>p</mi><mo stretchy=\"false\">(</mo><msub><mi>y</mi><mi>t</mi></msub><mo>∣</mo><msub><mi>y</mi><mrow><mo>&lt;</mo><mi>t</mi></mrow></msub><mo stretchy=\"false\">)</mo><mo>=</mo><mtext>softmax</mtext><mo stretchy=\"false\">(</mo><msub><mtext>logits</mtext><mi>t</mi></msub><mo stretchy=\"false\">)</mo></math>","plain":"p(y_t | y_<t) = softmax(logits_t)"},
};
