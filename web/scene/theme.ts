import type { Role } from "./scene.js";

/** The palette of the figures, for both painters and for the style sheets of the elements. */

export type Theme = "light" | "dark";

export interface Palette {
  surface: string;
  /** Cells without a colour map. */
  plain: string;
  text: string;
  muted: string;
  line: string;
  hidden: string;
  hatch: string;
  /** Role colours for bars and borders, the same in both themes. */
  role: Record<Role, string>;
  /** Their twins for words: at least 4.5:1 on the surface. */
  ink: Record<Role, string>;
}

export const palettes: Record<Theme, Palette> = {
  light: {
    surface: "#ffffff",
    plain: "#f2f4f6",
    text: "#1a1d21",
    muted: "#555b63",
    line: "#c9ced4",
    hidden: "#e3e5e8",
    hatch: "#aab0b7",
    role: role("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#6b727b"),
    ink: role("#0067A1", "#B34A00", "#00755A", "#A34A7D", "#1a1d21"),
  },
  dark: {
    surface: "#16181c",
    plain: "#24282e",
    text: "#e8eaed",
    muted: "#a6adb6",
    line: "#3d434b",
    hidden: "#31353b",
    hatch: "#59616b",
    role: role("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#8b929b"),
    ink: role("#5BB1E6", "#F58B45", "#35C398", "#DFA0C6", "#e8eaed"),
  },
};

export const fontStack =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "PingFang SC", ' +
  '"Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif';

function role(
  query: string,
  key: string,
  value: string,
  gradient: string,
  neutral: string,
): Record<Role, string> {
  return { query, key, value, gradient, neutral };
}
