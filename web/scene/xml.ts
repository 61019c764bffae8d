// Writing XML by hand, safely: every text and attribute passes through here.

/** Escapes markup and drops what XML 1.0 does not allow (control characters, lone surrogates). */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu, "\ufffd")
    .replace(/[&<>"']/g, (c) => entities[c] ?? c);
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function attribute(name: string, value: string | number): string {
  return ` ${name}="${typeof value === "number" ? px(value) : escapeXml(value)}"`;
}

/** An element with escaped attributes; `content` is markup already. */
export function element(
  name: string,
  attributes: Record<string, string | number>,
  content = "",
): string {
  const list = Object.entries(attributes).map(([key, value]) => attribute(key, value));
  const open = `<${name}${list.join("")}`;
  return content === "" ? `${open}/>` : `${open}>${content}</${name}>`;
}

/** Two decimals, none where they are zero. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}
