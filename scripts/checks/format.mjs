// clang-format 14 for C++, Biome for everything of the web.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { capture, root } from "../testing/results.mjs";

const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");

async function find(files, sample) {
  if (!sample) return [...(await clangFormat([...files.keys()])), ...(await runBiome(["."]))];
  // Samples are laid out below build/, which both tools reach by its path.
  const folder = join("build", "format-sample");
  rmSync(join(root, folder), { recursive: true, force: true });
  for (const [name, text] of files) {
    mkdirSync(dirname(join(root, folder, name)), { recursive: true });
    writeFileSync(join(root, folder, name), text);
  }
  const laid = [...files.keys()].map((name) => join(folder, name));
  const scripts = laid.filter((name) => name.endsWith(".ts"));
  return [
    ...(await clangFormat(laid)),
    ...(scripts.length ? await runBiome(["--vcs-enabled=false", ...scripts]) : []),
  ];
}

async function clangFormat(names) {
  const sources = names.filter((name) => /\.(cc|h)$/.test(name));
  if (sources.length === 0) return [];
  const { code, output } = await capture("clang-format-14", [
    "--dry-run",
    "--Werror",
    "--style=file",
    ...sources,
  ]);
  if (code === 0) return [];
  const bad = new Set([...output.matchAll(/^(\S+?):\d+:\d+: error/gm)].map(([, name]) => name));
  return bad.size > 0 ? [...bad].map((name) => `${name}: clang-format-14 -i ${name}`) : [output];
}

/** One line a finding; what only informs or warns does not count. */
async function runBiome(args) {
  const { code, output } = await capture(process.execPath, [
    biome,
    "check",
    "--max-diagnostics=none",
    "--diagnostic-level=error",
    "--reporter=github",
    ...args,
  ]);
  if (code === 0) return [];
  const finding = /^::error title=([^,]*),file=([^,]*),line=(\d+)[^:]*::(.*)$/gm;
  const lines = [...output.matchAll(finding)].map(
    ([, rule, file, line, message]) =>
      `${relative(root, resolve(root, file))}:${line}: ${rule}: ${message}`,
  );
  return lines.length > 0 ? [...lines, "repair what it can: npm run format"] : [output];
}

export const format = {
  name: "format",
  find,
  samples: [
    { problems: 0, files: { "a.cc": "int a = 1;\n", "a.ts": "export const a = 1;\n" } },
    { problems: 1, files: { "a.cc": "int  a=1;\n" } },
    { problems: 2, files: { "a.ts": "export const a  = 1\n" } },
    { problems: 2, files: { "a.ts": "export const a: any = 1;\n" } },
  ],
};
