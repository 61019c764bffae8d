/** Words of the figure that puts one run into another. */
export const patch = {
  title: "Activation patching: what the answer depends on",
  "group.sentences": "Two sentences",
  "group.place": "What is put in, and where",
  "group.tokens": "Tokens compared",
  "parameter.example": "Example",
  "parameter.example.agreement": "is or are",
  "parameter.example.coreference": "he or she",
  "parameter.example.chinese": "他 or 她",
  "parameter.clean": "First sentence",
  "parameter.corrupted": "Second sentence",
  "parameter.token": "Answer of the first",
  "parameter.against": "Answer of the second",
  "parameter.part": "Put in",
  "parameter.part.stream": "whole stream",
  "parameter.part.output": "output of a sublayer",
  "parameter.part.head": "output of a head",
  "parameter.row": "Row of the map",
  "parameter.position": "Position",
  "band.map": "Every patch, one at a time",
  "band.patched": "Position {place} ({word}), put from the first run into the second: {row}",
  "panel.map.stream": "Difference recovered by the stream",
  "panel.map.output": "Difference recovered by a sublayer's output",
  "panel.map.head": "Difference recovered by a head's output",
  "panel.difference": "Logit of {token} minus that of {against}",
  "panel.next": "What comes next",
  "axis.sublayer": "sublayer",
  "axis.run": "run",
  "row.stream": "the stream (after {row})",
  "row.output": "the output of {row}",
  "row.head": "the output of {row}",
  "run.clean": "first",
  "run.corrupted": "second",
  "run.patched": "patched",
  "note.unpatched":
    "“{token}” against “{against}”: their logits differ by {clean} after “{first}” and by {corrupted} after “{second}”.",
  "note.patched":
    "With {row} at position {place} taken from the first run, they differ by {patched} after the second. The share recovered is {share}: 0 changes nothing, 1 restores the answer of the first.",
  "note.stream":
    "The whole stream holds all that has been gathered at its position. Where the strong cells move from one column to another, attention has carried over what matters; the last row can only matter at the last position.",
  "note.output":
    "Only what one sublayer adds is put in; whatever else the stream holds there stays that of the second sentence.",
  "note.head": "Only what one head gathers at one position is put in; all else stays.",
  "note.open": "Open a cell of the map, and its patch is performed below.",
  "note.length":
    "The sentences have {first} and {second} tokens. Give two of one length, of at most {limit} tokens, so that every position has its counterpart.",
  "note.same":
    "The two sentences are the same to the model ({first} tokens): a patch would change nothing. Let them differ in a word.",
  summary:
    "“{token}” against “{against}”: {clean} after “{first}”, {corrupted} after “{second}”. With {row} at position {place} of the first put into the second, {patched}; the share recovered is {share}.",
} as const;
