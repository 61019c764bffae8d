// The figure `projections`: symmetry, rank, freedom and self-weights of shared projections.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import type { ProgramData } from "../../web/figures/program.js";
import { projectionsFigure } from "../../web/figures/projections/figure.js";
import {
  isSymmetric,
  type ProjectionsState,
  projectionsTable,
  SHARINGS,
} from "../../web/figures/projections/parameters.js";
import { hitsOf } from "../../web/figures/projections/words.js";
import { loadWords } from "../../web/i18n/t.js";
import { parse } from "../../web/state/codec.js";
import { projections as view } from "../../web/views/projections.js";

const engine = await createEngine();
after(() => engine.dispose());
await loadWords("zh");

/** The data of a link, and any other tensor of its run. */
async function drawn(
  link: string,
  names: readonly string[] = [],
): Promise<{ data: ProgramData<ProjectionsState>; more: number[][] }> {
  const session = view.open(engine);
  const data = await session.update(parse(projectionsTable, `view=projections&${link}`).state);
  const more = await Promise.all(
    names.map(async (name) => Array.from((await session.tensor(name)).data, Number)),
  );
  await session.dispose();
  return { data, more };
}

const numbers = (data: ProgramData<ProjectionsState>, name: string) =>
  Array.from(data.tensors[name]?.data ?? [], Number);

test("projections: scores are symmetric where Q = K, weights never", async () => {
  const { data } = await drawn("length=12&seed=5&d_k=7");
  const asymmetry = numbers(data, "asymmetry");
  for (const [at, share] of SHARINGS.entries()) {
    assert.equal((asymmetry[at] ?? Number.NaN) < 1e-5, isSymmetric(share), share);
    assert.ok((asymmetry[SHARINGS.length + at] ?? 0) > 1e-2, share);
  }
});

test("projections: rank and freedom of the chapter's sizes", async () => {
  const { data } = await drawn("width=512&d_k=64");
  assert.deepEqual(numbers(data, "query.weight.spectrum.rank"), [64]);
  assert.deepEqual(numbers(data, "key.weight.spectrum.rank"), [64]);
  assert.deepEqual(numbers(data, "freedom"), [
    ...[3 * 32768, 2 * 32768, 2 * 32768, 32768, 0],
    ...[94208, 2 * 32768, 30752 + 32768, 32768, 0],
    ...[61440, 61440, 30752, 30752, 0],
  ]);
  const { notes } = projectionsFigure.describe(data, { language: "en", claims: true });
  assert.match(
    notes.join("\n"),
    /higher rank\. .*does not hold here\. .*rank 64 for W_Q, 64 for W_K/,
  );
  assert.match(notes.join("\n"), /61440 against 30752/);
  assert.match(notes.join("\n"), /94208 against 32768, 2\.875 times/);
});

test("projections: ranks and verdicts of full width are the same for every seed", async () => {
  for (let seed = 0; seed < 50; seed++) {
    const { data } = await drawn(`width=64&d_k=64&length=3&seed=${seed}`);
    assert.deepEqual(numbers(data, "query.weight.spectrum.rank"), [64], `seed ${seed}`);
    assert.deepEqual(numbers(data, "key.weight.spectrum.rank"), [64], `seed ${seed}`);
    for (const [language, verdict] of [
      ["en", "It does not hold here"],
      ["zh", "不成立"],
    ] as const) {
      const { notes } = view.describe(data, { language, claims: true });
      const claims = notes.filter((note) => /^(Claim|说法)/.test(note));
      assert.equal(claims.length, 2);
      for (const claim of claims) assert.ok(claim.includes(verdict), `seed ${seed}: ${claim}`);
    }
  }
});

test("projections: without one, a token looks at itself, the more the wider X is", async () => {
  // values.json has .726 and .989 over draws of its own.
  for (const [width, expected, tolerance] of [
    [16, 0.7259, 0.02],
    [64, 0.9894, 0.004],
    [512, 1, 1e-4],
  ] as const) {
    const link = `length=10&width=${width}`;
    const { data, more } = await drawn(link, ["input.weights"]);
    const self = numbers(data, "self").at(-1) ?? Number.NaN;
    assert.ok(Math.abs(self - expected) < tolerance, `${width}: ${self}`);
    const [weights = []] = more;
    const diagonal = weights.filter((_, at) => Math.floor((at % 100) / 10) === at % 10);
    const mean = diagonal.reduce((sum, one) => sum + one, 0) / diagonal.length;
    assert.ok(Math.abs(self - mean) < 1e-5, `${self}, ${mean}`);
  }
});

test("projections: symmetric scores find the previous token nowhere on the circle", async () => {
  for (const length of [3, 4, 8, 12]) {
    for (const share of SHARINGS) {
      const { data } = await drawn(`example=previous&length=${length}&share=${share}`);
      assert.equal(hitsOf(data), isSymmetric(share) ? 0 : length, `${share} ${length}`);
    }
  }
});

test("projections: a score that was set belongs to one sharing", async () => {
  const { state, ignored } = parse(
    projectionsTable,
    "share=query_key&edits=query_key.scaled[0,0,1,0]=9",
  );
  assert.deepEqual(ignored, []);
  const { data } = await drawn("share=query_key&edits=query_key.scaled[0,0,1,0]=9");
  assert.ok((numbers(data, "asymmetry")[2] ?? 0) > 1);
  assert.equal(view.change(state, { share: "all" }, "en").edits, "");
});

test("projections: in one session the scores of every sharing can be set in turn", async () => {
  const session = view.open(engine);
  for (const share of SHARINGS) {
    const link = `view=projections&share=${share}&edits=${share}.scaled[0,0,1,0]=9`;
    const { ignored } = await session.update(parse(projectionsTable, link).state);
    assert.deepEqual(ignored, [], share);
  }
  await session.dispose();
});
