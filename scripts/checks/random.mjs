// No number that is drawn is made up: web/ has no generator but the engine's.

function find(files) {
  const problems = [];
  for (const [path, text] of files) {
    if (!path.startsWith("web/") || !/\.(ts|mjs|js|html)$/.test(path)) continue;
    for (const [at, line] of text.split("\n").entries()) {
      if (
        /Math\s*(\?\.|\.)\s*random|Math\s*\[\s*["'`]random|getRandomValues|randomUUID/.test(line)
      ) {
        problems.push(
          `${path}:${at + 1}: randomness comes from the engine and a seed: ${line.trim()}`,
        );
      }
    }
  }
  return problems;
}

export const random = {
  name: "random",
  find,
  samples: [
    {
      problems: 0,
      files: { "web/a.ts": "const x = draw(seed);\n", "tests/a.ts": "Math.random();\n" },
    },
    { problems: 1, files: { "web/a.ts": "const x = Math.random();\n" } },
    { problems: 1, files: { "web/pages/a.html": "<script>Math . random()</script>\n" } },
    { problems: 1, files: { "web/a.ts": 'const x = Math["random"]();\n' } },
  ],
};
