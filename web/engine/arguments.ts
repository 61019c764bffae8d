// Checks of what callers pass: its kind, never its meaning.

import { ArgumentError, OutOfRangeError, UnknownNameError } from "./errors.js";
import { MAX_RANK, show, tagOf } from "./tensors.js";
import type { CallOptions } from "./types.js";

export function record<T>(what: string, given: T): T {
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return given;
  throw new ArgumentError(`${what} is ${show(given)}; give an object`);
}

/** `given` is an object with no other keys than `allowed`. */
export function checkKeys(what: string, given: unknown, allowed: readonly string[]): void {
  for (const key of Object.keys(record(what, given) as object)) {
    if (allowed.includes(key)) continue;
    throw new ArgumentError(`${what} has no field ${show(key)}; allowed: ${allowed.join(", ")}`);
  }
}

/** What a field or an attribute may hold. */
export type Kind = "number" | "integer" | "boolean" | "string" | "integers";

const WANTED = {
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  string: "a string",
};

/** `given` has exactly the fields of `kinds`, each of its kind. */
export function checkFields(what: string, given: object, kinds: Record<string, Kind>): void {
  checkKeys(what, given, Object.keys(kinds));
  for (const [name, kind] of Object.entries(kinds)) {
    checkKind(`${what}.${name}`, (given as Record<string, unknown>)[name], kind);
  }
}

/** The value, a list as an array. */
export function checkKind<T>(what: string, value: T, kind: Kind): T | number[] {
  if (kind === "integers") return checked(what, value, WANTED.integer, isInteger);
  if (kind === "integer" ? isInteger(value) : typeof value === kind) return value;
  throw new ArgumentError(`${what} is ${show(value)}; give ${WANTED[kind]}`);
}

function isInteger(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(value as number) <= 2 ** 53;
}

/** `word` is the only one there is. */
export function checkWord(what: string, word: string, only: string): void {
  if (word === only) return;
  throw new UnknownNameError(`${what} is ${show(word)}; it may be ${only}`);
}

/** A copy without behaviour: no getters, proxies or functions reach the core. */
export function plain<T>(what: string, given: T): T {
  record(what, given);
  try {
    return structuredClone(given);
  } catch {
    throw new ArgumentError(`${what} holds something that is not plain data (a function?)`);
  }
}

/** Longest list that the core takes. */
const MAX_ITEMS = 2 ** 20;

export function checkLength(what: string, length: number, limit = MAX_ITEMS): void {
  if (length <= limit) return;
  throw new OutOfRangeError(`${what} has ${length} elements; at most ${limit} are allowed`);
}

export function words(what: string, given: unknown): string[] {
  if (!Array.isArray(given)) {
    throw new ArgumentError(`${what} is ${show(given)}; give an array of strings`);
  }
  checkLength(what, given.length);
  const wrong = given.findIndex((word) => typeof word !== "string");
  if (wrong < 0) return [...given];
  throw new ArgumentError(`${what}[${wrong}] is ${show(given[wrong])}; give a string`);
}

/** Numbers of any value, NaN included. */
export function numbers(what: string, given: unknown): number[] {
  return checked(what, given, "a number", () => true);
}

/** How many, 0 or more. */
export function count(what: string, given: unknown): number {
  if (Number.isSafeInteger(given) && (given as number) >= 0) return given as number;
  throw new ArgumentError(`${what} is ${show(given)}; give an integer of 0 or more`);
}

/** What draws begin with. */
export function seed(what: string, given: unknown): number {
  const number = checkKind(what, given, "integer") as number;
  if (number >= 0 && number < 2 ** 32) return number;
  throw new OutOfRangeError(`${what} is ${number}; it may be from 0 to ${2 ** 32 - 1}`);
}

/** The signal of `options`, an AbortSignal of any realm or none; `fields` is what else they may have. */
export function signalOf(
  options: CallOptions,
  fields: readonly string[] = [],
): AbortSignal | undefined {
  checkKeys("options", options, [...fields, "signal"]);
  const { signal } = options;
  if (signal === undefined || tagOf(signal) === "AbortSignal") return signal;
  throw new ArgumentError(`signal is ${show(signal)}; give the signal of an AbortController`);
}

export function integers(what: string, given: unknown): number[] {
  return checked(what, given, "an integer of 0 or more", (n) => Number.isSafeInteger(n) && n >= 0);
}

/** An index into a tensor. */
export function cell(what: string, given: unknown): number[] {
  const index = integers(what, given);
  checkLength(what, index.length, MAX_RANK);
  return index;
}

function checked(
  what: string,
  given: unknown,
  wanted: string,
  allowed: (value: number) => boolean,
): number[] {
  if (!Array.isArray(given) && !(ArrayBuffer.isView(given) && "length" in given)) {
    throw new ArgumentError(`${what} is ${show(given)}; give an array of numbers`);
  }
  checkLength(what, (given as ArrayLike<unknown>).length);
  return Array.from(given as ArrayLike<unknown>, (value, i) => {
    if (typeof value === "number" && allowed(value)) return value;
    throw new ArgumentError(`${what}[${i}] is ${show(value)}; give ${wanted}`);
  });
}
