// Links and attributes ⇄ state. Reading never throws: what cannot be taken is
// left at its default and reported. Writing is sparse: only what differs from
// the chosen preset.
import {
  allowed,
  defaults,
  type Ignored,
  type Parameter,
  type Reason,
  type State,
  type Table,
  type Value,
} from "./table.js";
import { characters, excerpt, head, number, wellFormed } from "./text.js";
import { formatTokens, parseTokens } from "./tokens.js";

export const VERSION = "1";
/** Links longer than this are offered as a file instead: mail and chat programs break them. */
export const LONGEST_LINK = 4096;
const LONGEST_SOURCE = 400_000;
const MOST_PARAMETERS = 100;

/** A hash or query with or without its `#` or `?`, or name → value. */
export type Source =
  | string
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, unknown>>;

export interface Parsed<S extends State> {
  state: S;
  /** Names that were given and taken. */
  given: ReadonlySet<string>;
  ignored: Ignored[];
}

export interface Link {
  /** `v=1&mask=causal&…`, percent-encoded. */
  text: string;
  /** True above LONGEST_LINK bytes: offer a file (file.ts). */
  tooLong: boolean;
}

type Read =
  | { value: Value; cut?: boolean; wrong?: string; reason?: Reason; allowed?: string }
  | { reason: Reason; allowed?: string };

const yes = new Set(["", "true", "1", "on", "yes"]);
const no = new Set(["false", "0", "off", "no"]);

function readText(parameter: Parameter, given: string): Read {
  const longest = parameter.longest ?? 200;
  const text = wellFormed(given);
  if (parameter.read === undefined) {
    const value = head(text, longest);
    return { value, cut: value.length < text.length };
  }
  if (characters(text) > longest) return { reason: "long" };
  return text === "" ? { value: "" } : parameter.read(text);
}

function readValue(parameter: Parameter, given: string): Read {
  switch (parameter.type) {
    case "integer":
    case "number": {
      const value = number(given.trim());
      if (value === undefined) return { reason: "number" };
      if (parameter.type === "integer" && !Number.isInteger(value)) return { reason: "number" };
      const inside =
        value >= (parameter.minimum ?? -Infinity) && value <= (parameter.maximum ?? Infinity);
      return inside ? { value } : { reason: "range" };
    }
    case "boolean": {
      const word = given.trim().toLowerCase();
      if (yes.has(word)) return { value: true };
      return no.has(word) ? { value: false } : { reason: "choice" };
    }
    case "choice": {
      const word = parameter.read?.(given) ?? { value: given };
      const known = "value" in word && parameter.values?.includes(word.value);
      if (known || "reason" in word) return word;
      return { reason: "choice" };
    }
    case "text":
      return readText(parameter, given);
    case "tokens": {
      if (given.length > (parameter.longest ?? 200) * 4) return { reason: "long" };
      const text = formatTokens(parseTokens(wellFormed(given)));
      if (characters(text) > (parameter.longest ?? 200)) return { reason: "long" };
      if (text === "" && given.trim() !== "") {
        return { reason: "malformed", allowed: "The|cat|sat" };
      }
      return { value: text };
    }
    case "cells":
    case "order":
      return given.length > (parameter.longest ?? 200)
        ? { reason: "long" }
        : readText(parameter, given);
  }
}

