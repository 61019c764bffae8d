// What wasm-split leaves to be done in the texts of the parts.
import { stop } from "./workspace.mjs";

/**
 * Exports the table by this name too: what the later parts import is under it, so that they fit
 * no other core.wasm.
 */
export function named(text, release) {
  const table = /^ \(export "[^"]+" (\(table .*)$/m;
  if (!table.test(text)) stop(unknown);
  return text.replace(table, (line, exported) => `${line}\n (export "${release}" ${exported}`);
}

/** wasm-split fills the places of the table with imports; empty ones do, and are smaller. */
export function withoutPlaceholders(text) {
  const elements = /^ \(elem (?:\$\S+ )?\(i32\.const (\d+)\) (?:func )?(.*)\)$/gm;
  const stripped = text
    .replaceAll(/^ \(import "placeholder" .*\n/gm, "")
    .replaceAll(elements, (_, first, functions) => {
      const segments = [];
      let before = "";
      for (const [i, name] of functions.split(" ").entries()) {
        const empty = name.startsWith("$placeholder");
        if (!empty && before === "") segments.push(` (elem (i32.const ${Number(first) + i})`);
        before = empty ? "" : name;
        if (!empty) segments[segments.length - 1] += ` ${name}`;
      }
      return segments.map((segment) => `${segment})`).join("\n");
    });
  if (stripped.includes("placeholder")) stop(unknown);
  return stripped;
}

/**
 * What a third part takes of the first through the second, it takes of the first itself, under
 * the name that the second has for it; the second need not hand it on.
 */
export function withoutDetours(second, third) {
  const own = /^ \(import "@\w+" "([^"]+)" \((\w+ \$\S+)/gm;
  const names = new Map(Array.from(second.matchAll(own), ([, name, item]) => [item, name]));
  const direct = new Map();
  const shorter = second.replaceAll(
    /^ \(export "(\.[^"]+)" \((\w+ [^)]+)\)\)\n/gm,
    (line, name, item) => {
      if (!names.has(item)) return line;
      direct.set(name, names.get(item));
      return "";
    },
  );
  if (direct.size === 0) stop(unknown);
  const handed = /^( \(import "@\w+" ")([^"]+)"/gm;
  const straight = (_, begin, name) => `${begin}${direct.get(name) ?? name}"`;
  return [shorter, third.replaceAll(handed, straight)];
}

const unknown = "wasm-split writes its text in another way";
