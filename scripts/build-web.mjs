// node scripts/build-web.mjs: web/ and the wasm module become dist/, the
// release folder. The steps run in the order below; one that did not change
// since the last build (its inputs, this script, the lock file) is not repeated.
import { assets } from "./web/assets.mjs";
import { bundle } from "./web/bundle.mjs";
import { generate, prerender } from "./web/generate.mjs";
import { describePackage } from "./web/package.mjs";
import { single } from "./web/single.mjs";
import { split } from "./web/split.mjs";
import { declareTypes } from "./web/types.mjs";
import { paths, report, unchanged, writeStamp } from "./web/workspace.mjs";

const steps = [
  ["generated sources", generate],
  ["core in two parts", split],
  ["scripts", bundle],
  ["pages and core", assets],
  ["types", declareTypes],
  ["package", describePackage],
  ["single file", single],
  ["first picture", prerender],
];

if (unchanged()) {
  report("web", 0, paths.dist, "up to date");
} else {
  for (const [name, step] of steps) {
    const start = performance.now();
    const { made, remark } = await step();
    report(name, (performance.now() - start) / 1000, made, remark);
  }
  writeStamp();
}
