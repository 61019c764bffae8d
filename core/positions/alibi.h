// Attention with linear biases: the further a key lies behind a query, the
// lower its score, at a slope of each head's own.
#ifndef CLEARHEAD_CORE_POSITIONS_ALIBI_H_
#define CLEARHEAD_CORE_POSITIONS_ALIBI_H_

#include <string_view>

#include "core/graph/graph.h"

namespace clearhead {

// The table's entry "alibi": [H, T, S] from the attributes heads, queries,
// keys, reversed and symmetric; the slopes [H] are output 1. Aligned
// bottom-right: the last query stands at the last key.
const Operation& AlibiOperation();
Tensor Alibi(Graph& graph, int64_t heads, int64_t queries, int64_t keys,
             bool symmetric, std::string_view name);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_POSITIONS_ALIBI_H_
