import type { CatalogueEntry, GradientTarget, Tensor } from "../../engine/types.js";
import type { Ignored } from "../../state/table.js";
import type { AttentionState } from "./parameters.js";

export interface AttentionGradients {
  readonly of: GradientTarget;
  /** The value of the target. */
  readonly value: number;
  /** ‖∂out_i/∂x_j‖, [T, T]. */
  readonly map: Tensor;
  /** d(tensor) by the tensor's name. */
  readonly tensors: Readonly<Record<string, Tensor>>;
}

/** Everything the figure draws: the engine's own numbers, untouched. */
export interface AttentionData {
  readonly state: AttentionState;
  readonly ignored: readonly Ignored[];
  readonly tokens: readonly string[];
  readonly truncated: number | undefined;
  readonly catalogue: readonly CatalogueEntry[];
  readonly tensors: Readonly<Record<string, Tensor>>;
  /** The stage that the reader's own matrix replaced. */
  readonly pasted: "scores" | "weights" | undefined;
  readonly gradients: AttentionGradients | undefined;
}
