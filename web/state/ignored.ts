import { type Key, type Language, t } from "../i18n/t.js";
import type { Ignored } from "./table.js";

/** What was given, what is allowed, and that it was not taken: one sentence. */
export function ignoredText(language: Language, { name, given, reason, allowed }: Ignored): string {
  const why =
    reason === "refused" ? t(language, `errors.${allowed}` as Key) : spelled(language, allowed);
  return t(language, `common.ignored.${reason}`, { name, given, allowed: why });
}

/** Lists, ranges and what is in brackets, as the language writes them. */
function spelled(language: Language, allowed: string): string {
  return allowed
    .replaceAll(", ", t(language, "common.list.separator"))
    .replace(/(\S) ?… ?(?=\S)/, (_, from) => from + t(language, "common.range"))
    .replace(/ \((.*)\)$/, (_, text) => t(language, "common.brackets", { text }));
}
