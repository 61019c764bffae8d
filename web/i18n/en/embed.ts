/** Words of <clearhead-figure>'s own frame: sentence, actions, sharing, states. */
export const embed = {
  loading: "Starting the engine…",
  load: "Load the figure",
  "open.action": "open {value}",
  "open.query": "How much does query {query} look at each key?",
  "open.row": "How much does {query} look at each word?",
  "open.more": "… and {n} more",
  "open.question": "Where does this {value} come from?",
  "open.any": "Open any number: click it, or press Enter on it.",
  "open.hint": "Or open any other number: click it, or press Enter on it.",
  "controls.all": "All controls",
  "controls.less": "Fewer controls",
  share: "Share and export",
  error: "Something went wrong: {message}",
  "error.retry": "Try again",
  undo: "Undo",
  told: "What you change here is told to the page around this figure.",
} as const;
