/** The two languages of everything a reader sees; neither is a translation of the other. */
export type Language = "en" | "zh";

export const languages: readonly Language[] = ["en", "zh"];

/** The same keys as the twin in the other language: a missing or an extra key does not compile. */
export type Twin<Section> = { readonly [Key in keyof Section]: string };

/** The words of a lesson step besides its title. */
export type LessonWords = Readonly<Record<"text" | "task" | "hint" | "done", string>>;

/** The texts of a section by key, of whatever section. */
export type Texts = Readonly<Record<string, string>>;

/** What may fill a `{placeholder}`; numbers are written by Intl in the reader's language. */
export type Parameters = Readonly<Record<string, string | number>>;

/** A text to be written in the reader's language later. */
export interface Message<Key extends string = string> {
  readonly key: Key;
  readonly parameters?: Parameters;
}
