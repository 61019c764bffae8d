// Fixed formulas of the figure `cache`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  per_token: {
    tex: "2\\,G\\,d_k \\;\\; (\\text{MLA: } d_c + d_r)",
    plain: "2 · G · d_k (MLA: d_c + d_r)",
  },
  total: {
    tex: "2\\,G\\,d_k \\cdot L \\cdot T \\cdot 2",
    plain: "2 · G · d_k · L · T · 2",
  },
  parameters: { tex: "2 \\cdot d \\cdot (H + G) \\cdot d_k", plain: "2 · d · (H + G) · d_k" },
} as const satisfies Formulas;
