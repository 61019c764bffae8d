// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./cost.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "work": {"mathml":"<math><mn>4</mn><mi>L</mi><msup><mi>n</mi><mn>2</mn></msup><mi>d</mi><mo>,</mo><mtext>  </mtext><mtext>  </mtext><mn>4</mn><mi>L</mi><mi>n</mi><msup><mi>d</mi><mn>2</mn></msup></math>","plain":"4·L·n²·d, 4·L·n·d²"},
  "here": {"mathml":"<math><mn>4</mn><mi>L</mi><msup><mi>n</mi><mn>2</mn></msup><mi>d</mi><mo>,</mo><mtext>  </mtext><mtext>  </mtext><mn>4</mn><mi>L</mi><mi>n</mi><msup><mi>d</mi><mn>2</mn></msup><mo>,</mo><mtext>  </mtext><mtext>  </mtext><mn>8</mn><mi>L</mi><mi>n</mi><msup><mi>d</mi><mn>2</mn></msup><mo>,</mo><mtext>  </mtext><mtext>  </mtext><mn>16</mn><mi>L</mi><mi>n</mi><msup><mi>d</mi><mn>2</mn></msup></math>","plain":"4·L·n²·d, 4·L·n·d², 8·L·n·d², 16·L·n·d²"},
  "crossing": {"mathml":"<math><msup><mi>n</mi><mn>2</mn></msup><mi>d</mi><mo>=</mo><mi>n</mi><msup><mi>d</mi><mn>2</mn></msup><mtext>  </mtext><mo>⇔</mo><mtext>  </mtext><mi>n</mi><mo>=</mo><mi>d</mi></math>","plain":"n²·d = n·d² ⇔ n = d"},
  "masked": {"mathml":"<math><mn>4</mn><mi>L</mi><mi>d</mi><msub><mi>c</mi><mi>i</mi></msub><mtext>  </mtext><mtext>  </mtext><mo stretchy=\"false\">(</mo><msub><mi>c</mi><mi>i</mi></msub><mo>=</mo><mi>n</mi><mo>,</mo><mtext>  </mtext><mi>i</mi><mo stretchy=\"false\">)</mo></math>","plain":"4·L·d·c_i (c_i = n, i)"},
  "memory": {"mathml":"<math><mi>H</mi><mi>L</mi><msup><mi>n</mi><mn>2</mn></msup><mo>⋅</mo><mn>4</mn><mo>,</mo><mtext>  </mtext><mtext>  </mtext><mi>H</mi><mi>L</mi><mi>n</mi><mo>⋅</mo><mn>4</mn></math>","plain":"H·L·n²·4, H·L·n·4"},
};
