import type { LessonWords } from "../../types.js";

export const sharing: LessonWords = {
  text: "While a model writes, it keeps the keys and values of all earlier tokens: the KV cache. With GQA several query heads share one key and one value head, with MQA all of them do. The cache shrinks in the same proportion; the layer's parameters shrink less, because W_Q and W_O stay as they are. MLA goes another way: it keeps one latent a token, and makes the keys and values of all heads from it.",
  task: "Predict: how many key/value heads bring 8 heads to a quarter of the cache? Then choose that number.",
  hint: "The cache grows with the number of key/value heads. Compare each bar with the first.",
  done: "Right: two key/value heads keep a quarter of what eight keep. The layer still has more than half of its parameters.",
};
