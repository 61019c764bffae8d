// Splitting a projection into heads and joining them again.
#ifndef CLEARHEAD_CORE_ATTENTION_HEADS_H_
#define CLEARHEAD_CORE_ATTENTION_HEADS_H_

#include <string_view>

#include "core/graph/graph.h"

namespace clearhead {

// [..., T, H·D] as [..., H, T, D]: a view. Head h holds the features h·D …
// h·D + D − 1. `positions` is the role of the T axis, query or key.
const Operation& SplitHeadsOperation();
Tensor SplitHeads(Graph& graph, Tensor x, int64_t heads, AxisRole positions,
                  std::string_view name);

// [..., H, T, D] as [..., T, H·D], the concatenation of the heads: a view where
// the heads of a position lie side by side, as those that were split and those
// that attention gives do, a copy elsewhere. Source: Vaswani et al. 2017,
// section 3.2.2.
const Operation& JoinHeadsOperation();
Tensor JoinHeads(Graph& graph, Tensor x, std::string_view name);

// The means of the heads that share a key/value head after MHA has become GQA
// or MQA; on weights [C, H·D], biases [H·D] and activations [B, T, H·D].
const Operation& PoolHeadsOperation();

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ATTENTION_HEADS_H_
