// What figures say follows from the numbers they draw, also where the reader changed them.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import type { ProgramData } from "../../web/figures/program.js";
import { loadWords } from "../../web/i18n/t.js";
import type { Language } from "../../web/i18n/types.js";
import { HIDDEN, settable } from "../../web/scene/scene.js";
import { formatEdits, parseEdits } from "../../web/state/cells.js";
import { parse } from "../../web/state/codec.js";
import type { ViewName } from "../../web/views/registry.js";
import { viewNames, viewOf } from "../../web/views/registry.js";

const engine = await createEngine();
after(() => engine.dispose());

/** The notes and the data of a figure by its link. */
async function shown(name: ViewName, link: string, language: Language = "en") {
  await loadWords(language);
  const view = await viewOf(name);
  const session = view.open(engine);
  const { state, ignored } = parse(view.table, link);
  const data = await session.update(state);
  const scene = view.describe(data, { language, claims: true });
  await session.dispose();
  const panels = scene.bands.flatMap((band) => band.panels);
  return { notes: scene.notes.join("\n"), scene, data, panels, ignored };
}

/** All that is said, in both languages. */
async function said(name: ViewName, link: string): Promise<Record<Language, string>> {
  const words = async (language: Language) => {
    const { scene } = await shown(name, link, language);
    return [scene.summary, ...scene.notes].join("\n");
  };
  return { en: await words("en"), zh: await words("zh") };
}

test("attention: a mask whose cells were set is called so, whatever it was before", async () => {
  const open = "edits=mask[0,0,0,1]=1;mask[0,0,0,2]=1;mask[0,0,1,2]=1";
  for (const mask of ["causal", "padding", "combined", "prefix", "window"]) {
    const plain = await said("attention", `mask=${mask}&length=1`);
    assert.doesNotMatch(plain.en, /mask set by you/, mask);
    const { en, zh } = await said("attention", `mask=${mask}&length=1&${open}`);
    assert.match(en, /with a mask set by you/, mask);
    assert.match(zh, /掩码由你设定/, mask);
  }
  assert.match((await said("attention", "edits=mask[0,0,0,1]=0")).en, /a mask set by you/);
});

test("attention: a hidden cell that carries a weight is seen, told and counted", async () => {
  for (const edit of ["weights[0,0,0,0]=1", "masked[0,0,0,0]=1"]) {
    const { en, zh } = await said("attention", `mask=padding&length=0&edits=${edit}`);
    assert.doesNotMatch(en, /Every key is hidden|exactly 0/, edit);
    assert.doesNotMatch(zh, /权重全为 0|恰好为 0/, edit);
    assert.match(en, /run from 1 to 1; strongest: The → The 1\./, edit);
  }
  for (const [edit, pair] of [
    ["weights[0,0,0,2]=1", "The → sat 1,"],
    ["masked[0,0,0,2]=3", "The → sat 0.953"],
  ] as const) {
    const { scene, panels } = await shown("attention", `mask=causal&edits=${edit}`);
    assert.ok(scene.summary.includes(pair), scene.summary);
    const tensor = edit.slice(0, edit.indexOf("["));
    const panel = panels.find(({ id }) => id === tensor);
    assert.doesNotMatch(panel?.speak(0, 2) ?? "", /hidden/);
    assert.doesNotMatch(panel?.text(0, 2) ?? "", /∞/);
    assert.match(panel?.speak(0, 1) ?? "", /hidden/);
  }
});

test("attention: how the weights came about is not said of weights that were changed", async () => {
  const examples = {
    "weights=identity&text=a+b+c": "query.weight[0,0]=7",
    "example=previous-token": "query.weight[0,0]=700",
    "example=same-word": "key[0,0,0]=9",
  };
  for (const [link, edit] of Object.entries(examples)) {
    const plain = await said("attention", link);
    assert.match(plain.en, /only copy|by hand/, link);
    const { en, zh } = await said("attention", `${link}&edits=${edit}`);
    assert.doesNotMatch(en, /only copy|by hand/, link);
    assert.doesNotMatch(zh, /照抄|手工/, link);
  }
});

