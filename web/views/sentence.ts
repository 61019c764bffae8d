// The tokens of a figure's sentence: the reader's own, or by the core's rule.
import type { Engine } from "../engine/types.js";
import { parseTokens } from "../state/tokens.js";

export interface Split {
  tokens: string[];
  /** The most tokens that are used, when the text had more. */
  truncated: number | undefined;
}

/** Splits; the newest text is asked of the engine once. */
export class Sentence {
  #known: { text: string; split: Promise<Split> } | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly most: number,
  ) {}

  async split({ text, tokens }: { text: string; tokens: string }): Promise<Split> {
    if (tokens !== "") {
      const own = parseTokens(tokens);
      const truncated = own.length > this.most ? this.most : undefined;
      return { tokens: own.slice(0, this.most), truncated };
    }
    if (text.trim() === "") return { tokens: [], truncated: undefined };
    if (this.#known?.text !== text) {
      const split = this.engine.tokenize(text).then(({ tokens, truncated, limit }) => {
        const most = Math.min(limit, this.most);
        const cut = truncated || tokens.length > most;
        const words = tokens.slice(0, most).map((token) => token.text);
        return { tokens: words, truncated: cut ? most : undefined };
      });
      const known = { text, split };
      this.#known = known;
      split.catch(() => {
        if (this.#known === known) this.#known = undefined;
      });
    }
    return this.#known.split;
  }
}
