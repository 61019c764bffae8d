// Multi-head attention from the stream to the stream: projections, heads,
// scaled dot-product attention, output projection. One composite for MHA, GQA
// and MQA, self- and cross-attention, and for projections that share weights.
#ifndef CLEARHEAD_CORE_ATTENTION_MULTI_HEAD_H_
#define CLEARHEAD_CORE_ATTENTION_MULTI_HEAD_H_

#include "core/graph/graph.h"

namespace clearhead {

// Positions of the inputs and attributes of "multi_head_attention".
enum MultiHeadSlot {
  kMultiHeadX,
  kMultiHeadContext,
  kMultiHeadValueContext,
  kMultiHeadQueryWeight,
  kMultiHeadKeyWeight,
  kMultiHeadValueWeight,
  kMultiHeadOutputWeight,
  kMultiHeadQueryBias,
  kMultiHeadKeyBias,
  kMultiHeadValueBias,
  kMultiHeadOutputBias,
  kMultiHeadMask,
  kMultiHeadBias,
  kMultiHeadPastKey,
  kMultiHeadPastValue,
  kMultiHeadCos,
  kMultiHeadSin
};
enum MultiHeadAttribute {
  kMultiHeadHeads,
  kMultiHeadKvHeads,  // 0: as many as heads
  kMultiHeadScale,
  kMultiHeadSoftCap,
  kMultiHeadCausal,
  kMultiHeadShare,
  kMultiHeadLayout
};

// Which projections are one: key_value V = K, query_key W_K = W_Q, all W_Q =
// W_K = W_V, input none at all, Q = K = V = x.
inline constexpr Words kMultiHeadShares = {"none", "key_value", "query_key",
                                           "all", "input"};

// Records query, key, value, heads.query, heads.key, heads.value, the stages of
// attention, head_outputs, joined and the result; with rotary positions also
// heads.query_unturned and heads.key_unturned; with past keys and values
// present_key and present_value.
const Operation& MultiHeadAttentionOperation();

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ATTENTION_MULTI_HEAD_H_
