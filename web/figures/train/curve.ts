// Reports of models as curves with or without bands around them.
import type { Tensor } from "../../engine/types.js";
import type { Typeset } from "../../formulas/formula.js";
import { type Language, t } from "../../i18n/t.js";
import type { Matrix, Role } from "../../scene/scene.js";
import { series } from "../pairs.js";
import { gathered } from "../slice.js";

/** Points of a curve at most: of more, every second, every third … is drawn. */
const MOST_POINTS = 240;

/** A kind of models. */
export interface Kind {
  readonly role: Role;
  readonly name: string;
}

/** A place on the axis, and for each kind of models which of its reports stands there. */
export interface Point {
  readonly at: number;
  readonly reports: readonly number[];
}

export interface CurveRequest {
  readonly id: string;
  readonly title: string;
  readonly tensor: string;
  readonly data: Tensor | undefined;
  readonly measure: string;
  readonly reach: readonly number[];
  readonly formula?: Typeset;
  readonly kinds: readonly Kind[];
  readonly seeds: number;
  readonly across: string;
  readonly points: readonly Point[];
}

/** One report of every kind at each place. */
export const alike = (places: readonly number[], kinds: number): Point[] =>
  places.map((at, report) => ({ at, reports: Array<number>(kinds).fill(report) }));

/** What the rows are: of a kind of models the mean, of several seeds its ends too. */
function rowsOf({ kinds, seeds }: CurveRequest, language: Language): Kind[] {
  const ends = seeds > 1 ? (["least", "largest"] as const) : [];
  return kinds.flatMap(({ role, name }) => [
    { role, name },
    ...ends.map((end) => ({ role, name: t(language, `learning.row.${end}`, { name }) })),
  ]);
}

/** One measure; nothing where nobody reported it. */
export function curve(language: Language, request: CurveRequest): Matrix[] {
  const { data, kinds, seeds, id, title, tensor, measure, reach, across, formula } = request;
  const rows = rowsOf(request, language);
  const count = (data?.data.length ?? 0) / rows.length;
  // One of the models may be ahead of the others by a report.
  const told = request.points.filter(({ reports }) => reports.every((report) => report < count));
  const apart = Math.ceil(told.length / MOST_POINTS);
  const points = told.filter((_, place) => place % apart === 0);
  if (!data || points.length === 0) return [];
  const perKind = rows.length / kinds.length;
  const at = points.map((point) => point.at);
  // Round numbers below the axis, where there are enough of them.
  const wide = (at.at(-1) ?? 0) - (at[0] ?? 0) > 10;
  const made = series(language, {
    ...{ id, tensor, data, title, across, ...(formula && { formula }) },
    slice: gathered(data, rows.length, points.length, (row, column) => [
      row * count + Number(points[column]?.reports[Math.floor(row / perKind)]),
    ]),
    names: rows.length > 1 ? rows.map(({ name }) => name) : [],
    places: at.map(String),
    chart: {
      ...{ kind: "line", measure, bands: seeds > 1, reach, roles: rows.map(({ role }) => role) },
      ...(wide && { at }),
    },
  });
  // The newest point is the one in view.
  return [{ ...made, size: "medium", active: { row: 0, column: points.length - 1 } }];
}
