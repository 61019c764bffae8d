// Fixed formulas of the figure `cost`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  work: { tex: "4 L n^2 d,\\;\\; 4 L n d^2", plain: "4·L·n²·d, 4·L·n·d²" },
  here: {
    tex: "4 L n^2 d,\\;\\; 4 L n d^2,\\;\\; 8 L n d^2,\\;\\; 16 L n d^2",
    plain: "4·L·n²·d, 4·L·n·d², 8·L·n·d², 16·L·n·d²",
  },
  crossing: {
    tex: "n^2 d = n d^2 \\;\\Leftrightarrow\\; n = d",
    plain: "n²·d = n·d² ⇔ n = d",
  },
  masked: { tex: "4 L d c_i \\;\\; (c_i = n,\\; i)", plain: "4·L·d·c_i (c_i = n, i)" },
  memory: { tex: "H L n^2 \\cdot 4,\\;\\; H L n \\cdot 4", plain: "H·L·n²·4, H·L·n·4" },
} as const satisfies Formulas;
