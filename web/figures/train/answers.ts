// What the model looked into gives by now, beside what is right: as a table of words.
import { EOS } from "../../engine/tokens.js";
import type { Tensor } from "../../engine/types.js";
import { type Language, t } from "../../i18n/t.js";
import type { TableTwin } from "../../scene/scene.js";
import { largestOf } from "../largest.js";
import type { TrainData } from "./figure.js";
import { inputOf, wordsOf } from "./looked.js";
import { tasks } from "./tasks.js";

/** The likeliest token at each place of the first `count`: logits [1, T, V]. */
function likeliest({ shape, data }: Tensor, count: number): number[] {
  const classes = shape.at(-1) ?? 1;
  return Array.from({ length: count }, (_, place) => {
    const [best = 0] = largestOf(data.subarray(place * classes, (place + 1) * classes));
    return best;
  });
}

const columns = {
  answers: ["asked", "given", "right"],
  written: ["text"],
  next: ["read", "foretold", "next"],
} as const;

export function answersOf(data: TrainData, language: Language): TableTwin[] {
  const { state, looked, tensors } = data;
  const { form } = tasks[state.task];
  const text = (ids: readonly number[], end: "source" | "target") =>
    wordsOf(ids, looked).join(looked.joints[end]);
  const table = (kind: keyof typeof columns, rows: TableTwin["rows"]): TableTwin[] => [
    {
      caption: t(language, `train.table.${kind}`),
      columns: columns[kind].map((name) => t(language, `train.column.${name}`)),
      rows,
    },
  ];
  if (form === "sentence") {
    if (looked.written.length === 0) return [];
    const rows = looked.written.map((ids) => {
      const ends = ids.at(-1) === EOS;
      return { head: text(ends ? ids.slice(0, -1) : ids, "target"), cells: [] };
    });
    return table("written", rows);
  }
  if (form === "window") {
    const read = [...((inputOf(state, looked).source ?? []) as readonly number[])];
    const { logits } = tensors;
    const given = logits ? text(likeliest(logits, read.length - 1), "target") : "";
    const right = text(read.slice(1), "target");
    return table("next", [{ head: text(read.slice(0, -1), "source"), cells: [given, right] }]);
  }
  const rows = looked.answers.map(({ source, target, given, right }) => ({
    head: text(source, "source"),
    cells: [`${right ? "✓" : "✗"} ${text(given, "target")}`, right ? "" : text(target, "target")],
  }));
  return table("answers", rows);
}
