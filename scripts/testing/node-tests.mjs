// node:test runs the tests of a folder with the project folder as the working
// directory: *.test.mjs as they are, *.test.ts bundled by esbuild to build/tests/,
// where `clearhead/NAME` and any path into dist/ is the built file itself.
import { existsSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { filesBelow } from "../web/workspace.mjs";
import { capture, none, root, verdict } from "./results.mjs";

const release = {
  name: "release",
  setup(build) {
    const external = (name) => ({
      path: pathToFileURL(join(root, "dist", name)).href,
      external: true,
    });
    build.onResolve({ filter: /^\.\/core\.js$/ }, () => external("core.js"));
    build.onResolve({ filter: /^clearhead\// }, ({ path }) => external(path.slice(10)));
    build.onResolve({ filter: /(^|\/)dist\// }, ({ path, resolveDir }) => {
      const inside = relative(join(root, "dist"), resolve(resolveDir, path));
      return inside.startsWith("..") ? undefined : external(inside);
    });
  },
};

export async function runNodeTests(folder) {
  const found = filesBelow(join(root, "tests", folder));
  const sources = found.filter((file) => file.endsWith(".test.ts"));
  const plain = found.filter((file) => file.endsWith(".test.mjs"));
  const outdir = join(root, "build", "tests", folder);
  rmSync(outdir, { recursive: true, force: true });
  if (sources.length + plain.length === 0) return none();
  const failure = sources.length > 0 && (await bundle(sources, folder, outdir));
  if (failure) return verdict(`bundle tests/${folder}`, false, failure);

  const bundled = filesBelow(outdir).filter((file) => file.endsWith(".test.mjs"));
  const programs = [...bundled, ...plain];
  const { code, output } = await capture(
    process.execPath,
    [
      "--enable-source-maps",
      "--test",
      "--test-timeout=180000",
      "--test-reporter=spec",
      ...programs,
    ],
    { show: true, env: { NODE_PATH: join(root, "node_modules") } },
  );
  const counts = countNodeTests(output);
  if (!counts || (code !== 0 && counts.failed === 0)) {
    return verdict(`tests/${folder}`, false, `node --test ended with exit code ${code}`);
  }
  return counts;
}

async function bundle(sources, folder, outdir) {
  try {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: sources,
      outbase: join("tests", folder),
      outdir,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      sourcemap: "inline",
      logLevel: "silent",
      plugins: [release],
      tsconfigRaw: {
        compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false },
      },
    });
    return undefined;
  } catch (error) {
    return (
      (await esbuild.formatMessages(error.errors ?? [], { kind: "error" })).join("") || `${error}`
    );
  }
}

/** Reads the closing lines of node:test (`ℹ pass 3`, or `# pass 3`). */
export function countNodeTests(output) {
  const of = (word) => {
    const found = [...output.matchAll(new RegExp(`^[^\\w\\s] ${word} (\\d+)$`, "gm"))].at(-1);
    return found ? Number(found[1]) : undefined;
  };
  if (of("pass") === undefined) return undefined;
  return {
    passed: of("pass"),
    failed: (of("fail") ?? 0) + (of("cancelled") ?? 0),
    skipped: (of("skipped") ?? 0) + (of("todo") ?? 0),
  };
}

/** Type-checks one tsconfig file. */
export async function checkTypes(config) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  if (!existsSync(tsc)) return verdict(`types: ${config}`, false, "TypeScript is not installed");
  const { code, output } = await capture(process.execPath, [
    tsc,
    "-p",
    config,
    "--pretty",
    "false",
  ]);
  return verdict(`types: ${config}`, code === 0, output);
}
