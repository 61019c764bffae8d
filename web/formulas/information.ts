// Fixed formulas of the figure `information`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  joint: { tex: "p(x,y) = \\frac{n_{xy}}{\\sum n}", plain: "p(x,y) = n_xy ÷ Σn" },
  x: { tex: "p(x) = \\sum_y p(x,y)", plain: "p(x) = Σ_y p(x,y)" },
  y: { tex: "p(y) = \\sum_x p(x,y)", plain: "p(y) = Σ_x p(x,y)" },
  shared: { tex: "I(X;Y) = H(X) + H(Y) - H(X,Y)", plain: "I(X;Y) = H(X) + H(Y) − H(X,Y)" },
  chain: {
    tex: "H(X,Y) = \\sum_i H(x_i \\mid x_{<i})",
    plain: "H(X,Y) = Σ_i H(x_i | x_<i)",
  },
} as const satisfies Formulas;
