// Splitting a projection into heads and joining them again: views, no copies.
#ifndef CLEARHEAD_CORE_ATTENTION_HEADS_H_
#define CLEARHEAD_CORE_ATTENTION_HEADS_H_

#include <string_view>

#include "core/graph/graph.h"

namespace clearhead {

// [B, T, H·D] as [B, H, T, D]; `positions` is the role of the T axis, query or
// key. Head h holds the features h·D … h·D + D − 1.
Tensor SplitHeads(Graph& graph, Tensor x, int64_t heads, AxisRole positions,
                  std::string_view name);

// [B, H, T, D], lying in memory as [B, T, H, D], as [B, T, H·D]: the
// concatenation of the heads. Source: Vaswani et al. 2017, section 3.2.2.
Tensor JoinHeads(Graph& graph, Tensor x, std::string_view name);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ATTENTION_HEADS_H_
