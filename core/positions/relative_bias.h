// T5's relative positions: every distance falls into a bucket, near ones one by
// one and far ones together, and a head learns a bias for each bucket.
#ifndef CLEARHEAD_CORE_POSITIONS_RELATIVE_BIAS_H_
#define CLEARHEAD_CORE_POSITIONS_RELATIVE_BIAS_H_

#include <string_view>

#include "core/graph/graph.h"

namespace clearhead {

struct RelativeBuckets {
  int64_t count = 32;  // N
  int64_t max_distance = 128;
  bool bidirectional = true;  // half of the buckets for keys after the query
};

// The bucket of a key at `distance` = k − q. The first half of the buckets of a
// direction hold one distance each, the others grow by a constant factor up to
// max_distance; the last takes all beyond. Its logarithm is float32's, as in
// the reference, so that borders fall where trained models have them.
int64_t BucketOf(const RelativeBuckets& buckets, int64_t distance);

// The table's entry "relative_bias": a [N, H] table gathered to [H, T, S].
// Aligned bottom-right: the last query stands at the last key.
const Operation& RelativeBiasOperation();
Tensor RelativeBias(Graph& graph, Tensor table, int64_t queries, int64_t keys,
                    int64_t max_distance, bool bidirectional,
                    std::string_view name);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_POSITIONS_RELATIVE_BIAS_H_
