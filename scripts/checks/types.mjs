// A class of C++ is defined once: two of one name in one namespace compile apart, and the
// linker then keeps the members of one for both.

const headers = /^(core|wasm|scripts\/models)\/.*\.h$/;
const opened = /^namespace ([\w:]+) \{/m;
const defined = /^(?:class|struct|union|enum(?: class)?) (\w+)\b[^;]*?\{/gm;

function find(files) {
  const places = new Map();
  for (const [path, text] of files) {
    if (!headers.test(path)) continue;
    const [, namespace = ""] = text.match(opened) ?? [];
    for (const [, name] of text.matchAll(defined)) {
      const whole = `${namespace}::${name}`;
      places.set(whole, [...(places.get(whole) ?? []), path]);
    }
  }
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name} is defined in ${paths.join(" and ")}; rename one`);
}

const header = (namespace, text) => `namespace ${namespace} {\n\n${text}\n\n}\n`;

export const types = {
  name: "types",
  find,
  samples: [
    {
      problems: 1,
      files: {
        "core/a/one.h": header("clearhead", "struct Rows {\n  int n;\n};"),
        "core/b/two.h": header("clearhead", "class Rows : public Base {\n};"),
      },
    },
    {
      problems: 0,
      files: {
        "core/a/one.h": header("clearhead", "struct Rows {\n};\nclass Other;"),
        "core/a/two.h": header("clearhead", "class Rows;\nclass Other {\n};"),
        "core/b/two.h": header("clearhead::kernels", "struct Rows {\n};"),
      },
    },
  ],
};
