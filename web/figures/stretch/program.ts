// Rotary positions trained up to L₀ and read up to L = s·L₀: the speeds without and with a
// scaling, and what one head whose q and k are the same everywhere makes of the last tokens.
import type { Program, Step } from "../../engine/types.js";
import { floats } from "../tensors.js";
import type { StretchState } from "./parameters.js";

/** Tokens of the matrices. */
const MOST = 12;
/** Length of every pair of q and of k: such a head prefers near keys. */
const SIZE = 1.5;

export const lengthOf = ({ trained, factor }: StretchState) => trained * factor;
/** Positions of the last tokens. */
export function lastOf(state: StretchState): number[] {
  const length = lengthOf(state);
  const count = Math.min(MOST, length);
  return Array.from({ length: count }, (_, at) => length - count + at);
}
/** Position interpolation moves the positions together; the others slow the pairs. */
export const interpolates = ({ scaling }: StretchState) =>
  scaling === "linear" || scaling === "truncated";

export function program(state: StretchState): Program {
  const { scaling, trained, factor, pairs } = state;
  const [width, length] = [2 * pairs, lengthOf(state)];
  const own = { width, scaling: scaling === "truncated" ? "linear" : scaling };
  const positions = lastOf(state);
  const turns = (name: string, a: string, tokens: number, symbol: string): Step => ({
    ...{ name, operation: "scale", inputs: { a } },
    attributes: { divisor: (2 * Math.PI) / tokens, symbol },
  });
  const beside = (name: string, a: string, b: string): Step => ({
    ...{ name, operation: "concatenate", inputs: { a, b }, attributes: { axis: 0 } },
  });
  const moved = interpolates(state) ? "moved" : "positions";
  const cut = positions.map((position) => Math.floor(position / factor));
  return {
    inputs: {
      positions: floats([1, positions.length], (at) => positions[at] ?? 0),
      // The mistake is made here: whole numbers, as the chapter's code has them.
      ...(scaling === "truncated" && { moved: floats([1, cut.length], (at) => cut[at] ?? 0) }),
      q: floats([1, 1, positions.length, width], (flat) => (flat % 2 === 0 ? SIZE : 0)),
    },
    steps: [
      { name: "theta", operation: "rotary_frequencies", attributes: { width } },
      {
        ...{ name: "slowed", operation: "rotary_frequencies" },
        attributes: {
          ...own,
          ...(scaling === "none" ? {} : { factor, trained_length: trained, length }),
        },
      },
      beside("wavelengths", "theta.wavelength", "slowed.wavelength"),
      turns("trained", "theta", trained, "2π/L₀"),
      turns("stretched", "slowed", length, "2π/L"),
      beside("turns", "trained", "stretched"),
      ...(scaling === "linear"
        ? [
            {
              ...{ name: "moved", operation: "scale", inputs: { a: "positions" } },
              attributes: { divisor: factor, symbol: "s" },
            },
          ]
        : []),
      {
        ...{ name: "mask", operation: "mask" },
        attributes: { kind: "causal", queries: positions.length, keys: positions.length },
      },
      ...attend("plain_", "positions", "theta", width),
      ...attend("", moved, interpolates(state) ? "theta" : "slowed", width),
    ],
  };
}

function attend(scope: string, positions: string, speeds: string, width: number): Step[] {
  const name = (own: string) => `${scope}${own}`;
  const angles = name("angles");
  return [
    {
      ...{ name: angles, operation: "rotary_table" },
      inputs: {
        ...{ positions, frequencies: speeds, remainder: `${speeds}.remainder` },
        attention_factor: `${speeds}.attention_factor`,
      },
    },
    {
      ...{ name: name("turned"), operation: "rotary", attributes: { layout: "interleaved" } },
      inputs: { x: "q", cos: angles, sin: `${angles}.sin` },
    },
    {
      ...{ name: name("scores"), operation: "scores" },
      inputs: { q: name("turned"), k: name("turned") },
    },
    {
      ...{ name: name("scaled_scores"), operation: "scale", inputs: { a: name("scores") } },
      attributes: { divisor: Math.sqrt(width), symbol: "√d_k" },
    },
    {
      ...{ name: name("masked"), operation: "apply_mask" },
      inputs: { a: name("scaled_scores"), visible: "mask" },
    },
    { name: name("weights"), operation: "softmax", inputs: { a: name("masked") } },
  ];
}

/** Pairs that never made a full turn within L₀ and go further within L, by turns [2·F]. */
export function unseen(turns: ArrayLike<number>): number[] {
  const pairs = turns.length / 2;
  return Array.from({ length: pairs }, (_, pair) => pair).filter((pair) => {
    const [before = 0, now = 0] = [turns[pair], turns[pairs + pair]];
    return before < 1 && now > before * (1 + 1e-5);
  });
}
