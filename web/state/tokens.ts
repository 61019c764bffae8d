// Hand-made token boundaries in one text: `The|cat|sat`. A `|` or `\` inside a
// token is written `\|` or `\\`.

/** The tokens of a text with boundaries; tokens that are only blanks are dropped. */
export function parseTokens(text: string): string[] {
  const tokens: string[] = [];
  let token = "";
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    if (unit === "\\" && i + 1 < text.length) {
      token += text.charAt(++i);
    } else if (unit === "|") {
      tokens.push(token);
      token = "";
    } else {
      token += unit;
    }
  }
  tokens.push(token);
  return tokens.filter((one) => one.trim() !== "");
}

export function formatTokens(tokens: readonly string[]): string {
  return tokens.map((token) => token.replace(/[\\|]/g, "\\$&")).join("|");
}
