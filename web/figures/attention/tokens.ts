// Token boundaries set by hand. What lies between two tokens in the sentence (a
// blank) comes back when they are joined, as long as the tokens are found in it.
import { formatTokens } from "../../state/tokens.js";

/** UTF-16 start of every token in the text, or undefined when they are not its pieces in order. */
function locate(tokens: readonly string[], text: string): number[] | undefined {
  const starts: number[] = [];
  let from = 0;
  for (const token of tokens) {
    const start = text.indexOf(token, from);
    if (start < 0 || text.slice(from, start).trim() !== "") return undefined;
    starts.push(start);
    from = start + token.length;
  }
  return starts;
}

/** Joins token i and the next. Returns the value of the parameter `tokens`. */
export function joinTokens(tokens: readonly string[], i: number, text = ""): string {
  const [left, right] = [tokens[i], tokens[i + 1]];
  if (left === undefined || right === undefined) return formatTokens(tokens);
  const starts = locate(tokens, text);
  const from = starts?.[i];
  const to = starts?.[i + 1];
  const joined =
    from === undefined || to === undefined ? left + right : text.slice(from, to + right.length);
  return formatTokens([...tokens.slice(0, i), joined, ...tokens.slice(i + 2)]);
}

// Marks that belong to the character before them: combining marks, variation
// selectors, emoji modifiers, tags, and the joiner that glues emoji together.
const extends_ = /^(?:\p{M}|\p{Emoji_Modifier}|[\u200D\uFE0E\uFE0F\u{E0020}-\u{E007F}])$/u;
const flag = /^\p{Regional_Indicator}$/u;

/** The characters of a token as a reader sees them: an emoji family or a flag is one. */
export function graphemes(token: string): string[] {
  const result: string[] = [];
  let glue = false;
  let flags = 0;
  for (const point of token) {
    const isFlag = flag.test(point);
    const last = result.length - 1;
    const continues = glue || extends_.test(point) || (isFlag && flags % 2 === 1);
    if (continues && last >= 0) result[last] += point;
    else result.push(point);
    glue = point === "\u200D";
    flags = isFlag ? flags + 1 : 0;
  }
  return result;
}

/** Splits token i before its character `at` (1 … characters − 1). Blanks at the cut go. */
export function splitToken(tokens: readonly string[], i: number, at: number): string {
  const characters = graphemes(tokens[i] ?? "");
  if (at < 1 || at >= characters.length) return formatTokens(tokens);
  const left = characters.slice(0, at).join("").trimEnd();
  const right = characters.slice(at).join("").trimStart();
  const parts = [left, right].filter((part) => part !== "");
  return formatTokens([...tokens.slice(0, i), ...parts, ...tokens.slice(i + 1)]);
}
