// Widths of text without a browser: a conservative estimate, so that Node and every browser lay
// out alike. One em for Chinese and emoji, 0.6 em for the rest, 0.9 and 0.4 em for the widest and
// narrowest letters.

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const broad = /[MWmw@%…—∞→]/;
const narrow = /[.,:;'|!()[\]/ijl]/;
const zeroWidth = /[\p{Mn}\p{Me}\p{Cf}]/u;

export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const c of text) ems += characterWidth(c);
  return ems * size;
}

function characterWidth(c: string): number {
  if (zeroWidth.test(c)) return 0;
  if (wide.test(c)) return 1;
  return broad.test(c) ? 0.9 : narrow.test(c) ? 0.4 : 0.6;
}

/** The text, or its beginning with "…", in at most `width` pixels. */
export function truncate(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  let kept = "";
  for (const c of text) {
    if (textWidth(`${kept}${c}…`, size) > width) break;
    kept += c;
  }
  return `${kept.replace(/[\u200d\ufe0f\s]+$/u, "")}…`;
}

/** Lines of at most `width` pixels; breaks at spaces and between Chinese characters. */
export function wrap(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces(text)) {
    if (textWidth(line + piece.trimEnd(), size) <= width || line === "") line += piece;
    else {
      lines.push(line.trimEnd());
      line = piece;
    }
  }
  if (line.trim() !== "") lines.push(line.trimEnd());
  return lines.map((one) => truncate(one, width, size));
}

// A closing mark stays with what stands before it.
const closing = /^[，。、；：！？）》」』”’]/u;

function pieces(text: string): string[] {
  const found: string[] = [];
  let word = "";
  for (const c of text) {
    if (wide.test(c) && !closing.test(c)) {
      if (word !== "") found.push(word);
      word = c;
    } else if (wide.test(word.slice(-1)) && !closing.test(c) && c !== " ") {
      found.push(word);
      word = c;
    } else word += c;
    if (c === " ") {
      found.push(word);
      word = "";
    }
  }
  if (word !== "") found.push(word);
  return found;
}

/** The token at a place, with the place below it when others look the same: 学₁, 学₄. */
export function numbered(tokens: readonly string[], at: number): string {
  const token = tokens[at] ?? "";
  return tokens.indexOf(token) === tokens.lastIndexOf(token) ? token : token + subscript(at + 1);
}

export function subscript(value: number): string {
  return String(value).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));
}

/** Spaces and line ends of a token, made visible. */
export function visible(token: string): string {
  return token
    .replace(/\r\n?|\n/g, "↵")
    .replace(/\t/g, "⇥")
    .replace(/\s/gu, "␣");
}
