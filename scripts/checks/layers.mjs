// The directions of dependence, read from #include and import lines.
import { posix } from "node:path";
import {
  core,
  headers,
  wasm,
  web,
  webNumbers,
  webPackages,
  webTypes,
  withDocument,
  withoutDocument,
} from "./directions.mjs";

const includeLine = /^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]/gm;
const importPatterns = [
  /\b(import|export)\s+(type\s+)?[^"';]*?\bfrom\s*["']([^"']+)["']/g,
  /\b(import)\s+()["']([^"']+)["']/g,
  /\b(import)\s*()\(\s*["']([^"']+)["']/g,
];

function find(files) {
  const problems = [];
  for (const [path, text] of files) {
    if (/\.(cc|h)$/.test(path)) problems.push(...includeProblems(path, text));
    else if (/^web\/.*\.ts$/.test(path)) problems.push(...importProblems(path, text));
  }
  return problems;
}

function includeProblems(path, text) {
  const problems = [];
  const [top, folder] = path.split("/");
  const allowed = top === "core" ? core[folder] : top === "wasm" ? wasm : undefined;
  if (top === "core" && path.split("/").length > 2 && !allowed) {
    problems.push(`${path}: core/${folder} is not in the table of directions`);
  }
  for (const [, included] of text.matchAll(includeLine)) {
    const [, into] = included.match(/^core\/([^/]+)\//) ?? [];
    const upward = into && into !== folder && allowed && !allowed.includes(into);
    if (upward) problems.push(`${path}: may not include core/${into} (${included})`);
    if (included.startsWith("wasm/") && top !== "wasm")
      problems.push(`${path}: includes ${included}`);
    if (included.startsWith("tests/") && top !== "tests")
      problems.push(`${path}: includes ${included}`);
    for (const [prefix, places] of Object.entries(headers)) {
      if (included.startsWith(prefix) && !places.some((place) => path.startsWith(place))) {
        problems.push(`${path}: <${included}> belongs to ${places.join(", ")}`);
      }
    }
  }
  return problems;
}

function importProblems(path, text) {
  const problems = [];
  const folder = path.split("/")[1];
  const allowed = web[folder] ?? [];
  const packages = webPackages[folder] ?? [];
  if (!(folder in web)) problems.push(`${path}: web/${folder} is not in the table of directions`);
  for (const pattern of importPatterns) {
    for (const [, , type, from] of text.matchAll(pattern)) {
      if (!from.startsWith(".")) {
        const name = from.startsWith("@") ? from : from.replace(/\/.*/, "");
        if (!packages.includes(name)) problems.push(`${path}: may not import ${from}`);
        continue;
      }
      const target = posix.join(posix.dirname(path), from).replace(/\.(js|ts)$/, "");
      if (webNumbers.includes(target) || (type && webTypes.includes(target))) continue;
      const [top, into] = target.split("/");
      if (top !== "web") problems.push(`${path}: imports ${from}, outside web/`);
      else if (into !== folder && !allowed.includes(into)) {
        problems.push(`${path}: may not import web/${into} (${from})`);
      }
    }
  }
  if (withoutDocument.includes(folder) && !withDocument.includes(path)) {
    for (const [, name] of withoutComments(text).matchAll(
      /(?<![."'\w])(document|window|HTMLElement|customElements)\b(?=[.[(;,)\s])/g,
    )) {
      problems.push(`${path}: names ${name}, but web/${folder} knows no document`);
    }
  }
  return problems;
}

/** Comments and strings are prose; "document" may occur in them. */
function withoutComments(text) {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/(?<!:)\/\/.*$/gm, "")
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');
}

export const layers = {
  name: "layers",
  find,
  samples: [
    {
      problems: 0,
      files: {
        "core/kernels/a.cc": '#include "core/base/status.h"\n#include "hwy/highway.h"\n',
        "core/session/b.cc": '#include "core/text/tokens.h"\n#include <vector>\n',
        "web/figures/c.ts": 'import type { Tensor } from "../engine/types.js";\n// the document.\n',
        "web/elements/d.ts": 'import { createEngine } from "../engine/index.js";\ndocument.body;\n',
      },
    },
    { problems: 1, files: { "core/base/a.h": '#include "core/ops/add.h"\n' } },
    { problems: 1, files: { "core/ops/a.cc": "#  include <hwy/highway.h>\n" } },
    { problems: 1, files: { "core/session/a.cc": "#include <emscripten/bind.h>\n" } },
    { problems: 1, files: { "core/text/a.cc": '#include "core/graph/graph.h"\n' } },
    { problems: 1, files: { "core/other/a.cc": "\n" } },
    { problems: 1, files: { "core/base/a.cc": '#include "tests/support/close.h"\n' } },
    { problems: 1, files: { "web/figures/a.ts": 'import { run } from "../engine/index.js";\n' } },
    { problems: 1, files: { "web/figures/a.ts": 'import {\n  b,\n} from "../elements/b";\n' } },
    { problems: 1, files: { "web/scene/a.ts": 'const e = await import("../engine/index.js");\n' } },
    { problems: 1, files: { "web/engine/a.ts": 'export * from "../figures/b.js";\n' } },
    { problems: 1, files: { "web/engine/a.ts": "const page = document.body;\n" } },
    { problems: 1, files: { "web/pages/a.ts": 'import "../../tests/support/x.js";\n' } },
    {
      problems: 0,
      files: { "web/controls/a.ts": 'import { live } from "lit/directives/live.js";\n' },
    },
    { problems: 1, files: { "web/figures/a.ts": 'import { html } from "lit";\n' } },
    { problems: 1, files: { "web/engine/a.ts": 'import "lit/decorators.js";\n' } },
    { problems: 1, files: { "web/engine/a.ts": 'import { render } from "../views/render.js";\n' } },
  ],
};
