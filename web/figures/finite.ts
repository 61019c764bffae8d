// What is said where numbers grew beyond float32.
import type { Tensor } from "../engine/types.js";
import { type Language, t } from "../i18n/t.js";
import type { Scene } from "../scene/scene.js";
import { excerpt } from "../state/text.js";

/** The −∞ of hidden scores is no such number. */
const grew = (tensor: Tensor | undefined) =>
  tensor?.data.some((value) => Number.isNaN(value) || value === Infinity);

/** Sentences that name such a number give way to one that says what was set. */
export function finite(
  scene: Scene,
  tensors: readonly (Tensor | undefined)[],
  set: string,
  language: Language,
): Scene {
  const told = (text: string) => !/NaN|∞/.test(text);
  const notes = scene.notes.filter(told);
  const all = notes.length === scene.notes.length && told(scene.summary);
  if (all || !tensors.some(grew)) return scene;
  const summary =
    set === ""
      ? t(language, "common.overflow.sizes")
      : t(language, "common.overflow", { set: excerpt(set) });
  return { ...scene, notes, summary };
}
