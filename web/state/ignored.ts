import { type Language, t } from "../i18n/t.js";
import type { Ignored } from "./table.js";

/** What was given, what is allowed, and that it was not taken: one sentence. */
export function ignoredText(language: Language, { name, given, reason, allowed }: Ignored): string {
  return t(language, `common.ignored.${reason}`, { name, given, allowed });
}
