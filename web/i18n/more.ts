// What a reader asks for later, in both languages: they may be switched at any time.
import { more as en } from "./en/more.js";
import { more as zh } from "./zh/more.js";

export const more = { en, zh };
