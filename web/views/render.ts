// A figure without a page: the same picture, tables and sentence under Node as in a browser.
import { ArgumentError, OutOfRangeError, UnknownNameError } from "../engine/errors.js";
import type { Engine } from "../engine/types.js";
import { loadMore, loadWords } from "../i18n/t.js";
import type { Language } from "../i18n/types.js";
import type { TableTwin } from "../scene/scene.js";
import { paintSvg } from "../scene/svg.js";
import { parse } from "../state/codec.js";
import type { Ignored } from "../state/table.js";
import { isView, viewNames, viewOf } from "./registry.js";

export interface RenderOptions {
  /** Width of the picture in pixels, 120…10,000. Default 960. */
  width?: number;
  signal?: AbortSignal;
}

export interface Rendered {
  svg: string;
  tables: TableTwin[];
  summary: string;
  notes: string[];
  /** Parameters that were not taken, and why. */
  ignored: readonly Ignored[];
}

/** Parameters as in links and attributes, by name or as a link's text. */
export async function render(
  engine: Engine,
  view: string,
  parameters: string | Readonly<Record<string, string | number | boolean>> = {},
  options: RenderOptions = {},
): Promise<Rendered> {
  if (!isView(view)) {
    throw new UnknownNameError(`no view "${view}"; there are: ${viewNames.join(", ")}`);
  }
  check(parameters, options);
  const found = await viewOf(view);
  const { state, ignored } = parse(found.table, parameters);
  const language: Language = state.lang === "zh" ? "zh" : "en";
  await loadWords(language);
  const session = found.open(engine);
  try {
    let data = await session.update(state, options.signal);
    while (data.unfinished) data = await session.update(state, options.signal);
    const untaken = [...ignored, ...data.ignored];
    if (untaken.length > 0) await loadMore();
    const scene = found.describe(data, { language, ignored: untaken });
    const svg = paintSvg(scene, {
      ...(options.width === undefined ? {} : { width: options.width }),
      theme: state.theme === "dark" ? "dark" : "light",
      language,
    });
    const { tables, summary, notes } = scene;
    return { svg, tables, summary, notes, ignored: untaken };
  } finally {
    await session.dispose();
  }
}

const isRecord = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Callers without types may give anything. */
function check(parameters: unknown, options: RenderOptions): void {
  if (typeof parameters !== "string" && !isRecord(parameters)) {
    throw new ArgumentError(
      `parameters is ${JSON.stringify(parameters)}: give an object such as { text: "…" }, or a link's text`,
    );
  }
  if (!isRecord(options)) {
    throw new ArgumentError(`options is ${JSON.stringify(options)}: give { width, signal }`);
  }
  const { width = 960, signal } = options;
  if (!(typeof width === "number" && width >= 120 && width <= 10_000)) {
    throw new OutOfRangeError(`width is ${String(width)}: give a number of pixels, 120…10000`);
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new ArgumentError("signal is no AbortSignal: give the signal of an AbortController");
  }
}
