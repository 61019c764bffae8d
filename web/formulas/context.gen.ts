// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./context.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "none": {"mathml":"<math><msub><mi>c</mi><mi>i</mi></msub><mo>=</mo><mi>n</mi></math>","plain":"c_i = n"},
  "causal": {"mathml":"<math><msub><mi>c</mi><mi>i</mi></msub><mo>=</mo><mi>i</mi></math>","plain":"c_i = i"},
  "window": {"mathml":"<math><msub><mi>c</mi><mi>i</mi></msub><mo>=</mo><mi>min</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi>i</mi><mo>,</mo><mi>w</mi><mo stretchy=\"false\">)</mo></math>","plain":"c_i = min(i, w)"},
  "prefix": {"mathml":"<math><msub><mi>c</mi><mi>i</mi></msub><mo>=</mo><mi>max</mi><mo>⁡</mo><mo stretchy=\"false\">(</mo><mi>i</mi><mo>,</mo><mi>p</mi><mo stretchy=\"false\">)</mo></math>","plain":"c_i = max(i, p)"},
  "shares": {"mathml":"<math><mfrac><mn>1</mn><msup><mi>n</mi><mn>2</mn></msup></mfrac><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>c</mi><mi>i</mi></msub><mtext>  </mtext><mtext>  </mtext><mo stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">(</mo><msub><mi>c</mi><mi>i</mi></msub><mo>=</mo><mi>i</mi><mo>:</mo><mtext>  </mtext><mfrac><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow><mrow><mn>2</mn><mi>n</mi></mrow></mfrac><mo stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">)</mo></math>","plain":"Σ_i c_i ÷ n² (c_i = i: (n + 1) ÷ 2n)"},
  "chain": {"mathml":"<math><mi>H</mi><mo stretchy=\"false\">(</mo><msub><mi>x</mi><mn>1</mn></msub><mo>,</mo><msub><mi>x</mi><mn>2</mn></msub><mo>,</mo><msub><mi>x</mi><mn>3</mn></msub><mo stretchy=\"false\">)</mo><mo>=</mo><msub><mo>∑</mo><mi>i</mi></msub><mi>H</mi><mo stretchy=\"false\">(</mo><msub><mi>x</mi><mi>i</mi></msub><mo>∣</mo><msub><mi>x</mi><mrow><mo>&lt;</mo><mi>i</mi></mrow></msub><mo stretchy=\"false\">)</mo></math>","plain":"H(x₁,x₂,x₃) = Σ_i H(x_i | x_<i)"},
};
