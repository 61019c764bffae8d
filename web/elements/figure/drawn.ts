// What the figure calls the numbers that it draws: the panel's title and the labels at its axes, so
// that a card says it in the same words.
import type { Axis, CatalogueEntry } from "../../engine/types.js";
import { t } from "../../i18n/t.js";
import { label } from "../../inspect/names.js";
import type { Drawn, Entry } from "../../inspect/tree.js";
import type { AxisLabels, Matrix, Scene } from "../../scene/scene.js";
import { type Position, positionIn } from "./operands.js";

/** The tensors, with what the scene calls their cells. The layer of the laboratory has its own words. */
export function drawn(
  { figure, language, bands }: Scene,
  catalogue: readonly CatalogueEntry[],
): readonly Entry[] {
  if (figure === "attention") return catalogue;
  const panels = bands.flatMap((band) => band.panels);
  const [down, across] = [
    t(language, "common.axis.query.down"),
    t(language, "common.axis.key.across"),
  ];
  const pairs = panels.filter(
    ({ rowAxis, columnAxis }) => rowAxis.title === down && columnAxis.title === across,
  );

  /** "query The → key cat", "k₃, a", "n 1024": an axis with a single place goes without a word. */
  const called = (matrix: Matrix, { row, column }: Position): Drawn => {
    const { rowAxis, columnAxis, rows, columns } = matrix;
    const words = [
      ...(rows > 1 ? [word(rowAxis, row, columnAxis)] : []),
      ...(columns > 1 ? [word(columnAxis, column, rowAxis)] : []),
    ].filter(Boolean);
    const between = pairs.includes(matrix) ? " → " : t(language, "common.list.separator");
    // Without the sign of the one that is chosen.
    return { title: matrix.title.replace("▸ ", ""), place: words.join(between), words };
  };

  /** Tokens are called as in panels of queries and keys, of its own scope if there are any. */
  const labelled = (name: string, axis: Axis): Axis => {
    if (axis.labels || (axis.role !== "query" && axis.role !== "key")) return axis;
    const own = pairs.find(({ tensor }) => scope(tensor) === scope(name)) ?? pairs[0];
    const labels = (axis.role === "query" ? own?.rowAxis : own?.columnAxis)?.labels;
    return labels?.length === axis.size ? { ...axis, labels } : axis;
  };

  return catalogue.map((entry) => ({
    ...entry,
    axes: entry.axes.map((axis) => labelled(entry.name, axis)),
    drawn(index) {
      for (const matrix of panels) {
        if (matrix.tensor !== entry.name) continue;
        const address = { tensor: entry.name, index: [...index], gradient: false };
        const at = positionIn(matrix, address, catalogue);
        if (at) return called(matrix, at);
      }
      return undefined;
    },
  }));
}

/** A number needs the name of its axis, and so does what may be meant of either axis. */
function word({ title, labels }: AxisLabels, at: number, other: AxisLabels): string {
  const whole = labels[at] ?? "";
  const twins = labels.indexOf(whole) !== labels.lastIndexOf(whole);
  const text = twins ? label({ labels }, at) : whole;
  const name = title.replace(/^.* = | [↓→]$/g, "");
  const unclear = /^[−\d][\d.,]*$/.test(text) || other.labels.includes(whole);
  return unclear && name ? `${name} ${text}` : text;
}

const scope = (tensor: string) => tensor.slice(0, tensor.lastIndexOf("."));
