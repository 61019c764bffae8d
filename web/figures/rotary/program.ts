// q and k, turned by their positions. A batch holds what is compared: the same at another place,
// one pair at a time, one order of the features or another, one k or another.
import type { Program, Step, Tensor } from "../../engine/types.js";
import { floats } from "../tensors.js";
import type { RotaryState } from "./parameters.js";

/** Distances m − n on either side of 0: two rounds of quarter turns, or what shows slow pairs. */
export const reachOf = (state: RotaryState) => (widthOf(state) === 2 ? 8 : 32);
/** Long distances: 0, 8, 16 … 1000. */
export const STEP = 8;
export const LAGS = 126;
/** One k that is q itself, and three that have nothing to do with it. */
export const KEYS = 4;

const examples = {
  quarter: { q: [2, 1], k: [1, 3] },
  eight: { q: [1, 2, 3, 4, 5, 6, 7, 8], k: [8, -7, 6, -5, 4, -3, 2, -1] },
};

export const widthOf = ({ part, example }: RotaryState) =>
  part === "layouts" || example === "eight" ? 8 : 2;

type Parts = { inputs: Record<string, Tensor>; steps: Step[] };

const join = (...parts: readonly Parts[]): Program => ({
  inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
  steps: parts.flatMap(({ steps }) => steps),
});

/** θ of every pair; a quarter turn is exactly as double has it. */
function speeds(state: RotaryState): Parts {
  if (widthOf(state) === 8) {
    const step = { name: "theta", operation: "rotary_frequencies", attributes: { width: 8 } };
    return { inputs: {}, steps: [step] };
  }
  const turn = Math.PI / 2;
  const lost = turn - Math.fround(turn);
  return {
    inputs: { theta: floats([1], () => turn), "theta.remainder": floats([1], () => lost) },
    steps: [],
  };
}

/** NAME_turned: x turned by its positions. */
function turned(
  name: string,
  x: Tensor | string,
  positions: Tensor,
  layout = "interleaved",
): Parts {
  const [at, angles] = [`${name}_at`, `${name}_angles`];
  const given = typeof x === "string" ? {} : { [name]: x };
  return {
    inputs: { ...given, [at]: positions },
    steps: [
      {
        ...{ name: angles, operation: "rotary_table" },
        inputs: { positions: at, frequencies: "theta", remainder: "theta.remainder" },
      },
      {
        ...{ name: `${name}_turned`, operation: "rotary", attributes: { layout } },
        inputs: { x: typeof x === "string" ? x : name, cos: angles, sin: `${angles}.sin` },
      },
    ],
  };
}

function scores(name: string, q: string, k: string): Parts {
  const inputs = { q: `${q}_turned`, k: `${k}_turned` };
  return { inputs: {}, steps: [{ name, operation: "scores", inputs }] };
}

/** The vector once in every row of every batch. */
const repeated = (vector: readonly number[], batch: number, rows: number) =>
  floats([batch, 1, rows, vector.length], (flat) => vector[flat % vector.length] ?? 0);

/** q at every distance from k, which stands in the middle; each batch shifted by so much. */
const around = (reach: number, shifts: readonly number[]) => {
  const places = 2 * reach + 1;
  return floats(
    [shifts.length, places],
    (flat) => (flat % places) + (shifts[Math.floor(flat / places)] ?? 0),
  );
};
const middle = (reach: number, shifts: readonly number[]) =>
  floats([shifts.length, 1], (batch) => reach + (shifts[batch] ?? 0));

