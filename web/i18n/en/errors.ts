/** What went wrong, by the code of the error; its own English message is for developers. */
export const errors = {
  argument: "This value is of the wrong kind.",
  shape: "The shapes do not fit together.",
  range: "This number is outside its range.",
  unknown: "This name does not exist.",
  memory:
    "This needs more memory than the page allows. Use a shorter sentence, a smaller width, or fewer layers, seeds or figures.",
  disposed: "This result has been released. Compute it again.",
  cancelled: "Cancelled, because a later request took its place.",
  unsupported:
    "This browser has no WebAssembly SIMD, which the engine needs. Use Chrome or Edge 91, Firefox 89, Safari 16.4 or later.",
  load: "A file of this page could not be loaded: {file}. Check the connection, then try again.",
  crashed:
    "The engine stopped and was started again. Your work is kept; the last step was not done.",
  empty: "The sentence is empty: there is no number to open.",
  run: "This file holds no run of training that this figure saved.",
  picture: "The browser could not turn this picture into PNG. Save it as SVG instead.",
} as const;
