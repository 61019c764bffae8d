// The figure `vectors`: lengths, angles and scores of its arrows, and what a long key does.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import { placesOf, type VectorsState, vectorsTable } from "../../web/figures/vectors/parameters.js";
import { vectors as lesson } from "../../web/lessons/vectors.js";
import { settable } from "../../web/scene/scene.js";
import { parse } from "../../web/state/codec.js";
import { vectors } from "../../web/views/vectors.js";

const engine = await createEngine();
after(() => engine.dispose());
const examples = ["library", "restaurant", "long-key", "orthogonal"] as const;

async function opened(link: string) {
  const session = vectors.open(engine);
  const { state } = parse(vectorsTable, `v=1&view=vectors&${link}`);
  const data = await session.update(state as VectorsState);
  const row = async (name: string) => Array.from((await session.tensor(name)).data, Number);
  return { session, data, row, scene: vectors.describe(data, { language: "en" }) };
}
const near = (a: number | undefined, b: number, what: string) =>
  assert.ok(Math.abs((a ?? Number.NaN) - b) < 1e-5, `${what}: ${a} instead of ${b}`);
const largest = (values: number[]) => values.indexOf(Math.max(...values));

test("vectors: cosines, scores, weights and output are those of the arrows", async () => {
  for (const example of examples) {
    const { session, row } = await opened(`example=${example}`);
    const { q, k, v } = placesOf({ example });
    const dots = k.map(([a, b]) => q[0] * a + q[1] * b);
    const powers = dots.map((dot) => Math.exp(dot / Math.SQRT2));
    const sum = powers.reduce((total, one) => total + one, 0);
    const [cosine, weights, output] = [
      await row("cosine"),
      await row("weights"),
      await row("output"),
    ];
    for (const [at, [a, b]] of k.entries()) {
      near(cosine[at], (dots[at] ?? 0) / Math.hypot(...q) / Math.hypot(a, b), `${example} cosine`);
      near(weights[at], (powers[at] ?? 0) / sum, `${example} weight`);
    }
    for (const axis of [0, 1] as const) {
      const mean = v.reduce(
        (total, point, at) => total + ((powers[at] ?? 0) / sum) * point[axis],
        0,
      );
      near(output[axis], mean, `${example} output`);
    }
    await session.dispose();
  }
});

test("vectors: at right angles the score is exactly 0, whatever the length", async () => {
  const { session, row } = await opened("example=orthogonal");
  assert.deepEqual((await row("scores")).slice(0, 2), [0, 0]);
  assert.deepEqual((await row("cosine")).slice(0, 2), [0, 0]);
  const [short, long, , opposite] = await row("weights");
  assert.equal(short, long);
  assert.ok((opposite ?? 1) < (short ?? 0));
  await session.dispose();
});

test("vectors: an angle does not depend on lengths, however short or long", async () => {
  for (const length of [1e-15, 1e-6, 1e-3, 1, 1e3, 1e9]) {
    const edits = `k[0,0,0,0]=${length};k[0,0,0,1]=0;q[0,0,0,0]=${2 * length};q[0,0,0,1]=${length}`;
    const { session, row } = await opened(`edits=${edits}`);
    near((await row("cosine"))[0], 2 / Math.sqrt(5), `of length ${length}`);
    await session.dispose();
  }
});

test("vectors: a long key beats the one that points as q does, in its own example alone", async () => {
  for (const example of examples) {
    const { session, row } = await opened(`example=${example}`);
    const differ = largest(await row("weights")) !== largest(await row("cosine"));
    assert.equal(differ, example === "long-key", example);
    await session.dispose();
  }
});

test("vectors: what is dragged is q, k and v; the output cannot be", async () => {
  const { session, scene, data } = await opened("edits=k[0,0,1,0]=3.5;q[0,0,0,1]=-1");
  assert.deepEqual(data.ignored, []);
  const [asked, answered] = scene.bands[0]?.panels ?? [];
  assert.ok(asked && answered);
  assert.deepEqual(settable(asked, 0, 1), { tensor: "q", index: [0, 0, 0, 1] });
  assert.deepEqual(settable(asked, 2, 0), { tensor: "k", index: [0, 0, 1, 0] });
  assert.deepEqual(settable(answered, 2, 1), { tensor: "v", index: [0, 0, 2, 1] });
  assert.equal(settable(answered, 3, 0), undefined);
  // q is the first row, k₂ the third: marked where they were set.
  assert.deepEqual(Array.from(asked.flags), [0, 2, 0, 0, 2, 0, 0, 0]);
  assert.equal(asked.values[4], 3.5);
  await session.dispose();
});

