// What is said when the texts themselves could not be loaded.
import type { Language } from "./types.js";

export const wordless: Record<Language, { failed: string; retry: string }> = {
  en: { failed: "A file of this page could not be loaded.", retry: "Try again" },
  zh: { failed: "本页的一个文件没能载入。", retry: "重试" },
};