/** Splits a hash or query; never throws. Pairs that cannot be decoded are reported. */
function pairsOf(source: Source, ignored: Ignored[]): [string, string][] {
  if (typeof source !== "string") return entriesOf(source, ignored);
  const text = source.replace(/^[#?]/, "");
  if (text.length > LONGEST_SOURCE) {
    ignored.push(report("link", text, "long", `≤ ${LONGEST_SOURCE}`));
    return [];
  }
  const pairs: [string, string][] = [];
  for (const part of text.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = equals < 0 ? part : part.slice(0, equals);
    const value = equals < 0 ? "" : part.slice(equals + 1);
    try {
      pairs.push([decode(name), decode(value)]);
    } catch {
      ignored.push(report(name, value, "encoding", "UTF-8"));
    }
  }
  return pairs;
}

function entriesOf(source: Exclude<Source, string>, ignored: Ignored[]): [string, string][] {
  if (source === null || typeof source !== "object") return [];
  const entries: unknown[] =
    Symbol.iterator in source ? [...(source as Iterable<unknown>)] : Object.entries(source);
  const pairs: [string, string][] = [];
  for (const entry of entries) {
    const [name, value]: unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof name !== "string" || value === undefined || value === null) continue;
    if (/^(?:string|number|boolean)$/.test(typeof value)) pairs.push([name, String(value)]);
    else ignored.push(report(name, typeof value, "malformed", "text, number, true, false"));
  }
  return pairs;
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

export function report(name: string, given: string, reason: Reason, allow: string): Ignored {
  return {
    name: excerpt(wellFormed(name), 40),
    given: excerpt(wellFormed(given)),
    reason,
    allowed: allow,
  };
}

/** The values that a source gives, each for itself: what follows from them is not settled. */
export function read<S extends State>(
  table: Table<S>,
  source: Source,
): { values: Partial<S>; ignored: Ignored[] } {
  const ignored: Ignored[] = [];
  const parameters = new Map(table.parameters.map((parameter) => [parameter.name, parameter]));
  const taken = new Map<string, Value>();
  const pairs = pairsOf(source, ignored);
  for (const [name, given] of pairs.slice(0, MOST_PARAMETERS)) {
    if (name === "v") {
      if (given !== VERSION) ignored.push(report(name, given, "version", VERSION));
      continue;
    }
    const parameter = parameters.get(name);
    if (parameter === undefined) {
      ignored.push(report(name, given, "unknown", [...parameters.keys()].join(", ")));
    } else if (taken.has(name)) {
      ignored.push(report(name, given, "repeated", allowed(parameter)));
    } else {
      const { value, wrong } = readReported(parameter, given);
      if (value !== undefined) taken.set(name, value);
      ignored.push(...wrong);
    }
  }
  const next = pairs[MOST_PARAMETERS];
  if (next !== undefined) ignored.push(report(...next, "many", `≤ ${MOST_PARAMETERS}`));
  return { values: Object.fromEntries(taken) as Partial<S>, ignored };
}

function readReported(parameter: Parameter, given: string): { value?: Value; wrong: Ignored[] } {
  const { name } = parameter;
  const got = readValue(parameter, given);
  const allow = got.allowed ?? allowed(parameter);
  if (!("value" in got)) return { wrong: [report(name, given, got.reason, allow)] };
  const wrong: Ignored[] = [];
  if (got.cut) wrong.push(report(name, given, "cut", allow));
  if (got.wrong !== undefined)
    wrong.push(report(name, got.wrong, got.reason ?? "malformed", allow));
  return { value: got.value, wrong };
}

/** The state that a link or attributes mean, and what of them was not taken. */
export function parse<S extends State>(table: Table<S>, source: Source): Parsed<S> {
  const { values, ignored } = read(table, source);
  const settled = assemble(table, values);
  return {
    state: settled.state,
    given: new Set(Object.keys(values)),
    ignored: [...ignored, ...settled.ignored],
  };
}

/** A whole state from some values: the rest comes from the preset they mean. */
export function assemble<S extends State>(
  table: Table<S>,
  given: Partial<S>,
): { state: S; ignored: Ignored[] } {
  const preset = table.presets && String(given[table.presets.by] ?? table.presets.guess(given));
  const state = { ...defaults(table, preset), ...given };
  const settled = table.settle?.(state) ?? { state, ignored: [] };
  // What gave way without having been given is nobody's mistake.
  const ignored = settled.ignored.filter(({ name }) => Object.hasOwn(given, name));
  return { state: settled.state, ignored };
}

/** The reader's own values that a change took back without having been told to. */
export function lost<S extends State>(
  table: Table<S>,
  before: S,
  after: S,
  given: Partial<S>,
): Ignored[] {
  return table.parameters.flatMap(({ name, own }) => {
    if (!own || Object.hasOwn(given, name)) return [];
    const kept = String(after[name]).split(";");
    const gone = String(before[name])
      .split(";")
      .filter((part) => !kept.includes(part));
    const usual = before[name] === defaults(table)[name];
    return gone.length === 0 || usual ? [] : [report(name, gone.join(";"), "lost", "")];
  });
}

/** The values that have to be written down: what differs from the preset, and the preset where it is not guessed. */
export function difference<S extends State>(table: Table<S>, state: S): Partial<S> {
  const presets = table.presets;
  const base = defaults(table, presets && String(state[presets.by]));
  const names = table.parameters.map((parameter) => parameter.name);
  const written = names.filter((name) => name !== presets?.by && state[name] !== base[name]);
  if (table.named) written.unshift("view");
  const given = Object.fromEntries(written.map((name) => [name, state[name]])) as Partial<S>;
  if (presets === undefined || presets.guess(given) === state[presets.by]) return given;
  return { [presets.by]: state[presets.by], ...given } as Partial<S>;
}

/** Percent-encoding that keeps what is readable and safe in a fragment: `The+cat`, `scores[0,1]=2;…` */
function encode(text: string): string {
  return encodeURIComponent(wellFormed(text))
    .replaceAll("%20", "+")
    .replace(/%(?:2C|3A|3B|3D|5B|5D|7C|2F|40)/g, decodeURIComponent)
    .replace(/[()'*!]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function format<S extends State>(table: Table<S>, state: S): Link {
  const values = Object.entries(difference(table, state));
  const parts = values.map(([name, value]) => `${name}=${encode(String(value))}`);
  const text = [`v=${VERSION}`, ...parts].join("&");
  return { text, tooLong: text.length > LONGEST_LINK };
}

// Attributes of the element that are not state (HTML's own, and how the frame behaves).
const foreign =
  /^(?:class|id|style|slot|title|hidden|role|dir|tabindex|part|is|inert|draggable|width|height|loading|group|state|(?:data|aria|on).*)$/;

/** The state that the attributes of `<clearhead-figure>` mean. `d-model` counts as `d_model`. */
export function fromAttributes<S extends State>(
  table: Table<S>,
  attributes: Iterable<{ readonly name: string; readonly value: string }>,
): Parsed<S> {
  const pairs: [string, string][] = [];
  for (const { name, value } of attributes) {
    if (!foreign.test(name)) pairs.push([name.replaceAll("-", "_"), value]);
  }
  return parse(table, pairs);
}
