// Turns web/formulas/formulas.ts into MathML: web/formulas/formulas.gen.ts. KaTeX runs here only.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import katex from "katex";

const roles = { q: "query", k: "key", v: "value", g: "gradient" };
// The role stands where KaTeX expects the name of a colour; it becomes a class, so that the theme
// chooses the colour.
const macros = Object.fromEntries(
  Object.entries(roles).map(([name, role]) => [`\\${name}`, `\\textcolor{${role}}{#1}`]),
);

function mathml(tex, name) {
  const html = katex.renderToString(tex, {
    output: "mathml",
    macros: { ...macros },
    strict: "error",
  });
  const found = /<semantics>(.*)<annotation/s.exec(html)?.[1];
  if (found === undefined) throw new Error(`no MathML for formula "${name}"`);
  return `<math>${found.replaceAll("mathcolor=", "class=")}</math>`;
}

const source = fileURLToPath(new URL("../formulas/formulas.ts", import.meta.url));
const bundle = await build({ entryPoints: [source], bundle: true, format: "esm", write: false });
const { formulas } = await import(
  `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString("base64")}`
);

const lines = [
  "// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.",
  "// biome-ignore-all format: generated",
  'import type { FormulaKey } from "./formulas.js";',
  "",
  "export const mathml: Record<FormulaKey, string> = {",
  ...Object.entries(formulas).map(([name, { tex }]) => {
    return `  "${name}": ${JSON.stringify(mathml(tex, name))},`;
  }),
  "};",
  "",
  "export const plain: Record<FormulaKey, string> = {",
  ...Object.entries(formulas).map(([name, { plain }]) => {
    return `  "${name}": ${JSON.stringify(plain)},`;
  }),
  "};",
];
const out =
  process.argv[2] ?? fileURLToPath(new URL("../formulas/formulas.gen.ts", import.meta.url));
const text = `${lines.join("\n")}\n`;
// An unchanged file keeps its time, so that nothing is rebuilt for it.
if (!existsSync(out) || readFileSync(out, "utf8") !== text) writeFileSync(out, text);
