import { common } from "./common.js";
import { controls } from "./controls.js";
import { embed } from "./embed.js";
import { errors } from "./errors.js";
import { inspect } from "./inspect.js";

export const zh = { common, controls, embed, errors, inspect } as const;
