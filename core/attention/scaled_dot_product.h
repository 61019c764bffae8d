// Scaled dot-product attention as the chapter writes it, stage by stage, or by
// its fused twin. One place chooses.
#ifndef CLEARHEAD_CORE_ATTENTION_SCALED_DOT_PRODUCT_H_
#define CLEARHEAD_CORE_ATTENTION_SCALED_DOT_PRODUCT_H_

#include <string>

#include "core/graph/graph.h"

namespace clearhead {

struct AttentionInputs {
  Tensor q;     // [B, H, T, D]
  Tensor k;     // [B, G, S, D]
  Tensor v;     // [B, G, S, E]
  Tensor mask;  // bits, broadcast to [B, H, T, S]; may be absent
  Tensor bias;  // broadcast to [B, H, T, S]; may be absent
};

struct AttentionNames {
  std::string scope;   // "encoder.0." before scores, scaled, … or nothing
  std::string output;  // of the result
};

// [B, H, T, E]. `attributes` are those of the operation "attention".
// Recorded at level inspect, or when an intervention names a stage: scores,
// scaled, capped, biased, masked, weights; fused otherwise. What softmax reads
// is `masked` where anything may be hidden; with both a mask and causality the
// stage between them is `causal`, and causality's bits are `causal_mask`.
Tensor ScaledDotProductAttention(Graph& graph, const AttentionInputs& inputs,
                                 const Attributes& attributes,
                                 const AttentionNames& names);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ATTENTION_SCALED_DOT_PRODUCT_H_
