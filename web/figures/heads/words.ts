// What the figure `heads` says about its numbers.
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import { numbered } from "../../scene/text.js";
import { largestOf } from "../largest.js";
import type { ProgramData } from "../program.js";
import { type HeadsState, PART, WIDTH } from "./parameters.js";

type Data = ProgramData<HeadsState>;

/** The largest change of the output, where it is and what stood there; the strongest key. */
export function numbersOf({ state, tensors, tokens }: Data, language: Language) {
  const write = (value: number | undefined) => formatNumber(value ?? 0, language);
  const row = (name: string) => Array.from(tensors[name]?.data ?? [], Number);
  const change = row("change").map(Math.abs);
  const [at = 0] = largestOf(change);
  const off = row("keep").flatMap((kept, head) => (kept === 0 ? [head + 1] : []));
  const count = tokens.length;
  const plane = [state.head * count ** 2, (state.head + 1) * count ** 2] as const;
  const own = tensors[state.measure]?.data.subarray(...plane) ?? [];
  const [strongest = 0] = largestOf(own);
  return {
    ...{ head: state.head + 1, heads: state.heads, length: count, width: WIDTH, part: PART },
    ...{ next: PART + 1, off: off.join(t(language, "common.list.separator")), count: off.length },
    largest: write(row("change.largest")[0]),
    ...{ before: write(row("whole.output")[at]), after: write(row("output")[at]) },
    ...{ token: numbered(tokens, Math.floor(at / WIDTH)), feature: (at % WIDTH) + 1 },
    query: numbered(tokens, Math.floor(strongest / count)),
    key: numbered(tokens, strongest % count),
    strongest: write(own[strongest]),
  };
}

/** Of the head shown: the key that a query sees most of. */
export function strongestKey({ state, tensors, tokens }: Data, query: number): number {
  const count = tokens.length;
  const first = (state.head * count + query) * count;
  const row = tensors[state.measure]?.data.subarray(first, first + count);
  return largestOf(row ?? [])[0] ?? 0;
}

export function notesOf(
  { state, tokens }: Data,
  language: Language,
  found: ReturnType<typeof numbersOf>,
): string[] {
  if (tokens.length === 0) return [t(language, "multihead.empty")];
  const made = state.heads === 1 ? "one" : state.heads === 2 ? "two" : "built";
  const built = state.example === "random" ? "random" : made;
  return [
    t(language, `multihead.note.${built}`),
    t(language, "multihead.note.features", found),
    ...(state.measure === "norms" ? [t(language, "multihead.note.norms")] : []),
  ];
}
