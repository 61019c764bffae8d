// Checks of what callers pass: its kind, never its meaning.

import { ArgumentError } from "./errors.js";
import { show } from "./tensors.js";

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

/** A copy without behaviour: no getters, proxies or functions reach the core. */
export function plain<T>(what: string, given: T): T {
  record(what, given);
  try {
    return structuredClone(given);
  } catch {
    throw new ArgumentError(`${what} holds something that is not plain data (a function?)`);
  }
}

export function words(what: string, given: unknown): string[] {
  if (!Array.isArray(given)) {
    throw new ArgumentError(`${what} is ${show(given)}; give an array of strings`);
  }
  const wrong = given.findIndex((word) => typeof word !== "string");
  if (wrong < 0) return given;
  throw new ArgumentError(`${what}[${wrong}] is ${show(given[wrong])}; give a string`);
}

/** Numbers of any value, NaN included. */
export function numbers(what: string, given: unknown): number[] {
  return checked(what, given, "a number", () => true);
}

export function integers(what: string, given: unknown): number[] {
  return checked(what, given, "an integer of 0 or more", (n) => Number.isSafeInteger(n) && n >= 0);
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
  return Array.from(given as ArrayLike<unknown>, (value, i) => {
    if (typeof value === "number" && allowed(value)) return value;
    throw new ArgumentError(`${what}[${i}] is ${show(value)}; give ${wanted}`);
  });
}
