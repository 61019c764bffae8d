// node process.mjs BENCH.WASM ENGINE.JS SECONDS: one process of the bench. Races
// every row, compares the results, and prints all times as one JSON object.
import { pathToFileURL } from "node:url";
import { lastHead, onnxruntime } from "./contestants/ort.mjs";
import { ours } from "./contestants/ours.mjs";
import { tfjs } from "./contestants/tfjs.mjs";
import { race } from "./measure.mjs";
import {
  attentionInputs,
  attentionRows,
  encoderInputs,
  encoderRows,
  generationRows,
  key,
  matmulInputs,
  matmulRows,
  trainingRows,
} from "./rows.mjs";

const [wasm, engine, given] = process.argv.slice(2);
const seconds = Number(given);
const libraries = [await ours(wasm), await tfjs(), onnxruntime];

const inputsOf = { matmul: matmulInputs, attention: attentionInputs, encoder: encoderInputs };

/** Enough steps of a chain for some milliseconds at 20 GFLOP/s. */
const linksOf = ({ flops }) => Math.min(128, Math.max(2, Math.round(8e7 / flops)));

async function raceRow(row) {
  const { kind, heads } = row;
  const inputs = inputsOf[kind](row);
  const contestants = [];
  for (const library of libraries) {
    contestants.push(...(await library[kind](row, inputs, linksOf(row))));
  }
  const times = await race(contestants, seconds);
  const results = contestants.map(({ result }) => result());
  if (kind === "attention") results[0] = lastHead(results[0], heads, row.length);
  for (const [i, { name }] of contestants.entries()) compare(row, name, results[i], results[0]);
  for (const contestant of contestants) await contestant.dispose();
  return times;
}

/** What is measured against nothing but our own speed. */
async function timeAlone(row) {
  const own = libraries[0].alone(row);
  const { clearhead } = await race([own], seconds);
  return { ...clearhead, amount: own.amount };
}

/** Everyone computed the same: a fast wrong answer is worth nothing. */
function compare(row, name, theirs, expected) {
  let difference = theirs.length === expected.length ? 0 : Number.POSITIVE_INFINITY;
  for (const [i, value] of expected.entries()) {
    difference = Math.max(difference, Math.abs(value - theirs[i]));
  }
  if (difference <= 2e-4) return;
  throw new Error(`${key(row)}: ${name} differs from clearhead by ${difference}`);
}

/** From a moved slider to the numbers of the picture: a run and its tensors. */
async function laboratory() {
  const { createEngine } = await import(pathToFileURL(engine).href);
  const session = await createEngine();
  const tokens = Array.from({ length: 64 }, (_, i) => `word${i % 40}`);
  const make = (heads) => ({
    name: `${heads}`,
    async run(count) {
      for (let seed = 0; seed < count; ++seed) {
        const model = await session.model({
          kind: "self_attention",
          d_model: 64,
          d_k: 64 / heads,
          heads,
          seed,
          weights: "random",
          mask: "causal",
          length: 64,
          scaling: true,
          positions: true,
        });
        const run = await model.run({ tokens });
        await run.tensor("weights");
        await run.tensor("output");
        await run.dispose();
        await model.dispose();
      }
    },
  });
  const times = await race([make(1), make(8)], seconds);
  await session.dispose();
  return times;
}

// The first rows of each kind run twice, the first time to warm up.
for (const row of [matmulRows[1], attentionRows[4], attentionRows[11]]) await raceRow(row);
const rows = {};
for (const row of [...matmulRows, ...attentionRows, ...encoderRows]) {
  rows[key(row)] = await raceRow(row);
}
const alone = {};
for (const row of [...trainingRows, ...generationRows]) alone[key(row)] = await timeAlone(row);
const steps = 100_000;
const spin = { name: "spin", run: (count) => libraries[0].spin(count * steps) };
const calibration = (await race([spin], seconds)).spin;
console.log(JSON.stringify({ rows, alone, calibration, laboratory: await laboratory() }));
process.exit(0);
