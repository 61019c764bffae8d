import type { LessonWords } from "../../types.js";

export const translate: LessonWords = {
  text: "A decoder writes one token at a time and reads what it has written: [BOS], then [BOS, I], and so on. Greedy decoding takes the likeliest token each time, which need not lead to the likeliest sentence: “aimons” may be “like” or “love”, and what is chosen there decides how sure the model is of the words that follow. Beam search keeps several beginnings.",
  task: "Step through the sentence and find the token whose near second leads to a likelier sentence. Open that candidate, so that the text goes on from it and its score beats that of greedy decoding.",
  hint: "At the second token two candidates are close to each other.",
  done: "Right: after this second choice the model is sure of the next words, and the whole sentence has a larger Σ log p than the one of likeliest tokens.",
};
