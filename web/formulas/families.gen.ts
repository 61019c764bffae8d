// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./families.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "counts": {"mathml":"<math><mi>N</mi><mo>=</mo><msub><mo>∑</mo><mi>s</mi></msub><msub><mi>N</mi><mi>s</mi></msub></math>","plain":"N = Σ_s N_s"},
  "loss": {"mathml":"<math><mi>L</mi><mo>=</mo><mo>−</mo><mfrac><mn>1</mn><msub><mi>N</mi><mi>s</mi></msub></mfrac><msub><mo>∑</mo><mi>t</mi></msub><mi>ln</mi><mo>⁡</mo><mi>p</mi><mo stretchy=\"false\">(</mo><msub><mi>y</mi><mi>t</mi></msub><mo>∣</mo><mo>⋅</mo><mo stretchy=\"false\">)</mo></math>","plain":"L = −1/N_s·Σ ln p(y_t | ·)"},
  "surprise": {"mathml":"<math><mo>−</mo><mi>ln</mi><mo>⁡</mo><mi>p</mi><mo stretchy=\"false\">(</mo><msub><mi>x</mi><mi>t</mi></msub><mo>∣</mo><mo>⋅</mo><mo stretchy=\"false\">)</mo></math>","plain":"−ln p(x_t | ·)"},
};
