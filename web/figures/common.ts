// What every figure has: the word that names it, and the parameters that say how to look at it.
import { languageOf } from "../i18n/t.js";
import { formatCell, parseCell } from "../state/cells.js";
import type { Parameter, Reading } from "../state/table.js";

/** The figures that there are, by the word of the parameter `view`. */
export const viewNames = [
  "attention",
  "vectors",
  "recurrent",
  "projections",
  "scaling",
  "seeds",
  "mask",
  "context",
  "fill",
  "gradient",
  "positions",
  "rotary",
  "stretch",
  "alibi",
  "heads",
  "rank",
  "parameters",
  "sharing",
  "cache",
  "cost",
  "layer",
  "blueprint",
  "information",
  "train",
  "families",
  "translate",
  "lens",
  "patch",
  "sense",
  "prune",
] as const;
export type ViewName = (typeof viewNames)[number];

/** Those whose subject is a Transformer, for which the engine needs all its parts. */
export const modelViews: readonly ViewName[] = [
  "blueprint",
  "train",
  "families",
  "translate",
  "lens",
  "patch",
  "sense",
  "prune",
];

export function isView(name: unknown): name is ViewName {
  return (viewNames as readonly unknown[]).includes(name);
}

/** Parameters of every figure. */
export type Common<Name extends ViewName = ViewName> = {
  view: Name;
  /** The cell opened in the inspector, `weights[0,0,1,2]` or `d:weights[0,0,1,2]`, or "". */
  open: string;
  mode: "guided" | "all";
  /** Names of the controls to show, `mask,heads`; "none"; "": those of the mode. */
  controls: string;
  /** Nothing can be changed, everything can be looked into. */
  readonly: boolean;
  /** Verdicts on what the chapter claims; auto: what the element says. */
  claims: "auto" | "on" | "off";
  lang: "auto" | "en" | "zh";
  theme: "auto" | "light" | "dark";
};

/** Whether verdicts are shown: as the state says, else as the element does. */
export function judges({ claims }: Pick<Common, "claims">, asked: boolean | undefined): boolean {
  return claims === "auto" ? asked === true : claims === "on";
}

export const choice = <const Words extends readonly string[]>(values: Words) =>
  ({ type: "choice", values, default: values[0] as string }) as const;

export function whole(value: number, minimum: number, maximum: number) {
  return { type: "integer", default: value, minimum, maximum } as const;
}

/** A place among several, counted from 0 here and in links. */
export const nth = (value: number, last: number) =>
  ({ ...whole(value, 0, last), fromOne: true }) as const;

function readCell(given: string): Reading {
  const cell = parseCell(given.trim());
  if (cell !== undefined) return { value: formatCell(cell) };
  return { reason: "malformed", allowed: "weights[0,0,1,2], d:weights[0,0,1,2]" };
}

/** `zh-CN` means Chinese here. */
function readLanguage(given: string): Reading {
  return { value: languageOf(given) ?? given };
}

/** Reads what `controls` names: of these parameters, in their order, or "none". */
function readerOf(offered: readonly string[]): (given: string) => Reading {
  const allowed = ["none", ...offered].join(", ");
  return (given) => {
    if (given.trim() === "none") return { value: "none" };
    const names = given.split(",").map((name) => name.trim().replaceAll("-", "_"));
    const value = offered.filter((name) => names.includes(name)).join(",");
    const wrong = names.find((name) => !offered.includes(name));
    if (wrong === undefined) return { value };
    return value === "" ? { reason: "choice", allowed } : { value, wrong, allowed };
  };
}

/** The table of a figure: its word, its own parameters, and those that every figure has. */
export function parametersOf(
  view: ViewName,
  own: readonly Parameter[],
  /** Names of the own parameters that a reader sets. */
  offered: readonly string[],
): readonly Parameter[] {
  const text = { type: "text", default: "" } as const;
  const auto = choice(["auto", "on", "off"]);
  return [
    {
      name: "view",
      label: "common.parameter.view",
      type: "choice",
      values: [view],
      default: view,
      // A figure becomes another one before it reads any parameter.
      read: (given) =>
        given === view ? { value: view } : { reason: "choice", allowed: viewNames.join(", ") },
    },
    ...own,
    { name: "open", label: "common.parameter.open", ...text, read: readCell },
    { name: "mode", label: "common.parameter.mode", ...choice(["guided", "all"]) },
    { name: "controls", label: "common.parameter.controls", ...text, read: readerOf(offered) },
    { name: "readonly", label: "common.parameter.readonly", type: "boolean", default: false },
    { name: "claims", label: "common.parameter.claims", ...auto },
    {
      name: "lang",
      label: "common.parameter.lang",
      ...choice(["auto", "en", "zh"]),
      read: readLanguage,
    },
    { name: "theme", label: "common.parameter.theme", ...choice(["auto", "light", "dark"]) },
  ];
}
