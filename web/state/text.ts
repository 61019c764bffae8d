// Small, safe pieces of text: what every reader of links and pasted input needs.

/** Replaces lone surrogates, which no encoder accepts, by U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDFFF]/g, (unit) =>
    unit.length === 2 ? unit : "\uFFFD",
  );
}

/** The first `count` characters (code points: a pair of surrogates is never cut). */
export function head(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** At most `count` characters for a message, with "…" where something was left out. */
export function excerpt(text: string, count = 60): string {
  const start = head(text, count);
  return start.length < text.length ? `${start}…` : text;
}

/** Code points. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const numeral = /^[+\-−]?(?:\d+\.?\d*|\.\d+)(?:e[+\-−]?\d+)?$/i;

/** A finite decimal number, or undefined. Strict: no hex, no blanks, no "Infinity". */
export function number(text: string): number | undefined {
  if (text.length > 40 || !numeral.test(text)) return undefined;
  const value = Number(text.replaceAll("−", "-"));
  return Number.isFinite(value) ? (value === 0 ? 0 : value) : undefined;
}
