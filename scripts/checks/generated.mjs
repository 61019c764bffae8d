// What is generated is committed, and the generator makes the same again: the
// build has just run the generators, so git must see no change in their files.
import { capture } from "../testing/results.mjs";

async function find(_, sample) {
  const output = sample?.status ?? (await status());
  return output
    .split("\n")
    .filter((line) => /\.gen\.[a-z]+$/.test(line))
    .map((line) => `${line.slice(3)}: differs from what is committed; commit what the build made`);
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
    { problems: 1, files: {}, status: "?? web/formulas/formulas.gen.ts\n" },
  ],
};
