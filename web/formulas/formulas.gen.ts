// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.
// biome-ignore-all format: generated
import type { FormulaKey } from "./formulas.js";

export const mathml: Record<FormulaKey, string> = {
  "embeddings": "<math><mrow><msub><mi>E</mi><mi>i</mi></msub><mo>=</mo><msub><mi>W</mi><mi>E</mi></msub><mo stretchy=\"false\">[</mo><msub><mi>t</mi><mi>i</mi></msub><mo stretchy=\"false\">]</mo></mrow></math>",
  "positions": "<math><mrow><msub><mi>P</mi><mrow><mi>i</mi><mo separator=\"true\">,</mo><mn>2</mn><mi>m</mi></mrow></msub><mo>=</mo><mi>sin</mi><mo>⁡</mo><mfrac><mi>i</mi><msup><mn>10000</mn><mrow><mn>2</mn><mi>m</mi><mi mathvariant=\"normal\">/</mi><mi>C</mi></mrow></msup></mfrac><mo separator=\"true\">,</mo><mtext> </mtext><msub><mi>P</mi><mrow><mi>i</mi><mo separator=\"true\">,</mo><mn>2</mn><mi>m</mi><mo>+</mo><mn>1</mn></mrow></msub><mo>=</mo><mi>cos</mi><mo>⁡</mo><mfrac><mi>i</mi><msup><mn>10000</mn><mrow><mn>2</mn><mi>m</mi><mi mathvariant=\"normal\">/</mi><mi>C</mi></mrow></msup></mfrac></mrow></math>",
  "x": "<math><mrow><mi>X</mi><mo>=</mo><mi>E</mi><mo>+</mo><mi>P</mi></mrow></math>",
  "x.embeddings": "<math><mrow><mi>X</mi><mo>=</mo><mi>E</mi></mrow></math>",
  "query": "<math><mrow><mstyle class=\"query\"><mi>Q</mi></mstyle><mo>=</mo><mi>X</mi><mtext> </mtext><mstyle class=\"query\"><msub><mi>W</mi><mi>Q</mi></msub></mstyle></mrow></math>",
  "key": "<math><mrow><mstyle class=\"key\"><mi>K</mi></mstyle><mo>=</mo><mi>X</mi><mtext> </mtext><mstyle class=\"key\"><msub><mi>W</mi><mi>K</mi></msub></mstyle></mrow></math>",
  "value": "<math><mrow><mstyle class=\"value\"><mi>V</mi></mstyle><mo>=</mo><mi>X</mi><mtext> </mtext><mstyle class=\"value\"><msub><mi>W</mi><mi>V</mi></msub></mstyle></mrow></math>",
  "scores": "<math><mrow><mi>S</mi><mo>=</mo><mstyle class=\"query\"><mi>Q</mi></mstyle><mtext> </mtext><msup><mstyle class=\"key\"><mi>K</mi></mstyle><mi mathvariant=\"normal\">⊤</mi></msup></mrow></math>",
  "scaled": "<math><mrow><msup><mi>S</mi><mo mathvariant=\"normal\" lspace=\"0em\" rspace=\"0em\">′</mo></msup><mo>=</mo><mfrac><mi>S</mi><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac></mrow></math>",
  "scaled.off": "<math><mrow><msup><mi>S</mi><mo mathvariant=\"normal\" lspace=\"0em\" rspace=\"0em\">′</mo></msup><mo>=</mo><mi>S</mi></mrow></math>",
  "mask": "<math><mrow><msub><mi>M</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>∈</mo><mo stretchy=\"false\">{</mo><mn>0</mn><mo separator=\"true\">,</mo><mn>1</mn><mo stretchy=\"false\">}</mo></mrow></math>",
  "masked": "<math><mrow><msub><mi>Z</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mrow><mo fence=\"true\">{</mo><mtable rowspacing=\"0.36em\" columnalign=\"left left\" columnspacing=\"1em\"><mtr><mtd><mstyle scriptlevel=\"0\" displaystyle=\"false\"><msubsup><mi>S</mi><mrow><mi>i</mi><mi>j</mi></mrow><mo mathvariant=\"normal\" lspace=\"0em\" rspace=\"0em\">′</mo></msubsup></mstyle></mtd><mtd><mstyle scriptlevel=\"0\" displaystyle=\"false\"><mrow><msub><mi>M</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mn>1</mn></mrow></mstyle></mtd></mtr><mtr><mtd><mstyle scriptlevel=\"0\" displaystyle=\"false\"><mrow><mo>−</mo><mi mathvariant=\"normal\">∞</mi></mrow></mstyle></mtd><mtd><mstyle scriptlevel=\"0\" displaystyle=\"false\"><mrow><msub><mi>M</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mn>0</mn></mrow></mstyle></mtd></mtr></mtable></mrow></mrow></math>",
  "weights": "<math><mrow><msub><mi>A</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mfrac><msup><mi>e</mi><msub><mi>Z</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub></msup><mrow><msub><mo>∑</mo><mi>l</mi></msub><msup><mi>e</mi><msub><mi>Z</mi><mrow><mi>i</mi><mi>l</mi></mrow></msub></msup></mrow></mfrac></mrow></math>",
  "head_outputs": "<math><mrow><mi>O</mi><mo>=</mo><mi>A</mi><mtext> </mtext><mstyle class=\"value\"><mi>V</mi></mstyle></mrow></math>",
  "output": "<math><mrow><mi>O</mi><mo>=</mo><mo stretchy=\"false\">[</mo><mtext> </mtext><msub><mi>O</mi><mn>1</mn></msub><mo separator=\"true\">;</mo><mo>…</mo><mtext> </mtext><mo separator=\"true\">;</mo><msub><mi>O</mi><mi>H</mi></msub><mtext> </mtext><mo stretchy=\"false\">]</mo></mrow></math>",
  "attention": "<math><mrow><mi>O</mi><mo>=</mo><mi mathvariant=\"normal\">softmax</mi><mo>⁡</mo><mtext> ⁣</mtext><mo fence=\"false\" stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">(</mo><mfrac><mrow><mstyle class=\"query\"><mi>Q</mi></mstyle><msup><mstyle class=\"key\"><mi>K</mi></mstyle><mi mathvariant=\"normal\">⊤</mi></msup></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac><mo fence=\"false\" stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">)</mo><mstyle class=\"value\"><mi>V</mi></mstyle></mrow></math>",
  "gradient_map": "<math><mrow><mstyle class=\"gradient\"><msub><mi>G</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub></mstyle><mo>=</mo><mo fence=\"false\" stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">∥</mo><mfrac><mrow><mi mathvariant=\"normal\">∂</mi><mtext> </mtext><msub><mi>O</mi><mi>i</mi></msub></mrow><mrow><mi mathvariant=\"normal\">∂</mi><msub><mi>X</mi><mi>j</mi></msub></mrow></mfrac><msub><mo fence=\"false\" stretchy=\"true\" minsize=\"1.8em\" maxsize=\"1.8em\">∥</mo><mi>F</mi></msub></mrow></math>",
  "gradient": "<math><mrow><mstyle class=\"gradient\"><mi>d</mi><mi>T</mi></mstyle><mo>=</mo><mfrac><mrow><mi mathvariant=\"normal\">∂</mi><mi>L</mi></mrow><mrow><mi mathvariant=\"normal\">∂</mi><mi>T</mi></mrow></mfrac></mrow></math>",
};

export const plain: Record<FormulaKey, string> = {
  "embeddings": "E_i = W_E[t_i]",
  "positions": "P[i,2m] = sin(i / 10000^(2m/C)), P[i,2m+1] = cos(i / 10000^(2m/C))",
  "x": "X = E + P",
  "x.embeddings": "X = E",
  "query": "Q = X · W_Q",
  "key": "K = X · W_K",
  "value": "V = X · W_V",
  "scores": "S = Q · Kᵀ",
  "scaled": "S′ = S ÷ √d_k",
  "scaled.off": "S′ = S",
  "mask": "M_ij ∈ {0, 1}",
  "masked": "Z_ij = S′_ij (M_ij = 1), −∞ (M_ij = 0)",
  "weights": "A_ij = exp(Z_ij) ÷ Σ_l exp(Z_il)",
  "head_outputs": "O = A · V",
  "output": "O = [O_1; …; O_H]",
  "attention": "O = softmax(Q · Kᵀ ÷ √d_k) · V",
  "gradient_map": "G_ij = ‖∂O_i / ∂X_j‖_F",
  "gradient": "dT = ∂L / ∂T",
};
