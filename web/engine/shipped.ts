// The trained models that ship, and their files. Loaded with the first Transformer.

import { UnknownNameError } from "./errors.js";
import { fetchFile } from "./files.js";
import { show } from "./tensors.js";

/** The trained models of a release. */
export const shippedModels = ["translate", "language", "bank"] as const;

/** How the file of one is called. */
export function shippedFileName(model: string): string {
  if (shippedModels.some((name) => name === model)) return `${model}.safetensors`;
  throw new UnknownNameError(
    `there is no shipped model ${show(model)}; the shipped models are ${shippedModels.join(", ")}`,
  );
}

/** From the release folder. */
export async function shippedFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(`models/${shippedFileName(name)}`, import.meta.url);
  const hint = "the trained models lie in models/ beside engine.js in the release folder";
  return fetchFile(url, hint);
}
