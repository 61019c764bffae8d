// What the model is asked beside the run that is drawn: the two sentences without a patch, and the
// second with the one that is chosen.
import type { Tensor } from "../../engine/types.js";
import type { Read } from "../language.js";

export interface Asked {
  readonly clean: Read;
  readonly corrupted: Read;
  /** Whether a patch says anything: sentences of one length that differ. */
  readonly fits: "yes" | "length" | "same";
  readonly token: number;
  readonly against: number;
  /** Words asked for that are no token. */
  readonly refused: readonly string[];
  /** Where the chosen patch is, within the sentence. */
  readonly position: number;
  /** By name, what of the clean run can be put in. */
  readonly values: Readonly<Record<string, Tensor>>;
  /** [1, T, V] of the clean, the corrupted and the patched run; none where they do not fit. */
  readonly logits: readonly Tensor[];
}
