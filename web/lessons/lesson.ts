// A lesson step: a figure, what it shows, and a task that the numbers on screen tick off. Its
// words are `lessons.NAME.title`, `.text`, `.task`, `.hint` and `.done` (i18n/en/lessons.ts).
import type { RunHandle, ViewName } from "../elements/clearhead.js";

export interface Lesson {
  /** The figure, and the name of the words. */
  readonly name: Exclude<ViewName, "attention">;
  /** What the figure begins with, `heads=4&length=6`; "": its defaults. */
  readonly begin: string;
  /** Looks at the numbers on screen: is the task done? */
  solved(run: RunHandle): Promise<boolean>;
}
