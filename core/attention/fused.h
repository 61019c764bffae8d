// The fused twin of scaled dot-product attention: the same numbers without
// storing T×S scores, weights or their gradients.
#ifndef CLEARHEAD_CORE_ATTENTION_FUSED_H_
#define CLEARHEAD_CORE_ATTENTION_FUSED_H_

#include "core/graph/operation.h"

namespace clearhead {

// Positions of the inputs and attributes of the operation "attention".
enum AttentionSlot {
  kAttentionQ,
  kAttentionK,
  kAttentionV,
  kAttentionMask,
  kAttentionBias
};
enum AttentionAttribute {
  kAttentionScale,  // NaN: 1/√D
  kAttentionSoftCap,
  kAttentionCausal
};

const Operation& AttentionOperation();

// The factor that the scores are multiplied by.
double AttentionScale(const Attributes& attributes, int64_t width);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ATTENTION_FUSED_H_
