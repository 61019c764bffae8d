// Named numbers as bars that lie. Loaded with the figures that list some.
import { type Language, t } from "../i18n/t.js";
import { lying } from "../scene/chart/lying.js";
import { formatNumber } from "../scene/numbers.js";
import type { Matrix, Role } from "../scene/scene.js";
import { formatWhole } from "../scene/whole.js";
import type { PanelOptions } from "./pairs.js";
import { panel } from "./panel.js";
import { gathered } from "./slice.js";

export interface ListRequest extends PanelOptions {
  /** The numbers count something and are written with all their digits. */
  whole?: boolean;
  /** Those numbers, of a single series, where float32 may hold only the nearest ones. */
  counts?: readonly number[];
  /** What the numbers are of, and the name of each: rows of bars that lie. */
  down: string;
  places: readonly string[];
  /** Several numbers a place, series after series in the tensor; one of them needs no name. */
  names?: readonly string[];
  /** Of the series, or of the places of a single one. */
  roles?: readonly Role[];
  /** How much of the width the names may take. Default 0.38 */
  share?: number;
}

/** Named numbers, one below the other, each with its bar: a list, or several of them. */
export function listed(language: Language, request: ListRequest): Matrix {
  const { places, down, names = [], roles = [], share, whole = false, counts } = request;
  const count = places.length;
  const series = Math.max(1, names.length);
  return panel(language, {
    ...request,
    tensor: request.tensor ?? request.id,
    role: request.role ?? "neutral",
    map: "none",
    slice:
      request.slice ??
      gathered(request.data, count, series, (row, column) => [column * count + row]),
    rowAxis: { title: `${down} ↓`, labels: [...places] },
    columnAxis: { title: "", labels: series > 1 ? [...names] : [""] },
    chart: lying({ roles, ...(share && { share }) }),
    write: (value, at = -1) =>
      (whole || counts ? formatWhole : formatNumber)(counts?.[at] ?? value, language),
    speak(row, column, value) {
      const text = t(language, "common.labelled", { name: places[row] ?? "", text: value });
      const name = names[column];
      return name === undefined ? text : t(language, "common.labelled", { name, text });
    },
  });
}