test("attention: rows of weights that do not add up to 1 are named, pasted or set", async () => {
  assert.match((await said("attention", "edits=weights[0,0,1,0]=5")).en, /\(rows: 2\)/);
  assert.match((await said("attention", "matrix=weights:1,0,1;1,0,0;0,1,0")).en, /\(rows: 1\)/);
  // A row that sees nothing is none of them.
  const some = "mask=causal&edits=mask[0,0,0,0]=0;weights[0,0,2,0]=5";
  assert.match((await said("attention", some)).en, /\(rows: 3\)/);
});

/** What a reader may set: the first cells of every panel that takes numbers. */
async function largest(name: ViewName, link: string): Promise<string[]> {
  const { panels } = await shown(name, link);
  const cells = panels.filter(({ editable, gradient }) => editable && !gradient);
  return cells.flatMap(({ tensor, index }) =>
    ["3.4e38", "-3.4e38", "1e20"].map((value) => `${tensor}[${index(0, 0).join()}]=${value}`),
  );
}

test("what grew beyond float32 is told in one sentence, and no sentence names a NaN", async () => {
  const links: [ViewName, string][] = [
    ["attention", "mode=all"],
    ["attention", "weights=random&text=a+b&gradients=true&mode=all&mask=causal"],
    ["projections", "share=query_key"],
    ...viewNames.map((name): [ViewName, string] => [name, ""]),
  ];
  let beyond = 0;
  for (const [name, link] of links.filter(([name]) => name !== "fill")) {
    const edits = await largest(name, link);
    // Two at once, and of tensors that no panel offers.
    if (name === "projections") edits.push("none.scaled[0,0,1,0]=1e38;none.scaled[0,0,0,1]=-3e38");
    for (const edit of edits) {
      const { en, zh } = await said(name, `${link}&edits=${edit}`);
      assert.doesNotMatch(`${en}\n${zh}`.replace(/∞ (or|或) NaN/g, ""), /NaN|∞/, `${name} ${edit}`);
      const told = en.split("beyond float32").length - 1;
      assert.ok(told <= 1, en);
      if (told > 0) assert.match(zh, /超出 float32/);
      beyond += told;
    }
  }
  assert.ok(beyond > 10, String(beyond));
});

test("where nothing was set, what grew beyond float32 is said to be of the sizes", async () => {
  const link = "layers=12&norm=none&part=depth&activation=swiglu&d_model=16&seed=1";
  const { en, zh } = await said("layer", link);
  assert.match(en, /beyond float32 .*choose fewer layers or smaller sizes\./);
  assert.match(zh, /超出 float32 .*请减少层数或缩小规模。/);
});

test("mask: a position leaks when it sees the next word; the last one has none", async () => {
  const all = await shown("mask", "kind=none&queries=4&keys=4");
  assert.match(all.notes, /positions 1, 2, 3 would see the answer/);
  const painted = await shown("mask", "queries=4&keys=4&edits=mask[1,2]=1");
  assert.match(painted.notes, /position 2 would see the answer/);
  const tight = await shown("mask", "queries=4&keys=4");
  assert.match(tight.notes, /No position sees the word/);
  const stream = "kind=permutation&queries=4&keys=4&order=3,1,4,2";
  assert.match((await shown("mask", stream)).notes, /No position sees/);
  const content = await shown("mask", `${stream}&stream=content`);
  assert.match(content.notes, /would see the answer|No position sees/);
});

test("mask: the chapter's line is judged on the chapter's mask alone", async () => {
  assert.match((await shown("mask", "")).notes, /Measured: 5\.50/);
  assert.doesNotMatch((await shown("mask", "edits=mask[0,9]=1")).notes, /Measured/);
  assert.doesNotMatch((await shown("mask", "kind=none")).notes, /Measured/);
});

test("a sentence is cut where the figure ends, and says so", async () => {
  const text = Array.from({ length: 30 }, (_, at) => `w${at}`).join(" ");
  for (const scheme of ["learned", "none"]) {
    const { data } = await shown("positions", `scheme=${scheme}&text=${text}`);
    assert.equal(data.tokens.length, 16);
    assert.equal(data.truncated, 16);
  }
});

