/** Words of index.html: the header, the lesson and its tasks. */
export const page = {
  "document.title": "Clearhead: attention, number by number",
  "document.description":
    "A Transformer you can see through: type a sentence, follow it through attention, and open any number down to a token id. Everything runs on your own machine.",
  skip: "Skip to the figure",
  brand: "Clearhead",
  tagline: "a Transformer you can see through",
  language: "Language",
  theme: "Colours",
  "theme.auto": "Auto",
  "theme.light": "Light",
  "theme.dark": "Dark",
  heading: "Attention, number by number",
  lead: "To read one word, a Transformer looks at every word of the sentence. How much it looks at each is a row of weights that add up to 1. Begin with three words, or ",
  "lead.own": "type your own",
  "lead.rest": ": every number behind the weights is on this page, and every number opens.",
  how: "How it works, in four sentences",
  "how.1":
    "Each word is a vector x, and three matrices turn it into a query (what this word looks for), a key (what it can be found by) and a value (what it passes on).",
  "how.2":
    "The score of a pair of words is the dot product of the one’s query and the other’s key, divided by √d_k so that scores do not spread further apart as their number of features d_k grows.",
  "how.3":
    "A mask hides the pairs that must not be seen, and softmax turns each row of scores into weights that are never negative and add up to 1.",
  "how.4": "The output for a word is the average of all values, weighted by its row.",
  tasks: "Try this",
  "tasks.progress": "{done} of {all} done",
  "task.done": "Done",
  "task.open": "Not done yet",
  "task.hint": "Hint",
  "task.1.title": "Open a number",
  "task.1.text":
    "In the row of cat, the word sat gets 4/7. Open it, and go on until you reach a token id.",
  "task.1.hint":
    "Press “open 4/7”, then a number of q or k, then the embedding e below it: there you see the token id.",
  "task.2.title": "One number decides",
  "task.2.text":
    "Change a single number of the query weights W_Q so that cat looks at sat with 1/4.",
  "task.2.hint":
    "Switch to “All controls” and find the 2 in row 2, column 3 of W_Q. Double-click it, or select it and press F2, and set it to 0: the query of cat no longer matches the key of sat.",
  "task.3.title": "Why divide by √d_k?",
  "task.3.text":
    "Predict first: what becomes of 4/7 when the scores are not divided by √d_k? Then switch “Divide by √d_k” off.",
  "task.3.hint":
    "Under “All controls”, switch off “Divide by √d_k”. The scores of cat double, and softmax sharpens: 1/21, 4/21, 16/21. The larger d_k, the stronger this is.",
  "task.4.title": "A row with nothing to see",
  "task.4.text": "Hide every key from every word. What are the weights then?",
  "task.4.hint":
    "Under “All controls”, choose the padding mask and set “Visible keys” to 0. Programs give three answers: filling with −∞ gives NaN, filling with −10⁹ gives hidden words equal weights, and Clearhead gives 0.",
  "task.restart": "Start from the example",
  "figure.label": "Attention laboratory",
  "link.ignored": "Parts of the link were ignored; the rest is shown.",
  "link.ignored.one": "{name} = {given}: {reason}",
  close: "Close",
  "gallery.link": "More figures, one idea each: positions, masks, heads",
  "gallery.title": "Clearhead: every figure",
  "gallery.description":
    "Every figure of Clearhead with one task each: positions, masks and heads of a Transformer, computed on your own machine, and every number opens.",
  "gallery.skip": "Skip to the figures",
  "gallery.heading": "One idea, one figure",
  "gallery.lead":
    "Each figure below is computed as you read. Change it, open any of its numbers, and do its task: it ticks itself when the numbers show that you did.",
  "gallery.contents": "Figures",
  "gallery.alone": "Open this figure on a page of its own",
  "gallery.noscript": "The figures are computed in your browser: switch on JavaScript to see them.",
  privacy:
    "Everything runs in this page. Nothing is sent anywhere; there are no cookies and no third parties.",
  noscript:
    "This is a picture of the example. With JavaScript and WebAssembly switched on, every number opens and the sentence can be changed.",
  "fallback.caption": "The worked example: how much each word (row) looks at each word (column).",
} as const;
