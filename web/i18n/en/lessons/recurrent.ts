import type { LessonWords } from "../../types.js";

export const recurrent: LessonWords = {
  text: "Before attention, networks read a text word by word: a state takes in the next word and hands itself on. What the last state still owes to an early word shows in a gradient: change the state k words back a little, and see how much of the change arrives. Attention reads the early word itself.",
  task: "Predict: is it the network's own matrix U that loses the distant words, or the words that come in between? Find a ρ and a σ with which more than a tenth of a change is left after 20 words.",
  hint: "ρᵏ is what U alone would leave: at ρ = 0.9 and k = 20 that is 0.12. What else is lost, tanh takes. Make its inputs smaller with σ.",
  done: "Right: both count. ρᵏ sets how much can be left at most, and inputs small enough leave tanh nearly straight. “RNNs forget” is a tendency, not a law.",
};
