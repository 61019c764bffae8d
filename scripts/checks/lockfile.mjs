// The lock file names no address, so that it serves any registry, and pins with
// a digest everything it names.

function find(files) {
  const problems = [];
  for (const [path, text] of files) {
    if (!path.endsWith("package-lock.json")) continue;
    for (const [name, entry] of Object.entries(JSON.parse(text).packages ?? {})) {
      if (name === "" || entry.link) continue;
      if (entry.resolved) problems.push(`${path}: ${name} names an address: ${entry.resolved}`);
      if (!entry.integrity) problems.push(`${path}: ${name} has no integrity`);
    }
  }
  return problems;
}

const lock = (entry) => ({
  "package-lock.json": JSON.stringify({ packages: { "": {}, a: entry } }),
});

export const lockfile = {
  name: "lockfile",
  find,
  samples: [
    { problems: 0, files: lock({ version: "1.0.0", integrity: "sha512-a" }) },
    { problems: 1, files: lock({ resolved: "https://example.org/a.tgz", integrity: "sha512-a" }) },
    { problems: 1, files: lock({ version: "1.0.0" }) },
  ],
};
