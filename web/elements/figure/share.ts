// Ways out of a figure: link, embed code, CSV, PNG, file, clipboard. Nothing here
// needs storage, cookies or a network.
import { matricesOf, type Scene } from "../../scene/scene.js";

/** A page of the release folder, or single.html itself, with the figure's state behind `#`. */
export function pageLink(page: string, query: string): string {
  const folder = import.meta.url as string | undefined;
  const url = folder === undefined ? new URL("", location.href) : new URL(page, folder);
  url.hash = query;
  return url.href;
}

export function embedCode(query: string, title: string, height: number): string {
  const src = escapeAttribute(pageLink("embed.html", query));
  const label = escapeAttribute(title);
  return `<iframe src="${src}" title="${label}" loading="lazy" width="100%" height="${height}" style="border:0" sandbox="allow-scripts allow-same-origin allow-downloads" allow="fullscreen; clipboard-write" referrerpolicy="no-referrer"><a href="${src}">${label}</a></iframe>${FIT}`;
}

/** The frame follows the height that its figure tells (pages/embed/messages.ts); where a site drops scripts it keeps the one it was copied with. */
const FIT =
  '<script>{const f=document.currentScript.previousElementSibling;addEventListener("message",({source,data})=>{if(source===f.contentWindow&&data.clearhead&&data.type==="resize")f.style.height=data.height+"px"})}</script>';

function escapeAttribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** Every matrix of the scene (or one, by id) with its labels, at full precision. */
export function sceneToCsv(scene: Scene, id?: string): string {
  const lines: string[] = [];
  for (const matrix of matricesOf(scene)) {
    if (id !== undefined && matrix.id !== id) continue;
    if (lines.length) lines.push("");
    lines.push([matrix.tensor, ...matrix.columnAxis.labels].map(csvField).join(","));
    for (let row = 0; row < matrix.rows; row++) {
      const cells: string[] = [csvField(matrix.rowAxis.labels[row] ?? String(row))];
      for (let column = 0; column < matrix.columns; column++) {
        cells.push(String(matrix.values[row * matrix.columns + column]));
      }
      lines.push(cells.join(","));
    }
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** A word that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvField(word: string): string {
  const text = word.replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function noPicture(why: string): Error {
  return Object.assign(new Error(`no PNG: ${why}; export SVG instead`), { code: "picture" });
}

/** Paints an SVG string into a PNG, at `scale` device pixels a CSS pixel. */
export async function svgToPng(svg: string, scale = 2): Promise<Blob> {
  const image = new Image();
  const loaded = new Promise<void>((resolve, reject) => {
    image.onload = () => resolve();
    image.onerror = () => reject(noPicture("the browser could not draw the SVG"));
  });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await loaded;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext("2d");
  if (!context) throw noPicture("this browser offers no 2D canvas");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(noPicture("it is too large"))),
      "image/png",
    ),
  );
}

export function download(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
