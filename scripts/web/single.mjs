// single.html: the whole product in one file that needs no server and no
// permission. Its template is web/pages/single.html, else embed.html; its script
// web/pages/single.ts, else embed.ts. Style sheets and the module script of the
// template are replaced by what they name, inline. The script may import
//   "clearhead:core.wasm"  the bytes of that file (Uint8Array)
//   "clearhead:more.wasm", "clearhead:models.wasm"  those of these
//   "clearhead:worker"     the worker as one classic script (string), for a Blob
// and `./core.js` is the glue itself.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, common } from "./bundle.mjs";
import { templates } from "./templates.mjs";
import { paths, write } from "./workspace.mjs";

export async function single() {
  const script = firstOf("single.ts", "embed.ts");
  const template = firstOf("single.html", "embed.html");
  if (!script || !template)
    return { remark: "missing: web/pages/single.ts or embed.ts, and a page" };

  const code = await classic(script);
  const html = inline(readFileSync(template, "utf8"), code);
  const out = join(paths.dist, "single.html");
  write(out, html);
  return { made: out };
}

function firstOf(...names) {
  return names.map((name) => join(paths.web, "pages", name)).find((path) => existsSync(path));
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
    plugin.onLoad({ filter: /\.wasm$/, namespace: "clearhead" }, ({ path }) => ({
      contents: readFileSync(paths.part(path.slice("clearhead:".length))),
      loader: "binary",
    }));
    plugin.onLoad({ filter: /worker$/, namespace: "clearhead" }, async () => ({
      contents: await classic(join(paths.web, "engine", "worker.ts")),
      loader: "text",
    }));
  },
};

/** The page with its script and style sheets inside it. */
function inline(html, code) {
  const outside =
    /[ \t]*<(script\b[^>]*\bsrc="[^"]*"[^>]*><\/script|link\b[^>]*rel="(modulepreload|icon)"[^>]*)>\n?/g;
  const sheet = /<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;
  const script = guarded(code);
  const styles = [];
  const page = html
    .replaceAll(outside, "")
    .replaceAll(sheet, (_, name) => {
      styles.push(readFileSync(join(paths.dist, name), "utf8"));
      return `<style>${styles.at(-1)}</style>`;
    })
    .replace("</body>", () => `<script>${script}</script>\n</body>`);
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
