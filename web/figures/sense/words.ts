// What the figure `sense` says of the word in its two sentences.
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import { largestOf } from "../largest.js";
import { type Data, type Read, readable, WORD } from "./asked.js";
import { attention, LABELS, SENTENCES } from "./panels.js";
import { LONGEST, SIZES, TRAINED_PLACE } from "./parameters.js";
import { besideOf, COSINES, SENSES } from "./sums.js";

/** The largest |Q₁ − Q₂| of the word at a layer. */
export function apart({ tensors }: Data, layer: number): number {
  const last = tensors[besideOf("query", layer)]?.data.subarray(2 * SIZES.width) ?? [];
  return Array.from(last, Number).reduce((most, one) => Math.max(most, Math.abs(one)), 0);
}

/** The sense that a sentence is given, and its probability. */
export function senseOf({ tensors }: Data, sentence: 0 | 1) {
  const from = sentence * LABELS.length;
  const p = tensors[SENSES]?.data.subarray(from, from + LABELS.length) ?? [];
  const [label = 0] = largestOf(p);
  return { label: LABELS[label] ?? LABELS[0], p: Number(p[label]) };
}

/** Where a head looks most from the word. */
function strongest(data: Data, language: Language, sentence: 0 | 1) {
  const [matrix] = attention(data, language, sentence);
  const { row = 0, column = 0 } = matrix?.active ?? {};
  return {
    ...{ number: sentence + 1, head: row + 1, key: matrix?.columnAxis.labels[column] ?? "" },
    even: formatNumber(1 / (matrix?.columns ?? 1), language),
    weight: formatNumber(Number(matrix?.values[row * (matrix?.columns ?? 0) + column]), language),
  };
}

function senseText(data: Data, language: Language, sentence: 0 | 1): string {
  const { label, p } = senseOf(data, sentence);
  return t(language, "sense.given", {
    ...{ number: sentence + 1, p: formatNumber(p, language) },
    sense: t(language, `sense.label.${label}`),
  });
}

const places = ({ asked }: Data) => asked.texts.map(({ place }) => place + 1);

/** Why the word asks the same in both sentences, or not. */
function queryNote(data: Data, language: Language): string {
  const { layer } = data.state;
  const most = apart(data, layer);
  const [first = 0, second = 0] = places(data);
  const names = { layer: layer + 1, first, second, most: formatNumber(most, language) };
  const kind = layer > 0 ? "deeper" : first === second ? "same" : "moved";
  return t(language, `sense.query.${kind}`, names);
}

function readNotes(text: Read, language: Language, number: number): string[] {
  const unknown = text.pieces.filter((piece) => piece.unknown);
  const words = unknown.map((piece) => piece.text.trim());
  const names = {
    ...{ number, word: WORD, place: text.place + 1, limit: LONGEST },
    words: words.join(t(language, "common.list.separator")),
  };
  const away = text.place >= 0 && text.place !== TRAINED_PLACE;
  return [
    ...(text.place < 0 ? [t(language, "sense.note.missing", names)] : []),
    ...(unknown.length > 0 ? [t(language, "sense.note.unknown", names)] : []),
    ...(away ? [t(language, "sense.note.away", names)] : []),
    ...(text.truncated ? [t(language, "sense.note.truncated", names)] : []),
  ];
}

export function notesOf(data: Data, language: Language): string[] {
  const { texts } = data.asked;
  const read = SENTENCES.flatMap((at) => readNotes(texts[at], language, at + 1));
  if (!readable(data.asked)) return read;
  return [
    SENTENCES.map((at) => senseText(data, language, at)).join(t(language, "common.sentence.end")),
    queryNote(data, language),
    ...SENTENCES.map((at) => t(language, "sense.note.looks", strongest(data, language, at))),
    t(language, "sense.note.looking"),
    ...read,
  ];
}

/** The chapter's claim that the word has another query in every sentence. */
export function claimsOf(data: Data, language: Language): string[] {
  if (!readable(data.asked)) return [];
  const [first, second] = [apart(data, 0), apart(data, 1)];
  return [
    t(language, "sense.claim", {
      verdict: t(language, `common.claim.${first > 0 ? "holds" : "fails"}`),
      ...{ first: formatNumber(first, language), second: formatNumber(second, language) },
    }),
  ];
}

export function summaryOf(data: Data, language: Language): string {
  if (!readable(data.asked))
    return notesOf(data, language).join(t(language, "common.sentence.end"));
  const cosine = Number(data.tensors[COSINES]?.data.at(-1));
  const { first, second } = data.state;
  return t(language, "sense.summary", {
    ...{ first, second, query: queryNote(data, language) },
    senses: SENTENCES.map((at) => senseText(data, language, at)).join(
      t(language, "common.sentence.end"),
    ),
    cosine: formatNumber(cosine, language),
  });
}
