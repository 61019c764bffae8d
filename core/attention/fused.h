// The fused twin of scaled dot-product attention: the same numbers without
// storing T×S scores, weights or their gradients.
#ifndef CLEARHEAD_CORE_ATTENTION_FUSED_H_
#define CLEARHEAD_CORE_ATTENTION_FUSED_H_

#include <limits>

#include "core/graph/operation.h"

namespace clearhead {

// Positions of the inputs, outputs and attributes of the operation "attention".
enum AttentionSlot {
  kAttentionQ,
  kAttentionK,
  kAttentionV,
  kAttentionMask,
  kAttentionBias,
  kAttentionPastKey,
  kAttentionPastValue
};
enum AttentionOutput { kAttentionOut, kAttentionLogSumExp };
enum AttentionAttribute {
  kAttentionScale,  // NaN: 1/√D
  kAttentionSoftCap,
  kAttentionCausal
};

inline constexpr AttributeSchema kScaleAttribute = {
    .name = "scale",
    .type = AttributeType::kNumber,
    .summary = "Factor of the scores; 1/√D where not given.",
    .fallback = std::numeric_limits<double>::quiet_NaN()};
inline constexpr AttributeSchema kSoftCapAttribute = {
    .name = "softcap",
    .type = AttributeType::kNumber,
    .summary =
        "Bounds the scores to ±softcap before bias and mask; 0 does "
        "not.",
    .fallback = 0.0,
    .required = false,
    .minimum = 0};
inline constexpr AttributeSchema kCausalAttribute = {
    .name = "causal",
    .type = AttributeType::kBoolean,
    .summary = "Query t sees keys up to t + S − T.",
    .fallback = false};

const Operation& AttentionOperation();

// The factor that the scores are multiplied by.
double AttentionScale(const Attributes& attributes, int64_t width);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ATTENTION_FUSED_H_
