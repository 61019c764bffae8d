/** Words of the figure that tells the senses of “bank”. */
export const sense = {
  title: "One word, two senses",
  "group.sentences": "Sentences",
  "parameter.first": "Sentence 1",
  "parameter.second": "Sentence 2",
  "parameter.layer": "Layer",
  sentence: "sentence {number}",
  difference: "1−2",
  "label.river": "river",
  "label.money": "money",
  "band.asks": "What “bank” asks in layer {layer}: its query",
  "band.looks": "Where “bank” looks in layer {layer}, head by head",
  "band.gets": "What “bank” gets from there",
  "band.senses": "From the same embedding to two senses",
  "panel.query": "Query of “bank”, layer {layer}, all heads",
  "panel.weights": "Sentence {number}: weights of “bank”, layer {layer}",
  "panel.attention": "Attention output at “bank”, layer {layer}",
  "panel.cosines": "Cosine between the two vectors of “bank”",
  "panel.senses": "Probability of each sense",
  "axis.sense": "sense",
  "axis.vector": "vector",
  "axis.sentence": "sentence",
  "axis.key": "key",
  "vector.x": "embedding + position",
  "vector.query": "query, layer {layer}",
  "vector.attention": "attention, layer {layer}",
  "vector.layer": "after layer {layer}",
  given: "Sentence {number}: {sense}, probability {p}.",
  "query.same":
    "In layer {layer} “bank” has the same query in both sentences: it is the same piece in the same place, and has not read anything yet. The largest difference is {most}.",
  "query.moved":
    "“bank” is token {first} in one sentence and token {second} in the other. The positions are part of the query, so the two differ, by up to {most}, though neither has read its sentence yet.",
  "query.deeper":
    "In layer {layer} the queries of “bank” differ by up to {most}: they are made from what the layer before has read.",
  "note.looks":
    "Sentence {number}: head {head} gives “{key}” the most weight, {weight}; shared evenly, each token would get {even}.",
  "note.looking":
    "A weight says where a head looks. It does not say that the sense follows from that word.",
  "note.missing": "Sentence {number} has no “{word}”. Type one that has.",
  "note.unknown":
    "Sentence {number}: the model does not know {words} and reads [UNK] there. It knows 119 pieces, and a sense given without the deciding word is a guess.",
  "note.away":
    "Sentence {number} has “{word}” as token {place}. In training it was always the fifth, so an answer here is beyond what the model learned.",
  "note.truncated": "Sentence {number}: only the first {limit} tokens are read.",
  claim:
    "Claim: the same “bank” has a different query in each sentence. {verdict} Measured in this model: queries differ by at most {first} in layer 1 and {second} in layer 2.",
  summary: "“{first}” / “{second}”: {query} {senses} After the last layer the cosine is {cosine}.",
} as const;
