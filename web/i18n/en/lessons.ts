/** Words of the lesson steps: gallery.html. A key is the name of the figure, then the part. */
export const lessons = {
  "vectors.title": "Dot products: direction and length",
  "vectors.text":
    "A query asks, keys offer themselves, values are what is handed over. The dot product of q with a key depends on two things: how closely they point the same way, and how long they are. Softmax turns the scores into weights, and the output is the mean of the values with these weights, so it never leaves the area between them.",
  "vectors.task":
    "Predict: can a key win that does not point most closely along q? Drag the arrows until the largest weight and the largest cosine belong to different keys.",
  "vectors.hint":
    "Pull out a key that is at less than a right angle to q, or shorten the one that points most closely along it.",
  "vectors.done":
    "Right: the key that is aligned best does not win. Dot products measure length as well.",
  "mask.title": "Masks: who may see whom",
  "mask.text":
    "A mask is a table of zeros and ones: which key a query may see. A hidden score becomes −∞ before softmax, so its weight is exactly 0 and the rest of the row still adds up to 1. Paint the mask and watch what follows.",
  "mask.task":
    "XLNet predicts the positions in an order of its own. With four positions in the order 3, 1, 4, 2, which keys does position 4 see in the query stream? Write down its row, then build the mask.",
  "mask.hint":
    "“All controls”: four queries and four keys, the rule “permutation”, and drag the order to 3, 1, 4, 2.",
  "mask.done":
    "Right: position 4 sees 3 and 1, which came before it: 1, 0, 1, 0. The chapter prints 0, 0, 1, 1.",
  "context.title": "Masks: how much is in view",
  "context.text":
    "Count the ones in each row of a mask: so many words does a position see. Under a causal mask that is 1, 2, 3 and so on up to n, a little more than half on average, because every position sees itself. In a long text the little more disappears, and a window of fixed size sees next to nothing of it.",
  "context.task":
    "Ten words have a mean of 5.5, which is 11/20 of the text. Work out by hand: for how many words is it exactly 9/16? Then set n.",
  "context.hint": "The mean is (n + 1)/2, so its share is (n + 1)/(2n). Set that equal to 9/16.",
  "context.done": "Right: with 8 words the mean is 4.5, and 4.5 of 8 is 9/16.",
  "positions.title": "Positions: how attention learns of order",
  "positions.text":
    "Attention by itself does not know in which order the words stand: swap two and only the rows of the output change places. Absolute schemes add a vector for each place to the word. Relative ones let only the distance between query and key count, so a sentence gets the same scores wherever it stands.",
  "positions.task":
    "Predict: which schemes notice that two words were swapped, but not that the whole sentence moved? Then choose one and look at the order test and the shift meter.",
  "positions.hint":
    "Sinusoidal and learned positions notice both. Try rotary, ALiBi or the relative bias.",
  "positions.done":
    "Right: the outputs change with the order, and the shift meter stays at 0, but for rounding.",
  "rotary.title": "RoPE: turn q and k",
  "rotary.text":
    "Rotary positions add nothing to the words. Each pair of features of q and k is turned like the hand of a clock, by an angle that grows with the position. Here one pair makes a quarter turn a position, with q = (2, 1) and k = (1, 3): every score is a whole number you can work out by hand.",
  "rotary.task":
    "By hand: a quarter turn takes (2, 1) to (−1, 2). At which distance m − n is the score −5? Then set m and n and check.",
  "rotary.hint": "Two quarter turns take q to (−2, −1). Multiply by k = (1, 3) and add.",
  "rotary.done":
    "Right: −5. Now move the shift: both hands turn, and the score stays −5, since m − n is the same.",
  "stretch.title": "Longer than trained",
  "stretch.text":
    "A model with rotary positions was trained on 4096 tokens and now reads 16384. Fast pairs made many turns in training and know every angle. Slow pairs did not get round once; now they turn further than ever before. Scalings slow some of the pairs down.",
  "stretch.task":
    "Which scaling leaves no pair at an unseen angle and the fastest pair as it was? Predict, then look for one.",
  "stretch.hint":
    "Position interpolation slows every pair, NTK-aware leaves some in the middle. Try those with a ramp.",
  "stretch.done": "Right: the ramp interpolates the slow pairs alone, and near keys stay sharp.",
  "alibi.title": "ALiBi: distance costs",
  "alibi.text":
    "ALiBi adds no position vectors. It subtracts from each score the distance between query and key, times a slope m that belongs to the head. A head with a large m sees only its neighbours, one with a small m sees far.",
  "alibi.task":
    "Predict: which key would the last query prefer if the sign were wrong? Then reverse the sign and look.",
  "alibi.hint": "Open “All controls” and switch on “Wrong sign”. Look at the last row of weights.",
  "alibi.done": "Right: the first key now has the largest weight, though it is farthest away.",
  "rank.title": "Rank: what d_k bounds, and what it does not",
  "rank.text":
    "QKᵀ is a product of two narrow matrices, so its rank is at most d_k. It is tempting to say the same of the weights A. But the softmax is not linear: it bends every row, and new directions appear. Here the singular values of both are measured; those above the dashed line count.",
  "rank.task":
    "Predict: with d_k = 1, how many rows of A can be independent? Find a QKᵀ of rank 1, over at least 3 tokens, whose A has full rank.",
  "rank.hint":
    "Open “All controls”. Either take the example “counterexample in fractions”, or set d_k to 1 and lower the number of tokens.",
  "rank.done":
    "Right: QKᵀ has rank 1 and A full rank. What stays small is the rank of ln A, at most d_k + 1.",

  "parameters.title": "Counting parameters",
  "parameters.text":
    "A matrix has rows times columns, a bias or a norm's scale one number a feature; a whole model is only many of these. Every bar opens into its product. The heads of the chapter's module share its width of 512, 64 columns each.",
  "parameters.task":
    "h heads do not have h times the parameters. Build the module with 16 heads that has exactly as many parameters as the one with 8: 1,048,576.",
  "parameters.hint": "d_model stays 512. Twice as many heads must be half as wide each.",
  "parameters.done": "Right: 16 heads of 32 have the same matrices as 8 heads of 64.",
  "heads.title": "Heads: several views of one sentence",
  "heads.text":
    "Every head has its own W_Q, W_K and W_V and reads the whole input through them; what the heads find is added up by W_O. So one head can follow the order while another compares words. If each is d_model ÷ heads wide, together they cost as much as one head of the full width. Take one away and see what the output loses.",
  "heads.task":
    "Predict: without which head does the output change most? Switch off one head at a time and compare the largest change. Leave only that head off.",
  "heads.hint":
    "Click a 1 in “1 on, 0 off”, read the largest change in the heading above it, then click again to switch the head back on.",
  "heads.done":
    "Right: no other head leaves such a gap. How sharp a pattern looks says little about how much it moves.",
  "sharing.title": "GQA, MQA and MLA: heads that share",
  "sharing.text":
    "While a model writes, it keeps the keys and values of all earlier tokens: the KV cache. With GQA several query heads share one key and one value head, with MQA all of them do. The cache shrinks in the same proportion; the layer's parameters shrink less, because W_Q and W_O stay as they are. MLA goes another way: it keeps one latent a token, and makes the keys and values of all heads from it.",
  "sharing.task":
    "Predict: how many key/value heads bring 8 heads to a quarter of the cache? Then choose that number.",
  "sharing.hint":
    "The cache grows with the number of key/value heads. Compare each bar with the first.",
  "sharing.done":
    "Right: two key/value heads keep a quarter of what eight keep. The layer still has more than half of its parameters.",
  "fill.title": "Masks: the row that sees nothing",
  "fill.text":
    "A mask sets hidden scores to −∞, or to a large negative number such as −10⁹. As long as a query sees one key, both come to the same. If it sees none, softmax divides 0 by 0, or spreads the weight evenly over keys that nobody may see.",
  "fill.task":
    "Predict: what will −∞, −10⁹ and this engine make of a row whose keys are all hidden? Then make such a row and name the three outcomes.",
  "fill.hint":
    "Open “All controls” and lower “Visible keys” to 0, or set the visible cells of one row of the mask to 0.",
  "fill.done":
    "Right: NaN with −∞, the same weight everywhere with −10⁹, and 0 in this engine. Only 0 lets nothing through.",
  "gradient.title": "Masks: what has no gradient, and what has",
  "gradient.text":
    "A hidden pair passes no gradient: the output of the query does not move with the key at all. A hidden token still may have one. Padding asks as a query like any other token, and so it keeps a gradient until nothing that the loss counts depends on it.",
  "gradient.task":
    "Predict: here nothing is masked, and the loss counts the real rows only. Which mask takes all gradient from the padding without having been told where the padding is? Choose it.",
  "gradient.hint":
    "Open “All controls” and try the masks. Watch the last rows under “Loss over real rows only”.",
  "gradient.done":
    "Right: under a causal mask no real token sees what comes after it, and the padding stands at the end.",

  "projections.title": "Why three matrices",
  "projections.text":
    "Every token plays three parts: it asks (Q), it is found (K), and it hands something over (V). Each part has a projection of its own. Two parts may share one, or X itself may play all three. Then something is lost, but it is not rank.",
  "projections.task":
    "Predict: under which sharing are the scores symmetric, and are the weights symmetric then too? Choose it and compare the two charts.",
  "projections.hint":
    "score_ij = q_i·k_j, and score_ji = q_j·k_i. When are the two the same product?",
  "projections.done":
    "Right: where Q = K, the scores are symmetric. The weights are not, because softmax divides each row by its own sum.",

  "scaling.title": "Scaling: why √d_k",
  "scaling.text":
    "A score q·k sums d_k products. If the features of q and k are independent, with mean 0 and variance 1, its variance is d_k: the wider the vectors, the further apart the scores. Softmax then gives nearly everything to one key, and where it does, a small change of the scores changes nothing: the gradient is gone. Divided by √d_k, the variance is 1 whatever the width.",
  "scaling.task":
    "Predict: at d_k = 64, is the mean gradient smaller without scaling? And from which d_k on have more than half of the queries a gradient below 10⁻³? Choose that width.",
  "scaling.hint":
    "Dark cells have lost their gradient. Compare the two squares of 512 queries, and read the percentages above.",
  "scaling.done":
    "Right. At 64 the mean is not smaller yet; at this width most unscaled queries have lost their gradient, and not one of the scaled ones has.",

  "seeds.title": "Seeds: what initial weights look like",
  "seeds.text":
    "A module that has learned nothing still has weights: those that chance gives it. One run shows one draw. Run with many seeds, it shows what to expect and what not, and whether a printed result can have come from it.",
  "seeds.task":
    "The chapter prints 25 weights from 0.1823 to 0.2234, all nearly 1/5. Predict: how much smaller than nn.Linear draws them must the weights of W_Q and W_K be, so that most seeds look like that? Choose.",
  "seeds.hint":
    "Both W_Q and W_K shrink, so half the weights mean a quarter of the scores. Compare the two curves with the dashed lines.",
  "seeds.done":
    "Right: with scores this close to 0, softmax shares out almost evenly. As nn.Linear draws them, no seed looks like that.",

  "information.title": "Mutual information: what Y tells about X",
  "information.text":
    "Entropy H counts the bits that are uncertain. The mutual information I(X;Y) is what X and Y have in common: the bits that Y, once known, takes from the uncertainty of X. Here all of it follows from eight counts, and each can be set.",
  "information.task":
    "X and Y are independent, so I(X;Y) is 0. Predict: how large can it become? Set counts until Y tells everything about X.",
  "information.hint":
    "Y tells all of X when each column has only one count that is not 0. Double-click a count and write 0; both rows must keep something.",
  "information.done":
    "Right: H(X|Y) is 0 and I(X;Y) = H(X). More than that, nothing can tell about X.",

  "cache.title": "The KV cache",
  "cache.text":
    "To write the next token a model needs the keys and values of all earlier ones, so it keeps them. Queries are not kept: a step compares its own query with the keys and never asks for an old one. What is kept grows with layers, key/value heads and tokens.",
  "cache.task":
    "Llama 2 7B keeps 2 GiB for 4,096 tokens. Predict: how many tokens fill 8 GiB? Then set that number.",
  "cache.hint": "Every token costs the same. Eight is four times two.",
  "cache.done": "Right: 16,384 tokens, four times as many, fill four times as much.",

  "cost.title": "The price of seeing everything",
  "cost.text":
    "Every query meets every key, so the work of attention grows with the square of the length, n²·d. The matrices of a layer are applied once a token, n·d². In a short text the matrices cost more, in a long one the scores do. A recurrent layer never pays n², but its words wait for one another.",
  "cost.task":
    "With d_model = 512, at which n do QKᵀ and AV cost as much as the projections and the feed-forward layer together? Predict, then set n.",
  "cost.hint":
    "They overtake the projections at 1024 and the feed-forward layer at 2048. The cost of both together is the sum of the two.",
  "cost.done":
    "Right: at n = 6·d. Up to there most of the arithmetic of a layer is not in QKᵀ and AV.",
} as const;