test("information: a count that is none is refused, and p sums to 1", async () => {
  for (const edit of ["counts[0,1]=1000", "counts[5,0,1]=1000", "counts[0,2,0]=3"]) {
    const { panels, ignored } = await shown("information", `edits=${edit}`);
    assert.equal(ignored.length, 1, edit);
    const joint = panels.find(({ id }) => id === "joint");
    const sum = Array.from(joint?.values ?? []).reduce((all, one) => all + one, 0);
    assert.ok(Math.abs(sum - 1) < 1e-6, `${edit}: ${sum}`);
  }
});

test("information: counts too small to be divided by in float32 are refused, and it is said", async () => {
  for (const value of ["1e-40", "1e-9", "2000000", "-1"]) {
    const edits = `counts[0,0,0]=${value};counts[0,1,3]=${value}`;
    const { ignored, data } = await shown("information", `example=copy&edits=${edits}`);
    assert.match(ignored[0]?.allowed ?? "", /0, 0\.000001…1,000,000/, value);
    assert.equal(data.state.edits, "");
  }
  const least = "counts[0,0,0]=0.000001;counts[0,1,3]=0.000001";
  const { ignored, scene } = await shown("information", `example=copy&edits=${least}`);
  assert.deepEqual(ignored, []);
  assert.match(scene.summary, /H\(X\) is 1,/);
});

test("vectors: keys without a length have no direction, and none is closest", async () => {
  const none = [0, 1, 2].flatMap((key) => [`k[0,0,${key},0]=0`, `k[0,0,${key},1]=0`]).join(";");
  for (const edits of [none, "q[0,0,0,0]=0;q[0,0,0,1]=0"]) {
    const { en, zh } = await said("vectors", `edits=${edits}`);
    assert.match(en, /no direction/);
    assert.doesNotMatch(en, /closest|cosine|e-|10⁻/);
    assert.match(zh, /没有方向/);
    assert.doesNotMatch(zh, /接近|余弦/);
  }
  // Rounding is no number of the output.
  assert.match((await said("vectors", `edits=${none}`)).en, /output is \(≈0, 0\.667\)/);
  // One key with a direction is enough.
  const { en } = await said("vectors", `edits=${none.replace("k[0,0,2,0]=0", "k[0,0,2,0]=1")}`);
  assert.match(en, /closest to q in direction: k₃|k₃ .* closest/);
});

test("projections: where Q = K only a number that was set makes mirrored scores differ", async () => {
  const differ = await said("projections", "share=query_key&edits=query_key.scaled[0,0,1,0]=9");
  assert.match(differ.en, /Without the numbers set by you the two would be equal/);
  assert.doesNotMatch(differ.en, /need not be equal/);
  assert.match(differ.zh, /本该相等/);
  assert.match((await said("projections", "")).en, /need not be equal/);
  const weights = "share=query_key&edits=query_key.weights[0,0,1,0]=0.5";
  assert.doesNotMatch((await said("projections", weights)).en, /the other way round/);
});

test("projections: titles say how many draws and how many singular values there are", async () => {
  for (const [link, draws, values] of [
    ["", "B = 100 draws", 16],
    ["example=previous", "B = 1 draw ", 8],
    ["width=512&d_k=32", "B = 100 draws", 40],
  ] as const) {
    const { panels } = await shown("projections", link);
    const title = (id: string) => panels.find((panel) => panel.id === id)?.title ?? "";
    assert.ok(title("self").includes(draws), title("self"));
    assert.ok(title("spectra").includes(`The ${values} largest singular values`), title("spectra"));
    assert.equal(panels.find(({ id }) => id === "spectra")?.columns, values);
  }
});

test("cost: where costs are equal they are called so, and counts are written in one style", async () => {
  const { en, zh } = await said("cost", "length=16384");
  assert.match(en, /cost as much as a recurrent layer at n = 512, .* at 1,024, .* at 2,048/);
  assert.match(zh, /n 到 512 时，.*赶上循环层，到 1,024/);
  assert.doesNotMatch(`${en}${zh}`, /overtake|\d{5}/);
  const { panels } = await shown("cost", "");
  const labels = panels.find(({ id }) => id === "work")?.columnAxis.labels ?? [];
  assert.ok(labels.includes("16,384"));
});

