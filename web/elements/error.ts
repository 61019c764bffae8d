// What went wrong, in the reader's language: the code of an error chooses the sentence.
// Its own English message goes to the console and with `ch-error`.
import { has, type Language, t } from "../i18n/t.js";

export function errorText(language: Language, error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const key = `errors.${code}`;
  // Nothing better is known of a defect than what the browser says.
  if (!has(key)) return t(language, "embed.error", { message: String(message) });
  const file = /[^/\s'"]+\.(?:wasm|js)/.exec(String(message))?.[0] ?? "clearhead";
  return t(language, key, { file });
}
