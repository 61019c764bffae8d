// Every figure that is a program: what it draws are the engine's numbers, each opens, and no
// value that its table allows makes it fail. Its numbers are kept in tests/engine/snapshots;
// UPDATE_SNAPSHOTS=1 writes them anew.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { createEngine, type Engine } from "clearhead/engine.js";
import { modelViews } from "../../web/figures/common.js";
import { words } from "../../web/i18n/dictionaries.js";
import { attention } from "../../web/i18n/en/attention.js";
import { en } from "../../web/i18n/en/index.js";
import { more } from "../../web/i18n/more.js";
import type { Texts } from "../../web/i18n/types.js";
import { attention as attentionZh } from "../../web/i18n/zh/attention.js";
import { zh } from "../../web/i18n/zh/index.js";
import { type Matrix, matricesOf, pairIn, type Scene, weightsIn } from "../../web/scene/scene.js";
import { paintSvg } from "../../web/scene/svg.js";
import { formatCell } from "../../web/state/cells.js";
import { parse } from "../../web/state/codec.js";
import type { Parameter, State, Value } from "../../web/state/table.js";
import { type ViewName, viewNames, viewOf } from "../../web/views/registry.js";
import type { Data, Session } from "../../web/views/view.js";
import { noModule } from "./support/instrumented.js";

const whole: Engine = await createEngine();
/** For figures of operations, none of which may need more (scripts/web/operators.mjs). */
const withoutModels: Engine = await createEngine({ models: noModule });
const engineOf = (name: ViewName) => (modelViews.includes(name) ? whole : withoutModels);
after(() => Promise.all([whole.dispose(), withoutModels.dispose()]));
const names = viewNames.filter((name) => name !== "attention");
const flat = (index: readonly number[], shape: readonly number[]) =>
  index.reduce((sum, place, axis) => sum * (shape[axis] ?? 1) + place, 0);

/** The cells that are opened: corners and some between. */
function samples({ rows, columns }: Matrix): [number, number][] {
  const cells = [...new Set([0, 1, 7, rows * columns - 1, Math.floor((rows * columns) / 2)])];
  return cells
    .filter((at) => at >= 0 && at < rows * columns)
    .map((at) => [Math.floor(at / columns), at % columns]);
}

async function drawnIsComputed(session: Session<State, Data<State>>, scene: Scene) {
  for (const matrix of matricesOf(scene)) {
    assert.equal(matrix.values.length, matrix.rows * matrix.columns, matrix.id);
    if (matrix.values.length === 0) continue;
    const { shape, data } = await session.tensor(matrix.tensor, matrix.gradient);
    for (let row = 0; row < matrix.rows; row++) {
      for (let column = 0; column < matrix.columns; column++) {
        const cell = data[flat(matrix.index(row, column), shape)];
        assert.ok(Object.is(matrix.values[row * matrix.columns + column], cell), matrix.id);
        assert.doesNotMatch(matrix.speak(row, column), /undefined|[{}]/, matrix.id);
      }
    }
    for (const [row, column] of samples(matrix)) {
      const index = matrix.index(row, column);
      const cell = { tensor: matrix.tensor, gradient: matrix.gradient, index };
      const { value } = await session.explain(cell);
      assert.ok(Object.is(value, matrix.values[row * matrix.columns + column]), matrix.id);
    }
  }
}

/** The picture of a state, with or without a pair that is asked for. */
const drawn = (scene: Scene) => [paintSvg(scene, {}), scene.summary, scene.notes];

/** Values of a parameter that its table allows. */
function allowed({ type, values = [], minimum = 0, maximum = 0 }: Parameter): Value[] {
  if (type === "choice") return [...values];
  if (type === "boolean") return [true, false];
  return type === "integer" || type === "number" ? [minimum, maximum] : [];
}

/** Says it with the words that a figure in the release has before `loadMore`. */
function withFirstWords(say: () => void) {
  const all = { ...words };
  const first: Record<string, Record<string, Texts>> = {
    en: { ...en, attention },
    zh: { ...zh, attention: attentionZh },
  };
  for (const language of ["en", "zh"] as const) {
    const own = Object.keys(more.en).map((section) => [section, first[language]?.[section] ?? {}]);
    words[language] = { ...words[language], ...Object.fromEntries(own) };
  }
  try {
    say();
  } finally {
    Object.assign(words, all);
  }
}

/** Figures whose subject it is. */
const SPEAKS_OF_NAN = new Set(["fill"]);
const LOOKS = new Set(["view", "open", "controls", "readonly", "claims", "lang", "theme"]);

test("attention: every allowed value, and no sentence, is described in the first words", () =>
  firstWords("attention"));

async function firstWords(name: ViewName) {
  const view = await viewOf(name);
  const { parameters } = view.table;
  const session = view.open(engineOf(name));
  const sentences = parameters.some((one) => one.name === "text") ? [{}, { text: "" }] : [{}];
  for (const sentence of sentences) {
    for (const parameter of [undefined, ...parameters]) {
      if (parameter && LOOKS.has(parameter.name)) continue;
      for (const value of parameter ? allowed(parameter) : [0]) {
        const given = parameter ? { ...sentence, [parameter.name]: value } : sentence;
        const data = await session.update(parse(view.table, given).state);
        withFirstWords(() => {
          for (const language of ["en", "zh"] as const) {
            const scene = view.describe(data, { language, claims: true });
            assert.doesNotMatch(scene.summary, /undefined|[{}]/, JSON.stringify(given));
          }
        });
      }
    }
  }
  await session.dispose();
}

