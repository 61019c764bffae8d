import type { Texts } from "./types.js";

type Sections = Readonly<Record<string, Texts>>;

/** The texts of both, section by section. */
export function join(some: Sections | undefined, others: Sections): Record<string, Texts> {
  const all: Record<string, Texts> = { ...some };
  for (const [section, texts] of Object.entries(others)) {
    all[section] = { ...all[section], ...texts };
  }
  return all;
}
