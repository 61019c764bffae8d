// Which folder may include or import which: the one table of it.

const below = {
  base: [],
  kernels: ["base"],
  graph: ["base", "kernels"],
  ops: ["base", "kernels", "graph"],
  text: ["base"],
};
const onOps = ["base", "kernels", "graph", "ops"];
const onAttention = [...onOps, "masks", "positions", "layers", "attention"];

/** core/FOLDER → the folders of core/ it may include, besides itself. */
export const core = {
  ...below,
  masks: onOps,
  positions: onOps,
  layers: onOps,
  attention: [...onOps, "masks", "positions", "layers"],
  model: onAttention,
  train: [...onAttention, "model"],
  decode: [...onAttention, "model"],
  io: [...onAttention, "model", "text"],
  analysis: [...onAttention, "model"],
  session: [...onAttention, "model", "train", "decode", "io", "analysis", "text"],
};

/** wasm/ binds the facade; it needs the values that cross the border, no more. */
export const wasm = ["base", "graph", "session"];

/**
 * web/FOLDER → the folders of web/ it may import, besides itself. Figures are
 * functions of data and know a scene, never the engine; views ask the engine for
 * that data; elements join everything with the document.
 */
export const web = {
  i18n: [],
  formulas: [],
  engine: [],
  state: ["i18n"],
  scene: ["i18n"],
  figures: ["scene", "state", "i18n", "formulas"],
  inspect: ["scene", "i18n"],
  views: ["engine", "figures", "scene", "state", "inspect", "i18n", "formulas"],
  controls: ["scene", "state", "i18n"],
  elements: [
    "engine",
    "views",
    "figures",
    "scene",
    "inspect",
    "state",
    "controls",
    "i18n",
    "formulas",
  ],
  lessons: ["elements", "figures", "state", "i18n", "formulas"],
  pages: ["elements", "lessons", "state", "i18n", "engine"],
};

/** web/FOLDER → the packages its files may import; the other folders import none. */
export const webPackages = {
  engine: ["wasm-feature-detect"],
  controls: ["lit"],
  elements: ["lit"],
  pages: ["clearhead:worker"],
};

/** Only types, and so allowed from everywhere in web/. */
export const webTypes = ["web/engine/types"];

/** Only numbers, and so allowed from everywhere in web/ too. */
export const webNumbers = ["web/engine/tokens"];

/** Folders of web/ without a document: nothing there may name one. */
export const withoutDocument = ["engine", "figures", "state", "i18n", "inspect", "scene", "views"];
/** The painter for the page draws onto a canvas. */
export const withDocument = ["web/scene/canvas.ts"];

/** <PREFIX…> headers → the only folders whose files may include them. */
export const headers = {
  "hwy/": ["core/kernels/", "tests/core/kernels/", "tests/support/", "tests/bench/"],
  "emscripten/": ["wasm/", "tests/bench/"],
  "emscripten.h": ["wasm/"],
  "catch2/": ["tests/"],
  "rapidjson/": ["core/io/", "tests/"],
};
