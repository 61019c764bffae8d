// Writes core/text/unicode_ranges.gen.inc: the code points that are punctuation,
// symbols or separators (everything else continues a word), and those that are
// pictures, from Node's own Unicode data. Unassigned code points may fall in
// either class, which merges neighbouring ranges. Run it by hand when a new
// Unicode version should be followed: node scripts/generate-unicode.mjs. The check
// `generated` makes it again where Node has the same version.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const path = "core/text/unicode_ranges.gen.inc";

const LAST = 0x10ffff;

/** Ranges of code points that `is` accepts; `may` says which may be swallowed to merge two. */
function ranges(is, may) {
  const found = [];
  for (let code = 0; code <= LAST; code++) {
    if (!is(String.fromCodePoint(code))) continue;
    const last = found.at(-1);
    let mergeable = last !== undefined;
    for (let gap = code - 1; mergeable && gap > last[1]; gap--) {
      mergeable = code - last[1] < 4096 && may(String.fromCodePoint(gap));
    }
    if (mergeable) last[1] = code;
    else found.push([code, code]);
  }
  return found;
}

const unassigned = (text) => /[\p{Cn}\p{Cs}\p{Co}]/u.test(text);
const mark = (text) => /[\p{P}\p{S}\p{Z}\p{Cc}\p{Cf}]/u.test(text);
const picture = (text) => /\p{Extended_Pictographic}/u.test(text) && !/[©®‼⁉™ℹ]/u.test(text);

function table(name, list) {
  const cells = list.map(([first, last]) => `{0x${first.toString(16)}, 0x${last.toString(16)}}`);
  let lines = "";
  for (let i = 0; i < cells.length; i += 4) lines += `    ${cells.slice(i, i + 4).join(", ")},\n`;
  return `constexpr CodeRange ${name}[] = {\n${lines}};\n`;
}

/** The file's first line, which says from which version of Unicode it was made. */
export const head = `// Made by scripts/generate-unicode.mjs from Unicode ${process.versions.unicode}. Do not edit.\n`;

export function generate() {
  const tables = [
    table("kMarks", ranges(mark, unassigned)),
    table("kPictures", ranges(picture, unassigned)),
  ];
  return head + tables.join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL(`../${path}`, import.meta.url), generate());
}
