/** Words of the figure on fill policies. */
export const fill = {
  title: "When a query may see nothing",
  group: "Hidden scores",
  "parameter.example": "Example",
  "parameter.example.row": "A fully hidden row",
  "parameter.example.key": "One hidden key",
  "parameter.example.xlnet": "The XLNet mask",
  "parameter.example.multiply": "Multiply after softmax",
  "parameter.length": "Visible keys",
  "parameter.added": "Add −10⁹ to the score instead of replacing it",
  "parameter.edits": "Numbers set by you",
  "band.given": "Scores and mask",
  "band.float32": "In float32",
  "band.float16": "In float16",
  "panel.scores": "Scores",
  "panel.mask": "Mask",
  "panel.printed": "Mask as the textbook chapter prints it",
  "panel.zero": "Weight 0 (this engine)",
  "panel.negative-infinity": "Hidden → −∞",
  "panel.minus-1e9": "Hidden → −10⁹",
  "panel.add-minus-1e9": "Hidden − 10⁹",
  "panel.multiply-after-softmax": "Multiplied after softmax",
  "panel.sums": "Row sums",
  "short.zero": "0",
  "short.negative-infinity": "−∞",
  "short.minus-1e9": "−10⁹",
  "short.add-minus-1e9": "−10⁹",
  "short.multiply-after-softmax": "×",
  "axis.policy": "fill →",
  "cell.sum": "query {query}, fill {policy}, sum {value}",
  "note.row":
    "A causal mask, and the first token is padding: query 1 could see only itself, and that is hidden.",
  "note.half": "In float16 −10⁹ lies below the smallest number, −65504, and becomes −∞.",
  "note.key":
    "While a row keeps at least one visible key, all three fills give the same weights. With 0 visible keys they differ.",
  "note.xlnet":
    "XLNet reads the tokens in the order 3, 1, 4, 2; a query sees those that came before it. Query 4 therefore sees 3 and 1: [1, 0, 1, 0]; the textbook chapter prints [0, 0, 1, 1]. Query 3 comes first and sees nothing.",
  "note.multiply":
    "Softmax has already given part of the weight to hidden keys. Multiplying by 0 afterwards throws that part away, and their rows no longer sum to 1.",
  "note.added":
    "Near −10⁹ the numbers of float32 are 64 apart: a score of size below 32 is lost, and the sum is −10⁹ again.",
  "summary.row":
    "Query {query} sees no key: −∞ makes its weights {infinity}, −10⁹ makes each of them {large}, this engine {zero}. In float16 −10⁹ gives {half}.",
  "summary.differ":
    "The scores set here are so large that the fills give different weights, or none that are numbers.",
  "summary.none":
    "Every query sees at least one key, and all three fills give the same weights, in float32 and in float16.",
  "summary.multiply":
    "Masked before softmax, the rows sum to {before}; multiplied afterwards, to {after}.",
} as const;
