// The first tokens of every vocabulary (core/train/task.h). Numbers alone: figures, which know no
// engine, may import them too.

/** Stands before what is written. */
export const BOS = 1;
/** Ends it. */
export const EOS = 2;
/** Stands for what is hidden. */
export const MASK = 3;
