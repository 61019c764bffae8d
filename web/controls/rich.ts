import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { markup } from "../i18n/symbols.js";

/** Words for a template, their signs typeset. */
export function rich(text: string): unknown {
  return text.includes("_") ? unsafeHTML(markup(text)) : text;
}
