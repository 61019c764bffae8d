import { attention } from "./attention.js";
import type { View } from "./view.js";

/** Every figure there is, by the word of the parameter `view`. */
export const views: Readonly<Record<string, View>> = { attention };