for (const name of names) {
  const view = await viewOf(name);
  const texts = view.table.parameters.filter(({ type }) => type === "text");

  test(`${name}: too long a text is described in the first words`, async () => {
    const session = view.open(engineOf(name));
    for (const text of texts) {
      const given = { [text.name]: "I love you ".repeat(150) };
      const data = await session.update(parse(view.table, given).state);
      withFirstWords(() => {
        for (const language of ["en", "zh"] as const) {
          const { summary, notes } = view.describe(data, { language, claims: true });
          for (const said of [summary, ...notes]) assert.doesNotMatch(said, /undefined|[{}]/);
        }
      });
    }
    await session.dispose();
  });

  test(`${name}: an opened number sets the pair in view, as its cell does under the pointer`, async () => {
    const session = view.open(engineOf(name));
    const { state } = parse(view.table, "");
    const data = await session.update(state);
    const plain = view.describe(data, { language: "en" });
    const weights = weightsIn(plain) ?? matricesOf(plain)[0];
    assert.ok(weights);
    for (const { tensor, index } of [weights, ...matricesOf(plain)].map((matrix) => ({
      tensor: matrix.tensor,
      index: matrix.index(matrix.rows - 1, matrix.columns - 1),
    }))) {
      const open = formatCell({ tensor, index, gradient: false });
      const { query, key } = { ...pairIn(plain), ...view.pairOf(tensor, index) };
      if (query === undefined || key === undefined) continue;
      const opened = view.describe({ ...data, state: { ...state, open } }, { language: "en" });
      const pointed = view.describe(data, { language: "en", active: { query, key } });
      assert.deepEqual(drawn(opened), drawn(pointed), open);
    }
    await session.dispose();
  });

  test(`${name}: drawn numbers are the engine's, and open`, async () => {
    const session = view.open(engineOf(name));
    const data = await session.update(parse(view.table, "").state);
    for (const language of ["en", "zh"] as const) {
      const scene = view.describe(data, { language });
      assert.ok(matricesOf(scene).length > 0);
      await drawnIsComputed(session, scene);
      const words = [scene.title, scene.summary, ...scene.notes].join("\n");
      assert.doesNotMatch(words, SPEAKS_OF_NAN.has(name) ? /undefined|[{}]/ : /undefined|NaN|[{}]/);
      if (language === "zh") assert.match(scene.summary, /\p{Script=Han}/u);
      for (const width of [320, 960]) {
        assert.doesNotMatch(paintSvg(scene, { width }), /undefined|(?<!data-value)="NaN"/);
      }
    }
    await session.dispose();
  });

  test(`${name}: a pair of larger sizes is kept within these`, async () => {
    const session = view.open(engineOf(name));
    const sizes = view.table.parameters.filter(({ type }) => type === "integer");
    const least = Object.fromEntries(sizes.map(({ name, minimum = 0 }) => [name, minimum]));
    for (const given of [{}, least]) {
      const data = await session.update(parse(view.table, given).state);
      for (const [query, key] of [
        [998, 1],
        [1, 998],
        [998, 998],
      ] as const) {
        const options = { language: "en", active: { query, key }, claims: true } as const;
        const scene = view.describe(data, options);
        for (const { id, rows, columns, title, active: at } of matricesOf(scene)) {
          assert.ok(!at || (at.row < rows && at.column < columns), `${id}: ${JSON.stringify(at)}`);
          assert.doesNotMatch(title, /99[89]|undefined|NaN/, id);
        }
        const words = [scene.summary, ...scene.notes].join("\n");
        assert.doesNotMatch(words, SPEAKS_OF_NAN.has(name) ? /99[89]/ : /99[89]|undefined|NaN/);
      }
    }
    await session.dispose();
  });

  test(`${name}: every allowed value is drawn`, async () => {
    const session = view.open(engineOf(name));
    for (const parameter of view.table.parameters.filter((one) => !LOOKS.has(one.name))) {
      for (const value of allowed(parameter)) {
        const { state, ignored } = parse(view.table, { [parameter.name]: value });
        assert.deepEqual(ignored, [], `${parameter.name}=${value}`);
        const data = await session.update(state);
        const scene = view.describe(data, { language: "en" });
        assert.ok(matricesOf(scene).length > 0, `${parameter.name}=${value}`);
        assert.ok(view.groups(state).length > 0);
        view.looks(state, data, "zh");
      }
    }
    await session.dispose();
  });

  test(`${name}: every allowed value, and no sentence, is described in the first words`, () =>
    firstWords(name));

  test(`${name}: its numbers are those of the snapshot`, async () => {
    const session = view.open(engineOf(name));
    const data = await session.update(parse(view.table, "").state);
    const scene = view.describe(data, { language: "en" });
    const digits = (value: number) => Number(value.toPrecision(4));
    const made = {
      summary: scene.summary,
      panels: matricesOf(scene).map(({ id, rows, columns, values }) => ({
        ...{ id, rows, columns },
        values: Array.from(values.slice(0, 12), digits).map(String),
      })),
    };
    await session.dispose();
    const folder = "tests/engine/snapshots";
    const path = `${folder}/${name}.json`;
    if (process.env.UPDATE_SNAPSHOTS) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, `${JSON.stringify(made, undefined, 2)}\n`);
    }
    assert.ok(existsSync(path), `${path} is missing: run with UPDATE_SNAPSHOTS=1`);
    assert.deepEqual(made, JSON.parse(readFileSync(path, "utf8")));
  });
}
