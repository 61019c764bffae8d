// What the parts of one picture share.
import type { Language } from "../../i18n/types.js";
import type { Palette, Theme } from "../theme.js";
import { px } from "../xml.js";

export interface Brush {
  palette: Palette;
  theme: Theme;
  language: Language;
  /** Makes ids unique when several pictures stand on one page. */
  id: string;
}

/** A folded corner: this number was set by the reader. */
export function editedMark(x: number, y: number, side: number, fill: string): string {
  const fold = Math.max(2, Math.min(9, side / 3));
  return `<path d="M${px(x + side - fold)} ${px(y)}h${px(fold)}v${px(fold)}z" fill="${fill}"/>`;
}
