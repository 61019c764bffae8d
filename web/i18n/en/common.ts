/** Words that every figure needs. */
export const common = {
  "list.separator": ", ",
  "clause.separator": ", ",
  labelled: "{name}: {text}",
  range: "\u2060…\u2060",
  brackets: " ({text})",
  "sentence.end": " ",

  // What runs down and what runs across, and one cell in words.
  "axis.query.down": "query ↓",
  "axis.key.across": "key →",
  "axis.token.down": "token ↓",
  "axis.key.down": "key ↓",
  "axis.value.down": "value ↓",
  "axis.output.down": "output ↓",
  "axis.input.across": "input →",
  "axis.feature.across": "feature →",
  "axis.from.down": "input ↓",
  "axis.to.across": "output →",
  "axis.word.down": "token ↓",
  "axis.id.across": "id →",
  "cell.pair": "query {query}, key {key}, {value}",
  "cell.hidden": "query {query}, key {key}, hidden by the mask",
  "cell.mask.visible": "query {query}, key {key}, 1, visible",
  "cell.mask.hidden": "query {query}, key {key}, 0, hidden",
  "axis.head.down": "head ↓",
  "axis.position.down": "position ↓",
  "axis.head": "head",
  "axis.position": "position",
  "axis.feature": "feature",
  "axis.token": "token",
  "axis.pair": "pair",
  "cell.place": "{across} {place}, {value}",
  "cell.at": "{down} {row}, {across} {column}, {value}",
  "cell.edited": "{cell}, set by you, was {was}",
  "cell.greyed": "{cell}, not used",

  // One line for each value of a link, an attribute or an edit that was not taken.
  "ignored.unknown":
    "{name} = {given} was ignored: there is no such setting. There are: {allowed}.",
  "ignored.version":
    "The link says version {given}; this page reads version {allowed}. What it knows was taken.",
  "ignored.repeated":
    "{name} = {given} was ignored: {name} was given before, and the first counts.",
  "ignored.number":
    "{name} = {given} was ignored: that is not a number of the right kind. Allowed: {allowed}.",
  "ignored.range": "{name} = {given} was ignored: it lies outside {allowed}.",
  "ignored.choice": "{name} = {given} was ignored. Allowed: {allowed}.",
  "ignored.malformed": "{name} = {given} was ignored: it cannot be read. Expected: {allowed}.",
  "ignored.encoding":
    "{name} = {given} was ignored: its percent-encoding is broken. Expected: {allowed}.",
  "ignored.long": "{name} = {given} was ignored: it is too long ({allowed} characters).",
  "ignored.cut": "{name} was too long ({allowed} characters): only the beginning was taken.",
  "ignored.conflict": "{name} = {given} was ignored: here it must be {allowed}.",
  "ignored.shape": "{name}: {given} was ignored: it lies outside the matrix. Allowed: {allowed}.",
  "ignored.tensor":
    "{name}: {given} was ignored: no tensor of this name can be set here. There are: {allowed}.",
  "ignored.lost": "{name}: {given} was taken back, because it no longer fits.",
  "ignored.refused": "{name} = {given} was ignored: {allowed}",
  "ignored.many": "The link has too many settings ({allowed}); from {name} on nothing was read.",
  "claim.holds": "It holds.",
  "claim.fails": "It does not hold here.",
} as const;
