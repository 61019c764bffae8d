import type { LessonWords } from "../../types.js";

export const families: LessonWords = {
  text: "Encoder-only, decoder-only, encoder–decoder: three models of like size read the same sentences in the same order. What differs is what is hidden from them and where an answer is asked: at about one token in six, at every token, or at a gap. The counts say how often each was asked; the curves below put the same question to all three.",
  task: "The decoder is asked more than five times as often as the encoder. Predict: does it stay ahead when a word in the middle of a sentence is to be filled in? Train until another family is less surprised at the right word than the decoder, by at least 0.2 nats.",
  hint: "Watch “Fill a gap: surprise at the right word”. A few hundred steps are enough, of Chinese sentences fewer than of English ones.",
  done: "Right. The decoder is ahead at first, for every step asks it more. But it sees only what stands before the gap, and no amount of training shows it the rest. In return, the encoder does badly at going on after a beginning: it was never trained to. What a family is asked, and what it may see, decides what it can do afterwards.",
};