function hands(state: RotaryState): Program {
  const { m, n, shift } = state;
  const width = widthOf(state);
  const reach = reachOf(state);
  const places = 2 * reach + 1;
  const { q, k } = examples[width === 2 ? "quarter" : "eight"];
  // As they are; at m and n; both shifted.
  const stands = [0, 0, m, n, m + shift, n + shift];
  const six = floats([1, 1, 6, width], (flat) => {
    const vector = Math.floor(flat / width) % 2 === 0 ? q : k;
    return vector[flat % width] ?? 0;
  });
  const pairs = width / 2;
  const only = (vector: readonly number[], rows: number) =>
    floats([pairs, 1, rows, width], (flat) => {
      const [feature, batch] = [flat % width, Math.floor(flat / (width * rows))];
      return Math.floor(feature / 2) === batch ? (vector[feature] ?? 0) : 0;
    });
  const both = [0, shift];
  return join(
    speeds(state),
    turned(
      "hands",
      six,
      floats([1, 6], (row) => stands[row] ?? 0),
    ),
    turned(
      "q",
      repeated(q, 2, 1),
      floats([2, 1], (batch) => m + (both[batch] ?? 0)),
    ),
    turned(
      "k",
      repeated(k, 2, 1),
      floats([2, 1], (batch) => n + (both[batch] ?? 0)),
    ),
    scores("score", "q", "k"),
    turned("q_row", repeated(q, 2, places), around(reach, both)),
    turned("k_row", repeated(k, 2, 1), middle(reach, both)),
    scores("curve", "q_row", "k_row"),
    ...(pairs === 1
      ? []
      : [
          turned("q_pair", only(q, places), around(reach, [0])),
          turned("k_pair", only(k, 1), middle(reach, [0])),
          scores("by_pair", "q_pair", "k_pair"),
        ]),
  );
}

/** P takes the even features first, then the odd ones; the other order leaves them as they are. */
function layouts(state: RotaryState): Program {
  const { q, k } = examples.eight;
  const reach = reachOf(state);
  const places = 2 * reach + 1;
  const order = floats([2, 1, 8, 8], (flat) => {
    const [batch, row, column] = [Math.floor(flat / 64), Math.floor(flat / 8) % 8, flat % 8];
    const from = batch === 0 ? (column < 4 ? 2 * column : 2 * column - 7) : column;
    return row === from ? 1 : 0;
  });
  const ordered = (name: string, vector: readonly number[], rows: number): Parts => ({
    inputs: { [name]: repeated(vector, 2, rows) },
    steps: [{ name: `${name}_ordered`, operation: "matmul", inputs: { a: name, b: "order" } }],
  });
  return join(
    speeds(state),
    { inputs: { order }, steps: [] },
    turned("q", repeated(q, 1, places), around(reach, [0])),
    turned("k", repeated(k, 1, 1), middle(reach, [0])),
    scores("interleaved", "q", "k"),
    ...[ordered("q_row", q, places), ordered("k_row", k, 1)],
    turned("q_half", "q_row_ordered", around(reach, [0]), "half"),
    turned("k_half", "k_row_ordered", middle(reach, [0]), "half"),
    scores("half", "q_half", "k_half"),
    {
      inputs: {},
      steps: [{ name: "miss", operation: "difference", inputs: { a: "half", b: "interleaved" } }],
    },
  );
}

/** Every pair of q is (1, 0). A pair of k is that, turned by 0, a, 2a and 3a with a drawn for it. */
function decay({ pairs, seed }: RotaryState): Program {
  const width = 2 * pairs;
  const ones = (batch: number, rows: number) =>
    floats([batch, 1, rows, width], (flat) => 1 - (flat % 2));
  const attributes = { shape: [pairs], seed, deviation: 100 };
  return join(
    {
      inputs: { unit: ones(KEYS, 1), draw: floats([KEYS, 1], (key) => key) },
      steps: [
        { name: "theta", operation: "rotary_frequencies", attributes: { width } },
        { name: "random", operation: "normal", attributes },
        {
          ...{ name: "spread", operation: "rotary_table" },
          inputs: { positions: "draw", frequencies: "random" },
        },
        {
          ...{ name: "k_turned", operation: "rotary", attributes: { layout: "interleaved" } },
          inputs: { x: "unit", cos: "spread", sin: "spread.sin" },
        },
      ],
    },
    turned(
      "q",
      ones(KEYS, LAGS),
      floats([1, LAGS], (lag) => STEP * lag),
    ),
    scores("sums", "q", "k"),
    {
      inputs: {},
      steps: [
        {
          ...{ name: "scores", operation: "scale", inputs: { a: "sums" } },
          attributes: { divisor: pairs, symbol: "Σ|q||k|" },
        },
      ],
    },
  );
}

export function program(state: RotaryState): Program {
  return { hands, layouts, decay }[state.part](state);
}