/** Cells of the arrows q and k. */
const arrows = (q: readonly number[], k: readonly (readonly number[])[]) =>
  [
    ...q.map((value, axis) => `q[0,0,0,${axis}]=${value}`),
    ...k.flatMap((key, at) => key.map((value, axis) => `k[0,0,${at},${axis}]=${value}`)),
  ].join(";");

test("vectors: what is said of the places of an example is said of them alone", async () => {
  for (const example of examples) {
    const told = async (edits: string) => {
      const { session, scene } = await opened(`example=${example}&edits=${edits}`);
      await session.dispose();
      return scene.notes.join(" ");
    };
    const placed = /placed by hand|right angles|points exactly/;
    assert.match(await told(""), placed);
    assert.doesNotMatch(await told(arrows([4, 0], [[3, 0]])), placed, example);
  }
  const { session, scene } = await opened("edits=q[0,0,0,0]=1");
  assert.match(scene.notes.join(" "), /Introduction to Deep Learning/);
  await session.dispose();
});

test("vectors: what is equal is not called the largest, and the verdict says what is here", async () => {
  for (const [edits, note, claim] of [
    ["", /k₁ has the largest weight and is also closest/, /Here both agree/],
    [
      arrows(
        [1, 0],
        [
          [1, 0],
          [3, 2],
          [-1, 0],
        ],
      ),
      /k₂ has the largest weight, k₁ is closest/,
      /differ/,
    ],
    [arrows([0, 0], []), /q, or every key, has length 0/, /has length 0/],
    [
      arrows(
        [1, 0],
        [
          [1, 0],
          [1, 1],
          [-1, 0],
        ],
      ),
      /weight: k₁, k₂; .*direction: k₁\./,
      /no single/,
    ],
    // In one direction, up to rounding.
    [
      arrows(
        [2, 1],
        [
          [1, 0.5],
          [3, 1.5],
          [-1, 0],
        ],
      ),
      /weight: k₂; .*: k₁, k₂\./,
      /no single/,
    ],
    // A key of length 0 has no direction.
    [
      arrows(
        [1, 0],
        [
          [0, 0],
          [-1, 1],
          [-3, 0],
        ],
      ),
      /k₁ has the largest weight, k₂ is closest/,
      /differ/,
    ],
  ] as const) {
    const { session, data } = await opened(`edits=${edits}`);
    const { notes, summary } = vectors.describe(data, { language: "en", claims: true });
    assert.match(notes.join("\n"), note, edits);
    assert.match(notes.at(-1) ?? "", claim, edits);
    assert.equal(
      summary.includes("has the largest weight"),
      !/no single|length 0/.test(notes.at(-1) ?? ""),
    );
    await session.dispose();
  }
});

test("vectors: the task is done by a longer key that wins, not by a score that is less negative", async () => {
  for (const [edits, done] of [
    ["", false],
    [
      arrows(
        [1, 0],
        [
          [1, 0],
          [3, 2],
          [-1, 0],
        ],
      ),
      true,
    ],
    // Scores −1 and −2: the shorter key wins.
    [
      arrows(
        [1, 0],
        [
          [-1, 1],
          [-2, 1],
          [-5, 0],
        ],
      ),
      false,
    ],
    [
      arrows(
        [1, 0],
        [
          [-1, 2],
          [-0.5, 0.2],
          [-5, 0],
        ],
      ),
      false,
    ],
    [arrows([0, 0], []), false],
  ] as const) {
    const { session, data } = await opened(`edits=${edits}`);
    const tensor = (name: string) => session.tensor(name);
    const run = { state: data.state, tensor } as unknown as Parameters<typeof lesson.solved>[0];
    assert.equal(await lesson.solved(run), done, edits);
    await session.dispose();
  }
});

test("vectors: arrows are set, within reach; what follows from them is not", async () => {
  const { session, data, row, scene } = await opened(
    "edits=q[0,0,0,0]=1e38;k[0,0,0,0]=-100;output[0,0,0,0]=9;cosine[0,0,0,0]=9",
  );
  assert.equal(data.state.edits, "k[0,0,0,0]=-100");
  for (const name of ["scores", "weights", "output"]) {
    assert.ok((await row(name)).every(Number.isFinite), name);
  }
  assert.doesNotMatch(scene.summary, /NaN|∞/);
  await session.dispose();
});
