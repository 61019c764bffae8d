// A fixed formula: `tex` becomes MathML at build time (web/build/formulas.mjs), NAME.ts →
// NAME.gen.ts; `plain` stands in SVG and in speech. \q \k \v \g give a symbol the colour of its role.

export interface Formula {
  readonly tex: string;
  readonly plain: string;
}

export type Formulas = Readonly<Record<string, Formula>>;

/** As figures use it. */
export interface Typeset {
  readonly mathml: string;
  readonly plain: string;
}