test("cache: the unit fits the cache, and no model's bar is marked for a layer of its own", async () => {
  for (const [link, words] of [
    ["model=llama-2-70b&length=1", /MHA 2\.500 MiB, .* MQA 0\.039,/],
    ["length=1", /MHA 2 KiB, .* MQA 0\.250,/],
    ["model=deepseek-v2&length=131072", /MHA 480 GiB/],
    ["model=llama-2-7b", /MHA 2 GiB/],
  ] as const) {
    const { scene, panels } = await shown("cache", link);
    assert.match(scene.summary, words);
    assert.doesNotMatch(scene.summary, /×10/);
    assert.equal(panels.find(({ id }) => id === "parameters")?.active, undefined);
  }
});

test("heads: a pair of words that occur more than once is numbered; off is said of what is off", async () => {
  const all = await said("heads", "");
  assert.match(all.en, /query “the₁”, key “the₁”/);
  assert.doesNotMatch(`${all.en}${all.zh}`, /heads that are off|关掉/);
  const { scene } = await shown("heads", "edits=keep[1,0,0]=0");
  const titles = scene.bands.map(({ title }) => title).join();
  assert.match(titles, /Without head 2 the output changes by at most [1-9]/);
});

test("parameters: what the formula over the variants says is what their bars count", async () => {
  for (const link of ["", "heads=16&head_width=32", "width=768&heads=12&groups=4"]) {
    const { data, panels } = await shown("parameters", link);
    const { width: d, heads: H, head_width: D } = data.state as unknown as Record<string, number>;
    const [r, dr] = [4 * D!, Math.ceil(D! / 2)];
    const mla = d! * (2 * H! * D! + (H! + 1) * dr + r) + 2 * r * H! * D!;
    assert.equal(panels.find(({ id }) => id === "variants")?.values[3], mla);
  }
});

test("rank: bounds are not claimed of numbers set by hand", async () => {
  assert.match((await shown("rank", "")).notes, /at most rank/);
  assert.doesNotMatch((await shown("rank", "edits=scores[0,0,0,0]=9")).notes, /at most rank/);
});

test("positions: with a causal mask one note speaks of order, not two against each other", async () => {
  const { notes } = await shown("positions", "causal=true");
  assert.doesNotMatch(notes, /same output as before/);
});

test("fill: the same weights are claimed where they are the same", async () => {
  assert.match((await shown("fill", "example=key")).scene.summary, /same weights/);
  for (const edit of ["scores[0,0]=70000", "scores[0,0]=-2000000000"]) {
    const { scene } = await shown("fill", `example=key&edits=${edit}`);
    const fills = scene.bands.flatMap(({ panels }) => panels).filter(({ rows }) => rows === 4);
    assert.ok(fills.length > 3);
    if (edit.includes("70000")) assert.match(scene.summary, /different weights/, edit);
  }
});

test("gradient: a note speaks of the mask as chosen, not as changed", async () => {
  assert.notEqual((await shown("gradient", "mask=causal")).notes, "");
  assert.equal((await shown("gradient", "mask=causal&edits=mask[0,0]=0")).notes, "");
});

