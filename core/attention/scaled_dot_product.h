// Scaled dot-product attention as the chapter writes it, stage by stage, or by
// its fused twin. One place chooses.
#ifndef CLEARHEAD_CORE_ATTENTION_SCALED_DOT_PRODUCT_H_
#define CLEARHEAD_CORE_ATTENTION_SCALED_DOT_PRODUCT_H_

#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace clearhead {

struct AttentionInputs {
  Tensor q;     // [B, H, T, D]
  Tensor k;     // [B, G, S, D]
  Tensor v;     // [B, G, S, E]
  Tensor mask;  // bits, broadcast to [B, H, T, S]; may be absent
  Tensor bias;  // broadcast to [B, H, T, S]; may be absent
};

// [B, H, T, E]. `attributes` are those of the operation "attention".
// Recorded at level inspect, or when an intervention names a stage: scores,
// scaled, capped, biased, masked, weights; fused otherwise. What softmax reads
// is `masked` where anything may be hidden; with both a mask and causality the
// stage between them is `causal`, and causality's bits are `causal_mask`.
Tensor ScaledDotProductAttention(Graph& graph, const AttentionInputs& inputs,
                                 const Attributes& attributes,
                                 const Names& names);

// How a graph performs the operation "attention": past keys and values join the
// new ones in front, as `present_key` and `present_value`, then as above.
Tensor BuildAttention(Graph& graph, const std::vector<Tensor>& inputs,
                      const Attributes& attributes, const Names& names);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ATTENTION_SCALED_DOT_PRODUCT_H_
