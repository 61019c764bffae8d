// Turns the formulas of web/formulas/NAME.ts into MathML: NAME.gen.ts. KaTeX runs here only.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import katex from "katex";

const roles = { q: "query", k: "key", v: "value", g: "gradient" };
// The role stands where KaTeX expects the name of a colour; it becomes a class, so that the theme
// chooses the colour.
const macros = Object.fromEntries(
  Object.entries(roles).map(([name, role]) => [`\\${name}`, `\\textcolor{${role}}{#1}`]),
);

/**
 * Without what says nothing: rows and styles that are there anyway, roles that the operator has
 * by itself, "normal" of what is no letter. A colour goes to the symbol that it is of.
 */
const idle = [
  [/^<mrow>(.*)<\/mrow>$/s, "$1"],
  [/<mtd><mstyle scriptlevel="0" displaystyle="false">(.*?)<\/mstyle><\/mtd>/gs, "<mtd>$1</mtd>"],
  [/ (?:fence|separator)="\w+"/g, ""],
  [/(<mo) mathvariant="normal"/g, "$1"],
  [/<mi mathvariant="normal">([^\p{L}∂∇])<\/mi>/gu, "<mi>$1</mi>"],
  [/<mstyle mathcolor="(\w+)"><(m\w+)>([^<]*)<\/\2><\/mstyle>/g, '<$2 class="$1">$3</$2>'],
  [/mathcolor=/g, "class="],
];

function mathml(tex, name) {
  const html = katex.renderToString(tex, {
    output: "mathml",
    macros: { ...macros },
    strict: "error",
  });
  const found = /<semantics>(.*)<annotation/s.exec(html)?.[1];
  if (found === undefined) throw new Error(`no MathML for formula "${name}"`);
  const short = idle.reduce((text, [wordy, brief]) => text.replace(wordy, brief), found);
  return `<math>${short}</math>`;
}

async function sourceOf(path) {
  const bundle = await build({ entryPoints: [path], bundle: true, format: "esm", write: false });
  const code = Buffer.from(bundle.outputFiles[0].contents).toString("base64");
  return (await import(`data:text/javascript;base64,${code}`)).formulas;
}

function module(name, formulas) {
  const lines = [
    "// Made by web/build/formulas.mjs with KaTeX (MIT). Do not edit.",
    "// biome-ignore-all format: generated",
    'import type { Typeset } from "./formula.js";',
    `import type { formulas } from "./${name}.js";`,
    "",
    "export const typeset: Record<keyof typeof formulas, Typeset> = {",
    ...Object.entries(formulas).map(([key, { tex, plain }]) => {
      const made = { mathml: mathml(tex, `${name}.${key}`), plain };
      return `  "${key}": ${JSON.stringify(made)},`;
    }),
    "};",
  ];
  return `${lines.join("\n")}\n`;
}

const folder = fileURLToPath(new URL("../formulas", import.meta.url));
for (const file of readdirSync(folder)) {
  const [, name] = /^([a-z_]+)\.ts$/.exec(file) ?? [];
  if (!name || name === "formula") continue;
  const out = join(process.argv[2] ?? folder, `${name}.gen.ts`);
  const text = module(name, await sourceOf(join(folder, file)));
  // An unchanged file keeps its time, so that nothing is rebuilt for it.
  if (!existsSync(out) || readFileSync(out, "utf8") !== text) writeFileSync(out, text);
}
