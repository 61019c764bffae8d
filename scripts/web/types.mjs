// Declarations of the public interface: what web/views/release.ts and
// web/elements/clearhead.ts export, with everything they refer to.
import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { filesBelow, paths, write } from "./workspace.mjs";

const entries = ["views/release.ts", "elements/clearhead.ts"];

export function declareTypes() {
  const present = entries.map((name) => join(paths.web, name)).filter((path) => existsSync(path));
  if (present.length === 0) return { remark: "missing: web/views/release.ts" };

  const out = join(paths.dist, "types");
  rmSync(out, { recursive: true, force: true });
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...JSON.parse(readFileSync(join(paths.root, "tsconfig.base.json"), "utf8")).compilerOptions,
      lib: ["ES2023", "DOM", "DOM.Iterable"],
      noEmit: false,
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: "web",
      outDir: out,
      stripInternal: true,
    },
    paths.root,
  );
  const program = ts.createProgram(present, options);
  program.emit(undefined, (path, text) => write(path, withExtensions(text)));

  // Declarations written by hand (of the glue) are not emitted; they are copied.
  for (const source of program.getSourceFiles()) {
    const from = relative(paths.web, source.fileName);
    if (!source.isDeclarationFile || from.startsWith("..")) continue;
    copyFileSync(source.fileName, join(out, from));
  }
  const made = filesBelow(out).map((file) => join(paths.root, file));
  return { made, remark: `${made.length} files` };
}

/** Relative imports carry their extension, as Node's resolution asks for. */
function withExtensions(text) {
  return text.replaceAll(/(from\s+|import\s*\(?\s*)"(\.{1,2}\/[^"]+)"/g, (whole, before, path) =>
    /\.m?js$/.test(path) ? whole : `${before}"${path}.js"`,
  );
}
