// Reads the reference vectors in place: ONNX-style JSON cases and safetensors.
// The folder is CLEARHEAD_VECTORS, by default ../shared/vectors; the chapter's
// values are in CLEARHEAD_CHAPTER, by default ../shared/chapter. Both are data
// that the repository does not contain.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { DataType } from "clearhead/engine.js";
import { halfBits, halfToNumber } from "./half.js";

export type Cells = ArrayLike<number> | ArrayLike<bigint>;

/**
 * As a file holds it: f16 as bit patterns, i64 as BigInt64Array, f64 as
 * Float64Array.
 */
export interface VectorTensor {
  dtype: DataType;
  shape: number[];
  data: Cells;
}

export interface VectorCase {
  name: string;
  attributes: Record<string, unknown>;
  inputs: Record<string, VectorTensor>;
  /**
   * ONNX only; the tensors of a torch case are all inputs, by their full
   * names.
   */
  outputs: Record<string, VectorTensor>;
}

function folder(variable: string, fallback: string): string | undefined {
  const path = process.env[variable] ?? fallback;
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined;
}

export const vectorsFolder = folder("CLEARHEAD_VECTORS", "../shared/vectors");
export const chapterFolder = folder("CLEARHEAD_CHAPTER", "../shared/chapter");

/** A numeric attribute, or `fallback` where the case has none. */
export function number({ attributes }: VectorCase, name: string, fallback: number): number {
  const value = attributes[name];
  return typeof value === "number" ? value : Number(value ?? fallback);
}

/** The tensor of a case that must have it. */
export function given(tensors: Record<string, VectorTensor>, name: string): VectorTensor {
  const tensor = tensors[name];
  if (!tensor) throw new Error(`the case has no ${name}, only ${Object.keys(tensors).join(", ")}`);
  return tensor;
}

/** The cells as numbers, whatever the file's type. */
export function numbers({ dtype, data }: VectorTensor): number[] {
  if (dtype === "f16") return Array.from(data as ArrayLike<number>, halfToNumber);
  return Array.from(data as ArrayLike<number | bigint>, Number);
}

/**
 * All cases of onnx/ whose file name begins with one of `prefixes`, by name.
 */
export function readOnnx(...prefixes: string[]): VectorCase[] {
  return files("onnx", ".json", prefixes).map(readJson);
}

/**
 * All cases of torch/ whose file name begins with one of `prefixes`, by name.
 */
export function readTorch(...prefixes: string[]): VectorCase[] {
  return files("torch", ".safetensors", prefixes).map(readSafetensors);
}

/** All cases of mla/, by name. */
export function readMla(): VectorCase[] {
  return files("mla", ".safetensors", ["mla_"]).map(readSafetensors);
}

/**
 * The cases of hf/`file`.json. A name within an object is joined by dots
 * ("config.rope_scaling.factor"); numbers and words are attributes, lists of
 * numbers inputs.
 */
export function readHf(file: string): VectorCase[] {
  const path = join(vectorsFolder ?? "", "hf", `${file}.json`);
  const { cases } = JSON.parse(readFileSync(path, "utf8"));
  return cases.map((members: Members) => {
    const read: VectorCase = { name: "", attributes: {}, inputs: {}, outputs: {} };
    readMembers(members, "", read);
    return { ...read, name: String(read.attributes.id) };
  });
}

interface Members {
  [name: string]: Members | Nested | boolean | null;
}

function readMembers(members: Members, prefix: string, read: VectorCase): void {
  for (const [name, value] of Object.entries(members)) {
    if (Array.isArray(value)) read.inputs[prefix + name] = fromNested(value);
    else if (typeof value === "object" && value) readMembers(value, `${prefix + name}.`, read);
    else if (value !== null) read.attributes[prefix + name] = value;
  }
}

function files(family: string, extension: string, prefixes: string[]): string[] {
  const path = join(vectorsFolder ?? "", family);
  return readdirSync(path)
    .filter((name) => name.endsWith(extension) && prefixes.some((start) => name.startsWith(start)))
    .sort()
    .map((name) => join(path, name));
}

interface JsonTensor {
  dtype: DataType;
  shape: number[];
  data: (number | boolean | "NaN" | "Infinity" | "-Infinity")[];
}

function readJson(path: string): VectorCase {
  const { attributes, inputs, outputs } = JSON.parse(readFileSync(path, "utf8"));
  const tensors = (all: Record<string, JsonTensor>): Record<string, VectorTensor> =>
    Object.fromEntries(Object.entries(all).map(([name, tensor]) => [name, fromJson(tensor)]));
  return {
    name: basename(path, ".json"),
    attributes,
    inputs: tensors(inputs),
    outputs: tensors(outputs),
  };
}

/** Number() reads the three words for what is not finite. */
function fromJson({ dtype, shape, data }: JsonTensor): VectorTensor {
  const cells = data.map(Number);
  switch (dtype) {
    case "f16":
      return { dtype, shape, data: Uint16Array.from(cells, halfBits) };
    case "f32":
      return { dtype, shape, data: Float32Array.from(cells) };
    case "f64":
      return { dtype, shape, data: Float64Array.from(cells) };
    case "i64":
      return { dtype, shape, data: BigInt64Array.from(cells, BigInt) };
    default:
      return { dtype, shape, data: cells };
  }
}

const arrays = {
  F64: Float64Array,
  F32: Float32Array,
  F16: Uint16Array,
  I64: BigInt64Array,
  I32: Int32Array,
  BOOL: Uint8Array,
  U8: Uint8Array,
} as const;

interface Stored {
  dtype: keyof typeof arrays;
  shape: number[];
  data_offsets: [number, number];
}

/** A little-endian header length, a JSON header, then the cells. */
function readSafetensors(path: string): VectorCase {
  const file = readFileSync(path);
  const data = 8 + Number(file.readBigUInt64LE(0));
  const { __metadata__, ...stored } = JSON.parse(file.toString("utf8", 8, data));
  const inputs: Record<string, VectorTensor> = {};
  for (const [name, { dtype, shape, data_offsets }] of Object.entries<Stored>(stored)) {
    const [begin, end] = data_offsets;
    const bytes = Uint8Array.from(file.subarray(data + begin, data + end));
    inputs[name] = {
      dtype: dtype.toLowerCase() as DataType,
      shape,
      data: new arrays[dtype](bytes.buffer),
    };
  }
  const attributes = JSON.parse(__metadata__.case);
  return {
    name: basename(path, ".safetensors"),
    attributes,
    inputs,
    outputs: {},
  };
}

type Nested = number | string | Nested[];

/** A value of values.json: nested arrays of numbers as a tensor. */
export function readChapter(...path: string[]): VectorTensor {
  const text = readFileSync(join(chapterFolder ?? "", "values.json"), "utf8");
  let value = JSON.parse(text);
  for (const key of path) value = value[key];
  return fromNested(value);
}

function fromNested(value: Nested): VectorTensor {
  const shape: number[] = [];
  for (let at: Nested = value; Array.isArray(at); at = at[0] as Nested) shape.push(at.length);
  const cells = (at: Nested): number[] => (Array.isArray(at) ? at.flatMap(cells) : [Number(at)]);
  return { dtype: "f64", shape, data: Float64Array.from(cells(value)) };
}
