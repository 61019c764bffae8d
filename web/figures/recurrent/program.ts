// A recurrent network and self-attention over the same tokens, with as many copies of them as a
// state has features: the loss reads feature n of copy n only, so that one backward pass gives every
// row of a Jacobian. Sources: Elman 1990; Bengio et al. 1994 (the gradient over time); Vaswani et
// al. 2017, section 3.2.
import type { Program, Step } from "../../engine/types.js";
import { joined, step } from "../steps.js";
import { floats, given, integers } from "../tensors.js";
import { type RecurrentState, scopesOf, WIDTH } from "./parameters.js";
import { waiting } from "./waiting.js";

/** Draws of one seed. */
const STREAMS = { x: 0, input: 1, state: 2, query: 3, key: 4, value: 5 };

/** h_t of every copy, [1, N, N]. */
export const stateOf = (scope: string, t: number) => `${scope}state_${t}`;
/** What attention reads, [1, T·N, N]: the N copies of a token one after the other. */
export const tokensOf = (scope: string) => `${scope}tokens`;

const square = [WIDTH, WIDTH];

export function program(state: RecurrentState): Program {
  const { length } = state;
  const scopes = scopesOf(state);
  const steps = scopes.flatMap((scope, at) => seedSteps(state, scope, state.seed + at));
  const first = scopes[0] as string;
  return {
    inputs: {
      places: integers([1, length * WIDTH], (at) => Math.floor(at / WIDTH)),
      // Every copy sees itself at all places, and no other one.
      own: {
        shape: [WIDTH, length * WIDTH],
        data: Uint8Array.from({ length: length * WIDTH ** 2 }, (_, at) =>
          Number(at % WIDTH === Math.floor(at / (length * WIDTH))),
        ),
      },
      identity: floats([1, ...square], (at) => Number(at % (WIDTH + 1) === 0)),
      ...{ zero: given([1], [0]), one: given([1], [1]) },
    },
    steps: [
      ...steps,
      ...joined(
        "loss",
        scopes.flatMap((scope) => [`${scope}last`, `${scope}seen`]),
        1,
      ),
      ...waiting("waits", steps, [stateOf(first, length), `${first}output`]),
    ],
  };
}

function seedSteps(state: RecurrentState, scope: string, seed: number): Step[] {
  const normal = (name: keyof typeof STREAMS, shape: number[], deviation: number) =>
    step(
      `${scope}${name === "x" ? name : `${name}.weight`}`,
      "normal",
      {},
      {
        ...{ shape, seed, stream: STREAMS[name], deviation },
      },
    );
  const weight = (name: keyof typeof STREAMS) => normal(name, square, WIDTH ** -0.5);
  return [
    normal("x", [state.length, WIDTH], state.deviation),
    ...(["input", "query", "key", "value"] as const).map(weight),
    ...orthogonal(scope, normal("state", square, 1), state.radius),
    ...network(scope, state.length),
    ...attention(scope, state.length),
  ];
}

/** ρ·Q, where Q is the orthogonal matrix nearest to one that is drawn: its U·Vᵀ. */
function orthogonal(scope: string, drawn: Step, radius: number): Step[] {
  const turned = `${scope}turned`;
  return [
    { ...drawn, name: `${scope}drawn` },
    step(turned, "singular_values", { a: `${scope}drawn` }),
    step(`${scope}orthogonal`, "matmul", { a: `${turned}.left`, b: `${turned}.right` }),
    step(...([`${scope}state.weight`, "scale", { a: `${scope}orthogonal` }] as const), {
      divisor: 1 / radius,
      symbol: "1/ρ",
    }),
  ];
}

/** h_t = tanh(x_t·W + h_(t−1)·U), t = 1 … T */
function network(scope: string, length: number): Step[] {
  const own = (name: string, t: number) => `${scope}${name}_${t}`;
  return [
    step(`${scope}projected`, "linear", { x: `${scope}x`, weight: `${scope}input.weight` }),
    step(`${scope}copies`, "embedding", { table: `${scope}projected`, ids: "places" }),
    ...Array.from({ length }, (_, at): Step[] => {
      const t = at + 1;
      const given = rowsAt(own("input", t), `${scope}copies`, at);
      if (t === 1) return [given, tanh(stateOf(scope, t), given.name)];
      const before = { x: stateOf(scope, at), weight: `${scope}state.weight` };
      return [
        given,
        step(own("carried", t), "linear", before),
        step(own("sum", t), "add", { a: given.name, b: own("carried", t) }),
        tanh(stateOf(scope, t), own("sum", t)),
      ];
    }).flat(),
    step(`${scope}last`, "multiply", { a: stateOf(scope, length), b: "identity" }),
  ];
}

const tanh = (name: string, x: string) => step(name, "activation", { x }, { kind: "tanh" });

/** All copies of the token at a place, from 0. */
export const rowsAt = (name: string, a: string, place: number) =>
  step(name, "slice", { a }, { axis: 1, start: place * WIDTH, length: WIDTH });

/** The output of the last token: softmax(qKᵀ/√N)·V */
function attention(scope: string, length: number): Step[] {
  const own = (name: string) => `${scope}${name}`;
  const project = (name: string, x: string): Step[] => [
    step(own(name), "linear", { x, weight: own(`${name}.weight`) }),
    step(own(`heads.${name}`), "split_heads", { x: own(name) }, { heads: 1 }),
  ];
  const [q, k, v] = ["query", "key", "value"].map((name) => own(`heads.${name}`)) as [
    string,
    string,
    string,
  ];
  return [
    step(tokensOf(scope), "embedding", { table: own("x"), ids: "places" }),
    rowsAt(own("last_token"), tokensOf(scope), length - 1),
    ...project("query", own("last_token")),
    ...project("key", tokensOf(scope)),
    ...project("value", tokensOf(scope)),
    step(own("head_outputs"), "attention", { q, k, v, mask: "own" }),
    step(own("output"), "join_heads", { x: own("head_outputs") }),
    step(own("seen"), "multiply", { a: own("output"), b: "identity" }),
  ];
}
