// Runs the generators. web/build/NAME.mjs writes a source file (a colour table,
// MathML) and runs before bundling; web/build/after/NAME.mjs gets the release
// folder as its argument and completes it (the first picture of a page).
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, paths, stop } from "./workspace.mjs";

export function generate() {
  const names = run(join(paths.web, "build"), []);
  const made = filesBelow(paths.web).filter((file) => /\.gen\.[a-z]+$/.test(file));
  return { made: made.map((file) => join(paths.root, file)), remark: names.join(", ") };
}

export function prerender() {
  const names = run(join(paths.web, "build", "after"), [paths.dist]);
  return { remark: names.join(", ") || "none yet" };
}

function run(folder, args) {
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".mjs"))
        .sort()
    : [];
  for (const name of names) {
    const { status } = spawnSync(
      process.execPath,
      ["--enable-source-maps", join(folder, name), ...args],
      {
        cwd: paths.root,
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    if (status !== 0) stop(`the generator ${join(folder, name)} failed (exit code ${status})`);
  }
  return names.map((name) => name.replace(/\.mjs$/, ""));
}
