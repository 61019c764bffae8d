// What the reader's browser remembers: language and theme, nothing else.
// Storage may be missing, forbidden (sandboxed frames) or full: every access is guarded.

export type Remembered = "language" | "theme";

interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

function store(): Store | undefined {
  try {
    return (globalThis as { localStorage?: Store }).localStorage;
  } catch {
    return undefined;
  }
}

/** The remembered word, if it is one of the allowed ones. */
export function recall<Word extends string>(
  name: Remembered,
  words: readonly Word[],
): Word | undefined {
  try {
    const value = store()?.getItem(`clearhead.${name}`);
    return words.find((word) => word === value);
  } catch {
    return undefined;
  }
}

/** Remembers a word; undefined forgets it. False when nothing could be stored. */
export function remember(name: Remembered, value: string | undefined): boolean {
  try {
    const target = store();
    if (target === undefined) return false;
    if (value === undefined) target.removeItem(`clearhead.${name}`);
    else target.setItem(`clearhead.${name}`, value);
    return true;
  } catch {
    return false;
  }
}