test("what is called as in the laboratory is made as there: the inspector explains by the name", async () => {
  const made: Record<string, RegExp> = {
    // Of the figure positions they are scaled at once.
    scores: /^(scores|add|input|scale)$/,
    scaled: /^(scale|soft_cap)$/,
    masked: /^apply_mask$/,
    // Of a loss those of its labels.
    weights: /softmax$|^(multiply|token_losses)$/,
  };
  const wrong: string[] = [];
  for (const name of viewNames.filter((one) => one !== "attention")) {
    const { data } = await shown(name, "");
    for (const entry of data.catalogue) {
      const operations = made[entry.name.slice(entry.name.lastIndexOf(".") + 1)];
      if (operations && !operations.test(entry.operation)) {
        wrong.push(`${name}: ${entry.name} is made by ${entry.operation}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

test("edits are of the tensors whose panels offer it, in every figure", async () => {
  for (const name of viewNames.filter((one) => one !== "attention")) {
    const { data, panels, scene } = await shown(name, "");
    if (!("edits" in data.state)) continue;
    // What a box of a diagram offers, another one keeps.
    for (const { diagram } of scene.bands) {
      for (const { id } of diagram?.boxes ?? []) {
        panels.push(...(await shown(name, `${diagram?.parameter}=${id}`)).panels);
      }
    }
    const cells = panels.flatMap((one) =>
      one.editable
        ? Array.from(one.values, (_, at) =>
            settable(one, Math.floor(at / one.columns), at % one.columns),
          )
        : [],
    );
    const offered = new Set(cells.flatMap((one) => one?.tensor ?? []));
    assert.ok(offered.size > 0, name);
    const every = data.catalogue.map((one) => `${one.name}[${one.shape.map(() => 0)}]=1`);
    const { data: set } = await shown(name, `edits=${every.join(";")}`);
    const told = new Set(set.ignored.map(({ given }) => given));
    const taken = parseEdits(String(set.state.edits)).edits.filter(
      (edit) => !told.has(formatEdits([edit])),
    );
    assert.deepEqual(new Set(taken.map(({ tensor }) => tensor)), offered, name);
  }
});

test("positions: the words that are swapped are words there are", async () => {
  const far = await shown("positions", "first=9&scheme=alibi");
  assert.match(far.scene.summary, /Swapping “dog” and “dog”.* up to 0;/);
  const near = await shown("positions", "first=0&second=15&scheme=alibi");
  assert.match(near.scene.summary, /Swapping “The” and “dog”/);
  const same = await shown("positions", "first=1&second=1&causal=true");
  assert.doesNotMatch(same.notes, /sees other words than before/);
  assert.match((await shown("positions", "text=")).notes, /sentence is empty/);
});

test("gradient: with one visible key no query of the padding moves its output", async () => {
  for (const mask of ["padding", "combined"]) {
    const { notes, data } = await shown("gradient", `mask=${mask}&length=1`);
    const { tensors } = data as ProgramData;
    const map = Array.from(tensors.gradient_map?.data ?? [], Number);
    assert.ok(map.filter((_, at) => at % 6 === 0 && at > 0).every((one) => one === 0));
    assert.match(notes, /more than one key to choose from/);
  }
});

test("stretch: pairs that all made a full turn are not said to lie below it", async () => {
  for (const [link, scaling] of [
    ["pairs=3", "none"],
    ["pairs=2", "none"],
    ["pairs=2&trained=8192", "none"],
    ["pairs=3", "ntk"],
    ["pairs=2", "ntk"],
  ]) {
    const { notes, scene } = await shown("stretch", `${link}&scaling=${scaling}`);
    assert.match(scene.summary, /\. 0 of \d pairs meet/);
    assert.doesNotMatch(notes, /have not|Some pairs/);
  }
});

test("rotary: where m = n both layouts agree, and no words say otherwise", async () => {
  const { notes, scene } = await shown("rotary", "part=layouts&m=3&n=3");
  assert.match(notes, /scores of different places are wrong/);
  const title = scene.bands.at(-1)?.title ?? "";
  assert.match(title, /the score is (\S+) with P, \1 without/);
  assert.doesNotMatch(title, /10⁻/);
});

test("rotary: the shifted hands are drawn, and numbers that are whole look so", async () => {
  const { panels } = await shown("rotary", "m=2&n=0&shift=3");
  const [turned, shifted] = panels;
  const near = (drawn: ArrayLike<number> | undefined, right: number[]) =>
    right.forEach((one, at) => {
      assert.ok(Math.abs(Number(drawn?.[at]) - one) < 1e-5, `${at}: ${drawn?.[at]}`);
    });
  near(turned?.values, [2, 1, 1, 3, -2, -1, 1, 3]);
  near(shifted?.values, [-2, -1, 1, 3, -1, 2, 3, -1]);
  for (const panel of panels) {
    for (let at = 0; at < panel.values.length; at++) {
      const text = panel.text(Math.floor(at / panel.columns), at % panel.columns);
      assert.doesNotMatch(text, /10⁻/, panel.id);
    }
  }
});

test("fill: words hold where the mask and the scores are set by hand", async () => {
  const said = async (link: string) => {
    const { notes, scene } = await shown("fill", link);
    return `${notes}\n${scene.summary}`;
  };
  const edited = {
    "edits=mask[0,0]=1": /query 1 could see only itself/,
    "example=key&edits=scores[1,0]=1e5;scores[1,1]=2e5": /three fills give the same weights\./,
    "example=xlnet&edits=mask[3,1]=1;mask[2,0]=1": /Query 3 comes first and sees nothing/,
    "example=multiply&edits=mask[0,1]=1;mask[0,2]=1;mask[0,3]=1": /rows no longer sum to 1/,
    "example=multiply&edits=mask[0,0]=0": /every row sums to 1/,
  };
  for (const [link, wrong] of Object.entries(edited)) {
    assert.doesNotMatch(await said(link), wrong, link);
  }
  assert.match(await said("added=true&edits=scores[0,1]=200"), /64 apart/);
  assert.match(await said("example=multiply&edits=mask[0,0]=0"), /rows sum to 0, 1, 1, 1;/);
  assert.doesNotMatch(await said("example=key&length=0"), /Lower/);
  for (const link of ["", "example=key&length=0", "example=xlnet"]) {
    assert.match(await said(link), /−65504/, link);
  }
});

test("a matrix of zeros has the colour of 0, on a map from 0 as on any", async () => {
  const { panels } = await shown("fill", "example=key&length=0");
  const zeros = panels.find(({ id }) => id === "weights");
  assert.ok(zeros?.values.every((one) => one === 0));
  assert.ok(zeros?.colours.every((one) => one === 0));
});

test("alibi: keys after the query, which the formula would reward, are hidden", async () => {
  for (const reversed of [true, false]) {
    const { panels } = await shown("alibi", `reversed=${reversed}`);
    const bias = panels.find(({ id }) => id === "bias");
    assert.ok(bias);
    for (let at = 0; at < bias.values.length; at++) {
      const after: boolean = at % bias.columns > Math.floor(at / bias.columns);
      assert.equal(Boolean((bias.flags[at] ?? 0) & HIDDEN), after);
      if (!after) assert.ok(Number(bias.values[at]) * (reversed ? 1 : -1) >= 0);
    }
  }
});

test("mask: one key is no range, and a square comes back with what was set in it", async () => {
  const one = await shown("mask", "queries=1&keys=1");
  assert.match(one.scene.summary, /keys that a query sees: 1\./);
  const ten = await shown("mask", "");
  assert.match(ten.scene.summary, /a query sees: 1\u2060…\u206010\./);
  const view = await viewOf("mask");
  const link = "kind=block&documents=1,1,2,2,2,3,3,3,3,3&edits=mask[9,0]=1";
  const before = parse(view.table, link).state;
  let state = before;
  for (const keys of [1, 6, 9, 10]) {
    state = view.change(state, { keys }, "en");
    assert.equal(state.queries, keys);
  }
  assert.deepEqual({ ...state, length: before.length }, before);
  const less = await shown("mask", "queries=9&keys=9&edits=mask[9,0]=1");
  assert.deepEqual(
    less.data.ignored.map(({ reason }) => reason),
    ["shape"],
  );
});

test("rank: no number that is set makes a rank that is none", async () => {
  for (const cell of ["weights[0,0,1,0]", "scores[0,0,1,0]"]) {
    for (const value of ["3.4e38", "1e6", "-1e6"]) {
      const { scene, panels, ignored } = await shown("rank", `edits=${cell}=${value}`);
      const words = [scene.summary, ...panels.map(({ title }) => title)].join("\n");
      assert.doesNotMatch(words, /NaN/, `${cell}=${value}`);
      assert.equal(ignored.length, value === "3.4e38" ? 1 : 0);
    }
  }
});

test("rank: what an example fixes is no control that shows another number", async () => {
  const view = await viewOf("rank");
  const names = (link: string) =>
    view.groups(parse(view.table, link).state).flatMap(({ parameters }) => parameters);
  assert.ok(!names("example=code").some((name) => ["length", "d_k", "d_v"].includes(name)));
  assert.ok(!names("example=matrix").some((name) => /^(length|d_k|heads|mask)$/.test(name)));
  assert.ok(names("").includes("d_k"));
});
