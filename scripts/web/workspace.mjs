// Where things are, what a step reports, and whether anything changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const at = (...parts) => join(root, ...parts);

export const paths = {
  root,
  web: at("web"),
  dist: at("dist"),
  /** What the build keeps for itself: stamp, metafile, declarations. */
  work: at("build", "web"),
  glue: at("build", "wasm", "wasm", "core.js"),
  /** As it is linked, and the files that it becomes: core.wasm, more.wasm, models.wasm. */
  wasm: at("build", "wasm", "wasm", "core.wasm"),
  part: (name) => at("build", "web", name),
};

/** Every file below a folder, as paths from the project root, sorted. */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

export function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** One line: name, size of what was made, seconds, remark. */
export function report(name, seconds, made, remark = "") {
  const bytes = [made ?? []].flat().reduce((sum, path) => sum + bytesOf(path), 0);
  const size =
    bytes === 0
      ? "-"
      : bytes < 1e6
        ? `${Math.round(bytes / 1e3)} kB`
        : `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `  ${name.padEnd(34)} ${size.padStart(10)} ${seconds.toFixed(1).padStart(6)} s  ${remark}`,
  );
}

function bytesOf(path) {
  if (!existsSync(path)) return 0;
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return filesBelow(path).reduce((sum, file) => sum + statSync(at(file)).size, 0);
}

const stamp = join(paths.work, "stamp");

/** A digest of everything that dist/ is made from, and of what it holds. */
function digest() {
  const hash = createHash("sha256");
  const sources = [
    ...filesBelow(paths.web),
    ...filesBelow(at("scripts", "web")),
    ...["build-web.mjs"].map((name) => join("scripts", name)),
    ...["package.json", "package-lock.json", "tsconfig.base.json", "LICENSE", "NOTICE"],
    ...[paths.glue, paths.wasm].map((path) => relative(root, path)),
    ...filesBelow(paths.dist),
  ];
  for (const file of sources) {
    hash.update(`${file}\0`);
    if (existsSync(at(file))) hash.update(readFileSync(at(file)));
  }
  return hash.digest("hex");
}

export const unchanged = () => existsSync(stamp) && readFileSync(stamp, "utf8") === digest();
export const writeStamp = () => write(stamp, digest());

/** Stops the build with a message that says what to do. */
export function stop(message) {
  console.error(`\nclearhead: ${message}`);
  process.exit(1);
}
