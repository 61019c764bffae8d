// What callers give, read into the requests of the core: its kinds are checked here, its
// meaning in the core.

import {
  cell,
  checkFields,
  checkKeys,
  checkKind,
  checkLength,
  checkWord,
  count,
  integers,
  type Kind,
  numbers,
  plain,
  seed,
} from "./arguments.js";
import { ArgumentError, UnknownNameError } from "./errors.js";
import type { ApplyRequest, CoreOperation, StepRequest } from "./handlers.js";
import { show } from "./tensors.js";
import type {
  AttributeValue,
  GradientTarget,
  Intervention,
  ModelConfig,
  RunOptions,
  Step,
} from "./types.js";

const DEFAULT_LIMIT = 64;

/** The operation of that name. */
export function schemaOf(operations: readonly CoreOperation[], operation: unknown): CoreOperation {
  const schema = operations.find(({ name }) => name === operation);
  if (schema) return schema;
  const names = operations.map(({ name }) => name).join(", ");
  throw new UnknownNameError(
    `there is no operation ${show(operation)}; the operations are ${names}`,
  );
}

/** One step of a program; `at` is how errors call it. */
export function stepOf(
  at: string,
  given: unknown,
  operations: readonly CoreOperation[],
): StepRequest {
  checkKeys(at, given, ["name", "operation", "inputs", "attributes"]);
  const { name, operation, inputs = {}, attributes = {} } = given as Step;
  const read = Object.entries(plain(`${at}.inputs`, inputs));
  return {
    name: text(`${at}.name`, name),
    operation,
    inputs: Object.fromEntries(
      read.map(([slot, from]) => [slot, text(`${at}.inputs.${slot}`, from)]),
    ),
    attributes: settings(schemaOf(operations, operation), plain(`${at}.attributes`, attributes)),
  };
}

/** The attributes, those of the schema checked; what else there is the core refuses by name. */
export function settings(
  { name, attributes }: Pick<CoreOperation, "name" | "attributes">,
  given: Record<string, AttributeValue>,
): ApplyRequest["attributes"] {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const known = attributes.find((attribute) => attribute.name === key);
      return [key, known && checkKind(`${name}: ${key}`, value, known.type)];
    }),
  );
}

const CONFIG = {
  kind: "string",
  d_model: "integer",
  d_k: "integer",
  heads: "integer",
  seed: "integer",
  weights: "string",
  mask: "string",
  length: "integer",
  scaling: "boolean",
  positions: "boolean",
} satisfies Record<keyof ModelConfig, Kind>;

/** A copy of the configuration, its fields of the right kinds; the core checks their ranges. */
export function modelConfig(given: ModelConfig): ModelConfig {
  const config = plain("config", given);
  checkFields("config", config, CONFIG);
  checkWord("config.kind", config.kind, "self_attention");
  seed("config.seed", config.seed);
  return config;
}

export function recorded(options: RunOptions): { record: string; interventions: Intervention[] } {
  return {
    record: text("record", options.record ?? "inspect"),
    interventions: interventions(options.interventions ?? []),
  };
}

function interventions(given: unknown): Intervention[] {
  if (!Array.isArray(given)) {
    throw new ArgumentError(`interventions is ${show(given)}; give an array`);
  }
  checkLength("interventions", given.length);
  return given.map((item: unknown, i) => {
    const at = `interventions[${i}]`;
    checkKeys(at, item, ["tensor", "action", "indices", "values"]);
    const { tensor, action, indices, values } = item as Intervention;
    return {
      tensor: text(`${at}.tensor`, tensor),
      action: text(`${at}.action`, action) as Intervention["action"],
      ...(indices !== undefined && { indices: integers(`${at}.indices`, indices) }),
      values: numbers(`${at}.values`, values),
    };
  });
}

/** A copy of what is to be differentiated. */
export function target(given: GradientTarget): GradientTarget {
  const of = plain("of", given);
  checkKeys("of", of, ["tensor", "reduce", "index"]);
  const { reduce, index } = of as { reduce?: unknown; index?: unknown };
  const tensor = text("of.tensor", of.tensor);
  if ((reduce === undefined) === (index === undefined)) {
    throw new ArgumentError('of needs either reduce: "sum" or an index');
  }
  if (index !== undefined) return { tensor, index: cell("of.index", index) };
  checkWord("of.reduce", text("of.reduce", reduce), "sum");
  return { tensor, reduce: "sum" };
}

export function text(what: string, given: unknown): string {
  if (typeof given === "string") return given;
  throw new ArgumentError(`${what} is ${show(given)}; give a string`);
}

export function question(
  name: string,
  index: number[],
  limit = DEFAULT_LIMIT,
): [name: string, index: number[], limit: number] {
  return [text("name", name), cell("index", index), count("limit", limit)];
}
