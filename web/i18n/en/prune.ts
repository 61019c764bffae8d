/** Words of the figure that removes heads. */
export const prune = {
  title: "Heads, removed one after another",
  empty: "The sentence is empty. Type at least one word.",
  "group.sentence": "Sentence",
  "group.heads": "Heads",
  "parameter.example": "Example",
  "parameter.example.chinese": "他 or 她",
  "parameter.example.agreement": "is or are",
  "parameter.example.coreference": "he or she",
  "parameter.text": "Sentence",
  "parameter.place": "Token followed",
  "parameter.by": "Heads in order of",
  "parameter.by.token": "the loss of the token",
  "parameter.by.sentence": "the mean loss",
  "parameter.removed": "Heads removed",
  "band.loss": "The loss of “{token}” as the least important heads go",
  "band.maps": "All {heads} heads, the most important first; {removed} removed",
  "band.next": "What is expected where “{token}” stands",
  "panel.curve": "Loss by heads removed",
  "panel.effects": "What the loss rises by without one head",
  "panel.head": "{head}: {effect}",
  "panel.gone": "✕ {head}: {effect}",
  "panel.next": "Probabilities in place of “{token}”",
  "axis.removed": "heads removed →",
  "axis.loss": "nats",
  "of.token": "“{token}”",
  "of.sentence": "mean of the sentence",
  "heads.all": "all heads",
  "heads.left": "{left} left",
  "note.whole":
    "With all {heads} heads the loss of “{token}” is {before} (p = {p}) and the mean of the sentence {mean}.",
  "note.removed":
    "Without {names}, {removed} of {heads} heads, the loss of “{token}” is {after} (p = {p}) instead of {before}, and the mean {later} instead of {mean}. The model would write “{likeliest}” there.",
  "note.sum":
    "Removed one at a time, these heads change the loss ({measure}) by {alone} when added up; removed together, by {together}. The two need not agree: heads may stand in for one another, or build on one another.",
  "note.bare":
    "Without any head “{token}” still has a probability of {p}: the token before it and its position suffice for that. Such a token says little about heads.",
  "looks.same":
    "Where “{token}” comes next, head {head} looks hardest: {weight} of its weight on “{key}”. Here it is also the head that costs most: without it alone the loss of “{token}” rises by {effect}.",
  "looks.other":
    "Where “{token}” comes next, head {head} looks hardest: {weight} of its weight on “{key}”. Without it alone the loss of “{token}” changes by {effect}. The head that costs most is {worth}, {most}: a large weight is not importance.",
  "note.zero":
    "“Layer·head”. A removed head gives 0 in place of its output; what comes after is computed anew. The order is that of removing each head alone.",
  "note.unknown":
    "Not in the model's vocabulary: {words}. It reads [UNK] there and can only guess.",
  "note.truncated": "Only the first {limit} tokens are read; the sentence has more.",
  "claim.share":
    "Claim: about 10 % of the heads can be removed with little loss. {verdict} Measured on this sentence, in this order: {count} of {heads} ({percent} %) can go before the loss ({measure}) rises by more than {tolerance}. How many it is depends on model, order and sentence.",
  "claim.coreference":
    "Claim: a head joins 他 with 小明, with a weight of 0.85. That row names no model that could be run. Measured in this one, where “{token}” comes next: head {head} gives “{key}” {weight}, and without it the loss changes by {effect}.",
} as const;
