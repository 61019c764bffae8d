// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { Typeset } from "./formula.js";
import type { formulas } from "./information.js";

export const typeset: Record<keyof typeof formulas, Typeset> = {
  "joint": {"mathml":"<math><mi>p</mi><mo stretchy=\"false\">(</mo><mi>x</mi><mo>,</mo><mi>y</mi><mo stretchy=\"false\">)</mo><mo>=</mo><mfrac><msub><mi>n</mi><mrow><mi>x</mi><mi>y</mi></mrow></msub><mrow><mo>∑</mo><mi>n</mi></mrow></mfrac></math>","plain":"p(x,y) = n_xy ÷ Σn"},
  "x": {"mathml":"<math><mi>p</mi><mo stretchy=\"false\">(</mo><mi>x</mi><mo stretchy=\"false\">)</mo><mo>=</mo><msub><mo>∑</mo><mi>y</mi></msub><mi>p</mi><mo stretchy=\"false\">(</mo><mi>x</mi><mo>,</mo><mi>y</mi><mo stretchy=\"false\">)</mo></math>","plain":"p(x) = Σ_y p(x,y)"},
  "y": {"mathml":"<math><mi>p</mi><mo stretchy=\"false\">(</mo><mi>y</mi><mo stretchy=\"false\">)</mo><mo>=</mo><msub><mo>∑</mo><mi>x</mi></msub><mi>p</mi><mo stretchy=\"false\">(</mo><mi>x</mi><mo>,</mo><mi>y</mi><mo stretchy=\"false\">)</mo></math>","plain":"p(y) = Σ_x p(x,y)"},
  "shared": {"mathml":"<math><mi>I</mi><mo stretchy=\"false\">(</mo><mi>X</mi><mo>;</mo><mi>Y</mi><mo stretchy=\"false\">)</mo><mo>=</mo><mi>H</mi><mo stretchy=\"false\">(</mo><mi>X</mi><mo stretchy=\"false\">)</mo><mo>+</mo><mi>H</mi><mo stretchy=\"false\">(</mo><mi>Y</mi><mo stretchy=\"false\">)</mo><mo>−</mo><mi>H</mi><mo stretchy=\"false\">(</mo><mi>X</mi><mo>,</mo><mi>Y</mi><mo stretchy=\"false\">)</mo></math>","plain":"I(X;Y) = H(X) + H(Y) − H(X,Y)"},
  "chain": {"mathml":"<math><mi>H</mi><mo stretchy=\"false\">(</mo><mi>X</mi><mo>,</mo><mi>Y</mi><mo stretchy=\"false\">)</mo><mo>=</mo><msub><mo>∑</mo><mi>i</mi></msub><mi>H</mi><mo stretchy=\"false\">(</mo><msub><mi>x</mi><mi>i</mi></msub><mo>∣</mo><msub><mi>x</mi><mrow><mo>&lt;</mo><mi>i</mi></mrow></msub><mo stretchy=\"false\">)</mo></math>","plain":"H(X,Y) = Σ_i H(x_i | x_<i)"},
};
