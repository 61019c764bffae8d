// What the model is asked beside the run that is drawn.
import type { Read } from "../language.js";

export interface Asked extends Read {
  /** What is read last, from 0, BOS. */
  readonly position: number;
  /** The likeliest token behind it. */
  readonly likeliest: number;
  /** The token that is followed, and the one that it is compared with. */
  readonly token: number;
  readonly against: number | undefined;
  /** Words asked for that are no token. */
  readonly refused: readonly string[];
}
