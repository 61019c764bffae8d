// Signs with a letter below the line in running text: the dictionaries write W_Q, d_model
// and √d_k; a reader sees them typeset as in the formulas, and hears "W Q".

// The last group must not begin a line after it, so it is written within.
const signs = /(√?)(?<!\w)(d?)([dhoWO])_(model|[kvrQKVEODUT])\b([，。；：、）」”,.;:)]*)/g;

/** The text as markup: MathML for the signs, everything else escaped. */
export function markup(text: string): string {
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return safe.replace(signs, (_, root, d, letter, below, end) => {
    const body = `${d && "<mi>d</mi>"}<msub><mi>${letter}</mi><mi>${below}</mi></msub>`;
    const whole = root ? `<msqrt>${body}</msqrt>` : body;
    const after = end && `<mtext>${end}</mtext>`;
    return `<math aria-label="${root}${d}${letter} ${below}${end}">${whole}${after}</math>`;
  });
}

/** The text as names and speech have it. */
export function spoken(text: string): string {
  return text.replace(signs, "$1$2$3 $4$5");
}

/** What stands on the line and what below it, in turn: "S′_ij = S" is "S′", "ij", " = S". */
export function levels(text: string, formula: boolean): string[] {
  return text.split(formula ? /_([\p{L}\d]+)/u : /(?<=(?<!\w)d?[dWO])_(model|[kvrQKVEODU])\b/);
}
