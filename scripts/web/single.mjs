// single.html: the whole product in one file that needs no server and no
// permission. Its template is web/pages/single.html, its script web/pages/single.ts.
// Style sheets and the module script of the template are replaced by what they name,
// inline; what the script unpacks, its main part (web/pages/single/main.ts), the
// core's files and the trained models, lies compressed in elements of its own
// (web/pages/single/held.ts). The main part may import "clearhead:worker", the worker
// as one classic script (string), for a Blob, and `./core.js` is the glue itself.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, common } from "./bundle.mjs";
import { files as core } from "./split.mjs";
import { templates } from "./templates.mjs";
import { filesBelow, paths, write } from "./workspace.mjs";

export async function single() {
  const pages = join(paths.web, "pages");
  const files = {
    "main.js": await classic(join(pages, "single", "main.ts")),
    ...Object.fromEntries(core.map((name) => [name, readFileSync(paths.part(name))])),
    ...models(),
  };
  const html = readFileSync(join(pages, "single.html"), "utf8");
  const out = join(paths.dist, "single.html");
  write(out, inline(html, await classic(join(pages, "single.ts")), Object.entries(files)));
  return { made: out };
}

function models() {
  const found = filesBelow(join(paths.web, "models"));
  return Object.fromEntries(
    found.map((file) => [basename(file), readFileSync(join(paths.root, file))]),
  );
}

/** Bundles to one classic script, which also runs inline and in a Blob worker. */
async function classic(entry) {
  const result = await build({
    ...common,
    legalComments: "inline",
    entryPoints: [entry],
    format: "iife",
    write: false,
    // import.meta is empty in a classic script: nothing is fetched beside it.
    logOverride: { "empty-import-meta": "silent" },
    plugins: [embedded, templates],
  });
  return result.outputFiles[0].text;
}

const embedded = {
  name: "embedded",
  setup(plugin) {
    plugin.onResolve({ filter: /(^|\/)core\.js$/ }, () => ({ path: paths.glue }));
    plugin.onResolve({ filter: /^clearhead:/ }, ({ path }) => ({ path, namespace: "clearhead" }));
    plugin.onLoad({ filter: /worker$/, namespace: "clearhead" }, async () => ({
      contents: await classic(join(paths.web, "engine", "worker.ts")),
      loader: "text",
    }));
  },
};

/** The page with its script, style sheets and files inside it. */
function inline(html, code, files) {
  const outside =
    /[ \t]*<(script\b[^>]*\bsrc="[^"]*"[^>]*><\/script|link\b[^>]*rel="(modulepreload|icon)"[^>]*)>\n?/g;
  const sheet = /<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;
  const script = guarded(code);
  const styles = [];
  const packed = files.map(([name, content]) => {
    const text = gzipSync(content, { level: 9 }).toString("base64");
    return `<script type="text/plain" id="${name}">${text}</script>\n`;
  });
  const page = html
    .replaceAll(outside, "")
    .replaceAll(sheet, (_, name) => {
      styles.push(readFileSync(join(paths.dist, name), "utf8"));
      return `<style>${styles.at(-1)}</style>`;
    })
    .replace("</body>", () => `${packed.join("")}<script>${script}</script>\n</body>`);
  return page.replace(/(http-equiv="Content-Security-Policy"\s+content=")[^"]*/, (_, before) => {
    return `${before}${policy(script, styles)}`;
  });
}

/** What the file may do: its own script and styles, by hash, and a worker from them. */
function policy(script, styles) {
  return [
    "default-src 'none'",
    `script-src ${hash(script)} blob: 'wasm-unsafe-eval'`,
    `style-src 'self' ${styles.map(hash).join(" ")}`.trim(),
    "img-src data: blob:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Text that closes or opens a script element must not occur inside one. */
function guarded(code) {
  return code.replaceAll(/<(?=\/script|!--)/gi, "\\x3C");
}
