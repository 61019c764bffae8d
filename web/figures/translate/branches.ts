// The tree of beam search: a column a step, the best branch first.
import type { BeamNode } from "../../engine/types.js";
import { typeset } from "../../formulas/translate.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix } from "../../scene/scene.js";
import { type TreeOptions, tree } from "../../scene/tree.js";
import { panel } from "../panel.js";
import { gathered } from "../slice.js";
import { levelsOf, pathTo } from "./asked.js";
import { BOS, type Data, pieceOf } from "./panels.js";
import { branching, tensorsOf } from "./sums.js";

/** How a node looks: it goes on, it is finished, or it was cut off. */
const looks: Readonly<Record<BeamNode["fate"], TreeOptions["looks"][number]>> = {
  ...{ live: "live", ended: "ended", longest: "ended" },
  ...{ outranked: "cut", ended_low: "cut", no_choice: "cut", stopped: "cut" },
};

export function branches(data: Data, language: Language): Matrix[] {
  const { asked, tensors } = data;
  const { name } = tensorsOf(asked).tree;
  const sums = tensors[name];
  const levels = branching(asked);
  if (!sums || levels.length === 0) return [];
  const { places } = levelsOf(asked.nodes);
  const [rows, columns] = [levels[0]?.length ?? 0, levels.length];
  const nodes = Array.from({ length: rows * columns }, (_, at) => {
    const level = levels[at % columns] ?? [];
    return level[Math.floor(at / columns)] ?? asked.nodes[0];
  });
  const first = asked.forced.length;
  const best = pathTo(asked.nodes, asked.ranked[0]?.node ?? -1).slice(first);
  const branch = best.map(({ node }) => places[node] ?? 0);
  const number = (value: number) => formatNumber(value, language);
  const values = gathered(sums, rows, columns, (row, column) => [column * rows + row, 0]);
  const piece = (at: number) => pieceOf(data, nodes[at]?.token ?? 0);
  const fate = (at: number) => t(language, `translate.fate.${nodes[at]?.fate ?? "live"}`);
  const column = Math.max(0, Math.min(asked.step - first, branch.length - 1));
  const made = panel(language, {
    ...{ id: "tree", tensor: name, role: "query", map: "none", formula: typeset.sum },
    title: t(language, "translate.panel.tree"),
    slice: values,
    rowAxis: {
      title: t(language, "translate.axis.branch"),
      labels: Array.from({ length: rows }, (_, row) => String(row + 1)),
    },
    columnAxis: {
      title: t(language, "translate.axis.step"),
      labels: levels.map((_, column) => String(first + column + 1)),
    },
    active: { row: branch[column] ?? 0, column },
    chart: tree({
      root: first > 0 ? `… ${pieceOf(data, asked.forced[first - 1] ?? 0)}` : BOS,
      parents: nodes.map((node) => places[node?.parent ?? 0] ?? 0),
      looks: nodes.map((node) => looks[node?.fate ?? "live"]),
      lines: nodes.map((node, at) => [
        ...[piece(at), number(Number(values.values[at]))],
        ...(node?.fate === "live" ? [] : [fate(at)]),
      ]),
      branch,
    }),
    write: (value, at = 0) => `${piece(at)} ${number(value)}`,
    speak(row, column) {
      const at = row * columns + column;
      const path = pathTo(asked.nodes, nodes[at]?.node ?? -1);
      const words = path.map(({ token }) => pieceOf(data, token)).join(" ");
      const value = number(Number(values.values[at]));
      const step = first + column + 1;
      return t(language, "translate.cell.node", { step, words, value, fate: fate(at) });
    },
  });
  return [{ ...made, size: "wide" }];
}
