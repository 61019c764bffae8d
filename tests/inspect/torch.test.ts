// Scripts of the real engine, run by PyTorch: a sample of every stage and of its
// gradients, with masks, edits and sizes. And every explanation of the engine is
// printed in every notation.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type {
  Engine,
  Explanation,
  GradientTarget,
  Intervention,
  RunOptions,
  SelfAttentionConfig,
} from "../../web/engine/types.js";
import { unfold } from "../../web/inspect/chain.js";
import { asLatex } from "../../web/inspect/latex.js";
import { sentence } from "../../web/inspect/speech.js";
import { asText } from "../../web/inspect/text.js";
import { script } from "../../web/inspect/torch.js";
import { type Address, evaluate } from "../../web/inspect/tree.js";
import { python, run } from "./python.js";

const path = join(process.cwd(), "dist", "engine.js");
const noEngine = existsSync(path) ? false : "dist/engine.js is not built";
const noTorch = noEngine || (python ? false : "no Python with torch");

const exact: SelfAttentionConfig = {
  kind: "self_attention",
  d_model: 4,
  d_k: 4,
  heads: 1,
  seed: 7,
  weights: "exact",
  mask: "none",
  length: 3,
  scaling: true,
  positions: false,
};
const random: SelfAttentionConfig = {
  ...exact,
  d_model: 8,
  d_k: 3,
  heads: 2,
  weights: "random",
  mask: "causal",
  positions: true,
};
const sentences: Record<string, string[]> = {
  en: ["The", "cat", "sat"],
  zh: ["我", "爱", "我", '"""; exit() #'],
};

interface Case {
  config: SelfAttentionConfig;
  tokens: string[];
  interventions?: Intervention[];
  of?: GradientTarget;
}

const en = sentences.en as string[];
const zh = sentences.zh as string[];
const set = (tensor: string, index: number, value: number): Intervention => ({
  tensor,
  action: "set",
  indices: [index],
  values: [value],
});
const cases: Record<string, Case> = {
  exact: { config: exact, tokens: en },
  "random, causal, positions": { config: random, tokens: zh },
  unscaled: { config: { ...random, scaling: false, mask: "none" }, tokens: zh },
  "padded, nothing visible": { config: { ...random, mask: "padding", length: 0 }, tokens: zh },
  "an edited score": { config: exact, tokens: en, interventions: [set("scores", 5, 3.5)] },
  "an edited matrix": { config: exact, tokens: en, interventions: [set("query.weight", 6, 0)] },
  "one output cell": {
    config: { ...random, mask: "combined", length: 3 },
    tokens: zh,
    of: { tensor: "output", index: [0, 2, 1] },
  },
  "too wide to print": { config: { ...random, d_model: 96, d_k: 48 }, tokens: zh },
};

/** Two cells of every tensor: one in the middle, the last. */
function sample(shape: number[]): number[][] {
  const last = shape.map((size) => size - 1);
  const middle = shape.map((size) => Math.floor(size / 2));
  return `${middle}` === `${last}` ? [last] : [middle, last];
}

async function opened(engine: Engine, { config, tokens, interventions, of }: Case) {
  const model = await engine.model(config);
  const options: RunOptions = interventions ? { interventions } : {};
  const held = await model.run({ tokens }, options);
  const target: GradientTarget = of ?? { tensor: "output", reduce: "sum" };
  const gradients = await held.gradients({ of: target });
  const explain = ({ tensor, index, gradient }: Address, options_?: { limit?: number }) =>
    (gradient ? gradients : held).explain(tensor, index, options_);
  const cells: Address[] = held.catalogue.flatMap(({ name: tensor, shape }) =>
    sample(shape).flatMap((index) => {
      const forward = { tensor, index, gradient: false };
      return gradients.names.includes(tensor)
        ? [forward, { ...forward, gradient: true }]
        : [forward];
    }),
  );
  const source = { catalogue: held.catalogue, explain, of: target };
  return { ...source, cells, tensor: (name: string) => held.tensor(name) };
}

async function engineOf(): Promise<Engine> {
  const { createEngine } = await import(pathToFileURL(path).href);
  return createEngine();
}

function magnitude({ terms, value }: Explanation): number {
  return terms.reduce((sum, term) => {
    const size = Math.abs(term.value);
    return Number.isFinite(size) ? sum + size : sum;
  }, Math.abs(value) + 1);
}

test("every explanation of the engine evaluates and prints", { skip: noEngine }, async () => {
  const engine = await engineOf();
  for (const [name, one] of Object.entries(cases)) {
    const { cells, explain, catalogue } = await opened(engine, one);
    for (const cell of cells) {
      const steps = await unfold(cell, explain);
      for (const explanation of steps) {
        const stated = explanation.was ?? explanation.value;
        const where = `${name}: ${JSON.stringify(cell)}`;
        if (explanation.root !== undefined && Number.isFinite(stated)) {
          const off = Math.abs(evaluate(explanation) - stated);
          assert.ok(off <= 1e-5 * magnitude(explanation), `${where} is off by ${off}`);
        }
        for (const language of ["en", "zh"] as const) {
          const said = sentence(language, { explanation, catalogue });
          assert.doesNotMatch(said, /undefined|inspect\.|NaN/, where);
        }
      }
      const sources = steps.map((explanation) => ({ explanation, catalogue }));
      assert.doesNotMatch(asText("zh", sources) + asLatex(sources), /undefined|NaN/);
    }
  }
  await engine.dispose();
});

test("scripts of every stage and gradient agree with PyTorch", { skip: noTorch }, async () => {
  const engine = await engineOf();
  const scripts: string[] = [];
  for (const one of Object.values(cases)) {
    const { cells, ...source } = await opened(engine, one);
    for (const cell of cells) {
      const explanation = await source.explain(cell, { limit: 0 });
      scripts.push(await script({ ...source, explanation }));
    }
  }
  await engine.dispose();
  assert.ok(scripts.length > 200, `${scripts.length} scripts`);
  assert.equal(run(scripts), undefined);
});
