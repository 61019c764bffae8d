// What follows from using a control.
import type { Language } from "../../i18n/types.js";
import { formatEdits, parseCell, parseEdits } from "../../state/cells.js";
import { assemble } from "../../state/codec.js";
import { defaults } from "../../state/table.js";
import { head as beginning } from "../../state/text.js";
import { chineseSentences, exactSizes, isExactSentence, presets, sizes } from "./examples.js";
import { type AttentionState, attentionTable, LONGEST_TEXT } from "./parameters.js";
import { axesOf } from "./tensors.js";

/** The axes that a parameter's change makes longer, shorter or other. */
const changes: Partial<Record<keyof AttentionState, string>> = {
  text: "TV",
  tokens: "TV",
  d_model: "C",
  d_k: "D",
  heads: "H",
};

/**
 * Drops what names cells of tensors whose axes changed: edits, the pasted matrix, the opened
 * cell. What was given together with the change is meant for what comes of it, and stays.
 */
function forget(
  state: AttentionState,
  axes: string,
  given: Partial<AttentionState>,
): AttentionState {
  const stays = (tensor: string) =>
    ![...(axesOf(tensor) ?? [])].some((axis) =>
      // F and G are heads side by side, W goes with D.
      axis === "F" || axis === "G" ? /[HD]/.test(axes) : axes.includes(axis === "W" ? "D" : axis),
    );
  const keep = (text: string) => {
    const cell = parseCell(text);
    return cell === undefined || stays(cell.tensor);
  };
  return {
    ...state,
    edits: formatEdits(parseEdits(state.edits).edits.filter((edit) => stays(edit.tensor))),
    matrix: axes.includes("T") ? "" : state.matrix,
    of: keep(state.of) ? state.of : "output",
    open: keep(state.open) ? state.open : "",
    ...own(given),
  };
}

function own({ edits, matrix, of, open }: Partial<AttentionState>): Partial<AttentionState> {
  const given = Object.entries({ edits, matrix, of, open });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function kept(state: AttentionState): Partial<AttentionState> {
  return { mode: state.mode, lang: state.lang, theme: state.theme };
}

/**
 * The state after controls were used: the new values, and what follows from them.
 * A sentence or a size that the example worked by hand does not have leads to the free example.
 */
export function change(
  state: AttentionState,
  values: Partial<AttentionState>,
  language: Language = "en",
): AttentionState {
  if (values.example !== undefined && values.example !== state.example) {
    const text = language === "zh" ? { text: chineseSentences[values.example] } : {};
    const given = { ...text, ...kept(state), ...values };
    return assemble(attentionTable, given).state;
  }
  let next: AttentionState = { ...state, ...values };
  const changed = (name: keyof AttentionState) => next[name] !== state[name];
  if (changed("text")) {
    next.text = beginning(next.text, LONGEST_TEXT);
    if (values.tokens === undefined) next.tokens = "";
  }
  const names = Object.keys(changes) as (keyof AttentionState)[];
  const axes = names.map((name) => (changed(name) ? changes[name] : "")).join("");
  if (axes !== "") next = forget(next, axes, values);
  if (changed("weights")) next = withWeights(next, values);
  const sized = sizes.some((size) => next[size] !== exactSizes[size]);
  if (next.weights === "exact" && (sized || !isExactSentence(next))) {
    // The sizes of the free example, except for those just chosen.
    const chosen = Object.fromEntries(sizes.filter(changed).map((size) => [size, next[size]]));
    const { weights: random, d_model, d_k } = presets.free;
    const free = { ...next, example: "free", weights: random, d_model, d_k, ...chosen };
    next = forget(free as AttentionState, "TCDHV", values);
  }
  next.head = Math.min(next.head, next.heads - 1);
  return assemble(attentionTable, next).state;
}

/** Other weights bring the sizes and positions that they need. */
function withWeights(state: AttentionState, given: Partial<AttentionState>): AttentionState {
  if (state.weights === "exact") {
    const values = { example: "exact" as const, ...kept(state), ...own(given) };
    return assemble(attentionTable, values).state;
  }
  const next = { ...state, example: state.example === "exact" ? "free" : state.example };
  if (state.weights === "previous-token" || state.weights === "same-word") {
    const preset = defaults(attentionTable, state.weights);
    next.d_model = Math.max(state.d_model, preset.d_model);
    next.d_k = Math.max(state.d_k, preset.d_k);
    next.positions = preset.positions;
  }
  return forget(next as AttentionState, "CDH", given);
}
