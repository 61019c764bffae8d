// What a model writes by itself.
import type { GenerateRequest, Transformer } from "../engine/types.js";

/** A text token by token until it is done, its end included. */
export async function written(
  model: Transformer,
  request: GenerateRequest,
  signal: AbortSignal,
): Promise<number[]> {
  const text = await model.generate(request, { signal });
  try {
    let step = await text.step({ signal });
    while (!step.done) step = await text.step({ signal });
    return step.tokens;
  } finally {
    await text.dispose();
  }
}
