// What only a copy button needs, in one module that is loaded on demand.
export { asLatex } from "./latex.js";
export { asText } from "./text.js";
export { script } from "./torch.js";
