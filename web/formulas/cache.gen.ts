// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./cache.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "per_token": {"mathml":"<math><mn>2</mn><mtext> </mtext><mi>G</mi><mtext> </mtext><msub><mi>d</mi><mi>k</mi></msub><mtext>  </mtext><mtext>  </mtext><mo stretchy=\"false\">(</mo><mtext>MLA: </mtext><msub><mi>d</mi><mi>c</mi></msub><mo>+</mo><msub><mi>d</mi><mi>r</mi></msub><mo stretchy=\"false\">)</mo></math>","plain":"2 · G · d_k (MLA: d_c + d_r)"},
  "total": {"mathml":"<math><mn>2</mn><mtext> </mtext><mi>G</mi><mtext> </mtext><msub><mi>d</mi><mi>k</mi></msub><mo>⋅</mo><mi>L</mi><mo>⋅</mo><mi>T</mi><mo>⋅</mo><mn>2</mn></math>","plain":"2 · G · d_k · L · T · 2"},
  "parameters": {"mathml":"<math><mn>2</mn><mo>⋅</mo><mi>d</mi><mo>⋅</mo><mo stretchy=\"false\">(</mo><mi>H</mi><mo>+</mo><mi>G</mi><mo stretchy=\"false\">)</mo><mo>⋅</mo><msub><mi>d</mi><mi>k</mi></msub></math>","plain":"2 · d · (H + G) · d_k"},
};
