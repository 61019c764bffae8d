// A lesson step: a figure, what it shows, and a task that the numbers on screen tick off. Its
// title is in i18n/en/lessons.ts; its other words, in i18n/en/lessons/, are loaded with it.
import type { RunHandle, ViewName } from "../elements/clearhead.js";
import type { Language, LessonWords } from "../i18n/types.js";

/** The name of its figure. */
export type LessonName = Exclude<ViewName, "attention">;

export interface Lesson {
  readonly words: Readonly<Record<Language, LessonWords>>;
  /** What the figure begins with, `heads=4&length=6`; "": its defaults. */
  readonly begin: string;
  /** Looks at the numbers on screen: is the task done? */
  solved(run: RunHandle): Promise<boolean>;
}
