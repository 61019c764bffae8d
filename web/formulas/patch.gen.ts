// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./patch.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "recovered": {"mathml":"<math><mfrac><mrow><msub><mi mathvariant=\"normal\">Δ</mi><mtext>patched</mtext></msub><mo>−</mo><msub><mi mathvariant=\"normal\">Δ</mi><mtext>second</mtext></msub></mrow><mrow><msub><mi mathvariant=\"normal\">Δ</mi><mtext>first</mtext></msub><mo>−</mo><msub><mi mathvariant=\"normal\">Δ</mi><mtext>second</mtext></msub></mrow></mfrac></math>","plain":"(Δ_patched − Δ_second) ÷ (Δ_first − Δ_second)"},
  "difference": {"mathml":"<math><mi mathvariant=\"normal\">Δ</mi><mo>=</mo><msub><mtext>logit</mtext><mi>a</mi></msub><mo>−</mo><msub><mtext>logit</mtext><mi>b</mi></msub></math>","plain":"Δ = logit_a − logit_b"},
  "next": {"mathml":"<math><mi>p</mi><mo stretchy=\"false\">(</mo><mi>y</mi><mo>∣</mo><mi>x</mi><mo stretchy=\"false\">)</mo><mo>=</mo><mtext>softmax</mtext><mo stretchy=\"false\">(</mo><msub><mtext>logits</mtext><mi>T</mi></msub><mo stretchy=\"false\">)</mo></math>","plain":"p(y | x) = softmax(logits_T)"},
};
