// The sentences around the matrices: title, summary, notes, table twins.
import { type Key, type Language, t } from "../../i18n/t.js";
import { HIDDEN, type Matrix, type TableTwin } from "../../scene/scene.js";
import { numbered } from "../../scene/text.js";
import { ignoredText } from "../../state/ignored.js";
import type { Ignored } from "../../state/table.js";
import { excerpt } from "../../state/text.js";
import type { AttentionData } from "./data.js";
import { type Context, write } from "./panel.js";
import type { AttentionState } from "./parameters.js";

const LARGEST_TABLE = 32;

export function titleOf(language: Language, tokens: readonly string[]): string {
  if (tokens.length === 0) return t(language, "attention.title.empty");
  const han = /\p{Script=Han}/u;
  let sentence = "";
  for (const token of tokens) {
    const blank = sentence !== "" && !han.test(token) && !/^\p{P}/u.test(token);
    sentence += (blank ? " " : "") + token;
  }
  return t(language, "attention.title", { sentence: excerpt(sentence, 48) });
}

function join(language: Language, parts: readonly string[]): string {
  return parts.join(t(language, "common.list.separator"));
}

/** The row-major places of the largest visible cells. */
function strongest(matrix: Matrix, count: number): number[] {
  const best: number[] = [];
  const { values, flags } = matrix;
  // What is no number shall be seen.
  const sizeOf = (at = 0) => (Number.isNaN(values[at]) ? Infinity : (values[at] ?? 0));
  for (let at = 0; at < values.length; at++) {
    if (((flags[at] ?? 0) & HIDDEN) !== 0) continue;
    if (best.length === count && sizeOf(at) <= sizeOf(best[count - 1])) continue;
    let place = best.length;
    while (place > 0 && sizeOf(best[place - 1]) < sizeOf(at)) place--;
    best.splice(place, 0, at);
    if (best.length > count) best.pop();
  }
  return best;
}

export function summaryOf(
  context: Context,
  data: AttentionData,
  weights: Matrix | undefined,
  map: Matrix | undefined,
): string {
  const { language, tokens } = context;
  if (tokens.length === 0 || weights === undefined) return t(language, "attention.summary.empty");
  const mask = maskOf(context, data);
  const count = tokens.length;
  const best = strongest(weights, 3);
  if (best.length === 0) return t(language, "attention.summary.hidden", { count, mask });
  const name = (at: number) => ({
    query: numbered(tokens, Math.floor(at / weights.columns)),
    key: numbered(tokens, at % weights.columns),
    value: write(context, weights.values[at] ?? 0),
  });
  let low = Number.POSITIVE_INFINITY;
  for (let at = 0; at < weights.values.length; at++) {
    if (((weights.flags[at] ?? 0) & HIDDEN) === 0) low = Math.min(low, weights.values[at] ?? 0);
  }
  const sentence = t(language, "attention.summary", {
    count,
    mask,
    low: write(context, low),
    high: write(context, weights.values[best[0] ?? 0] ?? 0),
    pairs: join(
      language,
      best.map((at) => t(language, "attention.summary.pair", name(at))),
    ),
  });
  const top = map && strongest(map, 1)[0];
  if (map === undefined || top === undefined) return sentence;
  const influence = t(language, "attention.summary.gradients", {
    output: numbered(tokens, Math.floor(top / map.columns)),
    input: numbered(tokens, top % map.columns),
    value: write(context, map.values[top] ?? 0),
  });
  return sentence + t(language, "common.sentence.end") + influence;
}

/** What the mask lets be seen, as the end of "self-attention with …". */
function maskOf({ language, tokens }: Context, data: AttentionData): string {
  const length = Math.min(data.state.length, tokens.length);
  const mask = isSet(data, "mask") ? "edited" : data.state.mask;
  return t(language, `attention.mask.${mask}`, { length });
}

/** Queries that see no key at all. */
function blind({ mask, tokens }: Context): string[] {
  if (mask === undefined) return [];
  const n = tokens.length;
  return tokens.filter((_, row) => mask.subarray(row * n, (row + 1) * n).every((one) => one === 0));
}

/** Whether a reader's number stands in one of these tensors. */
const isSet = ({ catalogue }: AttentionData, ...names: string[]) =>
  catalogue.some(({ name, edits }) => edits.length > 0 && names.includes(name));

function unbalancedRows(weights: Matrix): number[] {
  const rows: number[] = [];
  for (let row = 0; row < weights.rows; row++) {
    const own = [row * weights.columns, (row + 1) * weights.columns] as const;
    let sum = 0;
    for (const weight of weights.values.subarray(...own)) sum += weight;
    const seen = weights.flags.subarray(...own).some((flag) => (flag & HIDDEN) === 0);
    if (seen && Math.abs(sum - 1) > 1e-4) rows.push(row + 1);
  }
  return rows;
}

/** Which words about how the weights came about: one head needs positions, the other not. */
function weightsNote({ weights, positions, edits }: AttentionState) {
  // Of what was built nothing is said once it is changed.
  if (weights === "exact" || (weights !== "random" && edits !== "")) return undefined;
  if (weights === "same-word" && positions) return "same-word.positions";
  return weights === "previous-token" && !positions ? "previous-token.positions" : weights;
}

export function notesOf(
  context: Context,
  data: AttentionData,
  weights: Matrix | undefined,
  ignored: readonly Ignored[],
): string[] {
  const { state } = data;
  const { language } = context;
  const notes: string[] = [];
  const note = (key: Key, parameters = {}) => notes.push(t(language, key, parameters));
  if (context.tokens.length > 0) {
    const kind = weightsNote(state);
    if (data.pasted === undefined && kind) {
      note(`attention.note.${kind}`, { steps: state.head + 1 });
    }
    if (state.heads > 1) note("attention.note.heads", { head: state.head + 1, heads: state.heads });
    if (!state.scaling) note("attention.note.unscaled");
    if (data.pasted !== undefined) note(`attention.note.pasted.${data.pasted}`);
    const own = data.pasted === "weights";
    const rows = weights && (own || isSet(data, "weights")) ? unbalancedRows(weights) : [];
    if (rows.length > 0) {
      note("attention.note.rows", { rows: excerpt(join(language, rows.map(String))) });
    }
    const past = own || isSet(data, "masked", "weights", "head_outputs");
    const queries = past ? [] : blind(context);
    if (queries.length > 0) {
      note("attention.note.hidden", { queries: excerpt(join(language, queries)) });
    }
  }
  if (data.truncated !== undefined) note("attention.note.truncated", { limit: data.truncated });
  for (const one of ignored) notes.push(ignoredText(language, one));
  return notes;
}

/** The matrix as a table; of a large one only the row of the active query. */
export function table(context: Context, matrix: Matrix, name: "weights" | "output"): TableTwin {
  const { language, tokens } = context;
  const whole = matrix.rows <= LARGEST_TABLE && matrix.columns <= LARGEST_TABLE;
  const shown = whole ? Array.from({ length: matrix.rows }, (_, row) => row) : [];
  const active = matrix.active?.row ?? 0;
  if (!whole) shown.push(active);
  const caption = whole
    ? t(language, `attention.table.${name}`)
    : t(language, `attention.table.${name}.row`, { query: tokens[active] ?? "" });
  const corner = t(language, `attention.table.${name === "weights" ? "query" : "token"}`);
  return {
    caption,
    columns: [corner, ...matrix.columnAxis.labels],
    rows: shown.map((row) => ({
      head: matrix.rowAxis.labels[row] ?? "",
      cells: Array.from({ length: matrix.columns }, (_, column) => matrix.text(row, column)),
    })),
  };
}
