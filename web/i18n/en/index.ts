import { attention } from "./attention.js";
import { common } from "./common.js";
import { controls } from "./controls.js";
import { embed } from "./embed.js";
import { inspect } from "./inspect.js";
import { page } from "./page.js";

export const en = { attention, common, controls, embed, inspect, page } as const;
