// The card as text that leaves the page: LaTeX, plain text, PyTorch.

import type { CatalogueEntry, Explanation, GradientTarget, Tensor } from "../../engine/types.js";
import type { Language } from "../../i18n/types.js";
import type { Explain } from "../../inspect/chain.js";
import { asLatex, asText, script } from "../../inspect/copies.js";

export type Format = "latex" | "text" | "torch";

export interface Copied {
  explain: Explain;
  tensor: ((name: string) => Promise<Tensor>) | undefined;
  catalogue: readonly CatalogueEntry[];
  fractions: boolean;
  language: Language;
  steps: Explanation[];
  of: GradientTarget | undefined;
}

export async function render(format: Format, card: Copied): Promise<string> {
  const { catalogue, fractions, steps, explain, tensor, of } = card;
  const sources = steps.map((explanation) => ({ explanation, catalogue, fractions }));
  if (format === "latex") return asLatex(sources);
  if (format === "text" || !tensor || !steps[0]) return asText(card.language, sources);
  const explanation = await explain(steps[0], { limit: 0 });
  const target = explanation.of ? { tensor: "output", index: explanation.of } : of;
  return script({ explanation, catalogue, tensor, explain, of: target });
}
