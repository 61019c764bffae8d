// What is generated is committed, and the generator makes the same again: the
// build has just run the generators, so git must see no change in their files. The
// tables of Unicode are made by hand, and here again where Node has their version.
import { generate, head, path } from "../generate-unicode.mjs";
import { capture } from "../testing/results.mjs";

async function find(files, sample) {
  const output = sample?.status ?? (await status());
  const problems = output
    .split("\n")
    .filter((line) => /\.gen\.[a-z]+$/.test(line))
    .map((line) => `${line.slice(3)}: differs from what is committed; commit what the build made`);
  const tables = files.get(path);
  if (tables?.startsWith(head) && tables !== generate()) {
    problems.push(`${path}: run node scripts/generate-unicode.mjs`);
  }
  return problems;
}

async function status() {
  const { code, output } = await capture("git", ["status", "--porcelain", "-uall"]);
  if (code !== 0) throw new Error(`git status failed: ${output}`);
  return output;
}

export const generated = {
  name: "generated",
  find,
  samples: [
    { problems: 0, files: {}, status: " M web/scene/colours.ts\n" },
    { problems: 1, files: {}, status: " M web/scene/colours.gen.ts\n" },
    { problems: 1, files: {}, status: "?? web/formulas/attention.gen.ts\n" },
    { problems: 1, files: { [path]: `${head}constexpr` }, status: "" },
  ],
};
