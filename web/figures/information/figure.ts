// What two variables say about each other: entropies of an 8-cell p(x, y) and the chain rule.
// Source: Shannon 1948, section 6; Cover and Thomas 2006, chapter 2.
import { typeset } from "../../formulas/information.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import { grid, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { groups, type InformationState, informationTable } from "./parameters.js";
import { program } from "./program.js";

type Data = ProgramData<InformationState>;

const X = { down: "X = x₁", rows: ["0", "1"] };
const Y = { across: "Y = x₂x₃", columns: ["00", "01", "10", "11"] };
const MEASURES = ["H(X)", "H(Y)", "H(X,Y)", "H(X|Y)", "H(Y|X)", "I(X;Y)"];
/** What is nearer to 0 is rounding. */
const ROUNDING = 1e-6;

function describe(data: Data, options: Options): Scene {
  const { language, ignored } = options;
  const { measures, chain } = data.tensors;
  const [x = 0, y = 0, joint = 0, , , shared = 0] = Array.from(measures?.data ?? [], Number);
  const total = Number(chain?.data[3] ?? 0);
  const write = (value: number) =>
    Math.abs(value) < ROUNDING ? "0" : formatNumber(value, language);
  const names = {
    ...{ x: write(x), y: write(y), joint: write(joint), shared: write(shared) },
    total: write(total),
  };
  const checked = judges(data.state, options.claims);
  return {
    figure: "information",
    language,
    title: t(language, "information.title"),
    summary: t(language, "information.summary", names),
    notes: [
      t(language, "information.note.shared", names),
      t(language, "information.note.chain", names),
      ...(checked ? claimsOf(language, { x, joint, shared, total }, names) : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      {
        id: "joint",
        title: t(language, "information.band.joint"),
        panels: tablesOf(data, options),
        joints: ["÷ Σ →"],
      },
      {
        id: "measures",
        title: t(language, "information.band.measures"),
        panels: chartsOf(data, language, joint),
      },
    ],
    tables: [],
    fractions: false,
  };
}

/** What the chapter says, and what these numbers say. */
function claimsOf(
  language: Language,
  { x, joint, shared, total }: Record<"x" | "joint" | "shared" | "total", number>,
  names: Record<string, string>,
): string[] {
  const verdict = (holds: boolean) => t(language, `common.claim.${holds ? "holds" : "fails"}`);
  const loses = Math.abs(total - 0.5 * joint) < 0.1 * joint;
  const said = [t(language, "information.claim.half", { ...names, verdict: verdict(loses) })];
  // Without any weights I(X;Y) is already as large as it can be.
  if (x > ROUNDING && shared > x - 1e-5) {
    said.push(t(language, "information.claim.weights", { ...names, verdict: verdict(false) }));
  }
  return said;
}

function tablesOf({ tensors, catalogue }: Data, { language, active }: Options): Matrix[] {
  const { counts, joint, marginal_x: x, marginal_y: y } = tensors;
  if (!counts || !joint || !x || !y) return [];
  const place = active ? { active: { row: active.query, column: active.key } } : {};
  const shared = { map: "sequential" as const, exact: true };
  const title = (name: "counts" | "joint" | "x" | "y") => t(language, `information.panel.${name}`);
  return [
    grid(language, {
      ...{ ...X, ...Y, ...shared, ...place },
      ...{ id: "counts", data: counts, title: title("counts"), editable: true },
      entry: catalogue.find(({ name }) => name === "counts"),
    }),
    grid(language, {
      ...{ ...X, ...Y, ...shared, ...place },
      ...{ id: "joint", data: joint, title: title("joint"), formula: typeset.joint },
    }),
    grid(language, {
      ...{ ...X, ...shared, down: "X", across: "p", columns: ["p(x)"] },
      ...{ id: "marginal_x", data: x, title: title("x"), formula: typeset.x },
    }),
    grid(language, {
      ...{ ...Y, ...shared, across: "Y", down: "p", rows: ["p(y)"] },
      ...{ id: "marginal_y", data: y, title: title("y"), formula: typeset.y },
    }),
  ];
}

function chartsOf({ tensors }: Data, language: Language, joint: number): Matrix[] {
  const { measures, chain } = tensors;
  if (!measures || !chain) return [];
  const shared = { rounding: ROUNDING, across: t(language, "information.axis") };
  const bar = {
    ...{ kind: "bar" as const, measure: t(language, "information.unit"), reach: [0, 1] },
  };
  return [
    series(language, {
      ...{ ...shared, id: "measures", data: measures, places: MEASURES, chart: bar },
      ...{ title: t(language, "information.panel.measures"), formula: typeset.shared },
      role: "query",
    }),
    series(language, {
      ...{ ...shared, id: "chain", data: chain, formula: typeset.chain, role: "value" },
      places: ["H(x₁)", "H(x₂|x₁)", "H(x₃|x₁,x₂)", t(language, "information.sum")],
      title: t(language, "information.panel.chain"),
      chart: { ...bar, rules: [{ at: joint, text: "H(X,Y)" }] },
    }),
  ];
}

export const informationFigure: ProgramFigure<InformationState> = {
  name: "information",
  table: informationTable,
  program,
  drawn: () => ["counts", "joint", "marginal_x", "marginal_y", "measures", "chain"],
  describe,
  groups,
  // Another example is another table.
  change(state, values) {
    const next = { ...state, ...values };
    return values.example !== undefined && values.edits === undefined
      ? { ...next, edits: "" }
      : next;
  },
  pairOf: (tensor, index) =>
    tensor === "counts" || tensor === "joint"
      ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 }
      : {},
};
