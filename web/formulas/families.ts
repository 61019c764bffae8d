// Fixed formulas of the figure `families`: see formula.ts.
import type { Formulas } from "./formula.js";

export const formulas = {
  counts: {
    tex: "N = \\sum_{s} N_s",
    plain: "N = Σ_s N_s",
  },
  loss: {
    tex: "L = -\\frac{1}{N_s}\\sum_{t} \\ln p(y_t \\mid \\cdot)",
    plain: "L = −1/N_s·Σ ln p(y_t | ·)",
  },
  surprise: {
    tex: "-\\ln p(x_t \\mid \\cdot)",
    plain: "−ln p(x_t | ·)",
  },
} as const satisfies Formulas;
