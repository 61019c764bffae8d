// What decoding keeps between steps. Every step appends the keys and values of
// its tokens and attends over all of them, so that no step computes the past
// again. Attention may read the cache where it lies, the new rows appended
// before; or be given it as the past, and join past and new rows itself.
#ifndef CLEARHEAD_CORE_ATTENTION_KV_CACHE_H_
#define CLEARHEAD_CORE_ATTENTION_KV_CACHE_H_

#include <memory>
#include <span>
#include <string_view>

#include "core/base/buffer.h"
#include "core/graph/graph.h"

namespace clearhead {

// Rows that grow up to a capacity, [B, G, length, D] of [B, G, capacity, D]:
// the keys or the values of a layer, G of them in MHA, GQA and MQA; in MLA,
// with G = 1, the latents or the rotated keys (DeepSeek-AI 2024,
// section 2.1.2).
class RowCache {
 public:
  RowCache() = default;
  // Memory for all the rows, counted by the budget. Fails with kMemory.
  static Result<RowCache> Make(std::shared_ptr<Budget> budget, int64_t batch,
                               int64_t groups, int64_t capacity, int64_t width);

  int64_t length() const { return length_; }
  int64_t capacity() const { return shape_[2]; }

  // Whether `rows`, [B, G, N, D], can stand behind the first `length`. Fails
  // with kShape for other sizes and with kRange where they do not fit.
  Status Check(const TensorView& rows, int64_t length) const;
  // Copies them behind those that there are. Fails as Check does.
  Status Append(const TensorView& rows);
  // Forgets all rows from `length` on, to go back to an earlier step.
  void Truncate(int64_t length);
  // Batch item i becomes a copy of item parents[i]; there may be more items
  // than before, or fewer. Fails with kMemory.
  Status Select(std::span<const int32_t> parents);

  // The rows as an input of a graph that ends before the next call that changes
  // the cache: a view of [B, G, length, D], no copy. No gradient leads from it
  // to the steps that made the rows.
  Tensor In(Graph& graph, std::string_view name) const;

 private:
  TensorView Rows(int64_t first, int64_t count) const;

  std::shared_ptr<Budget> budget_;
  Buffer cells_;
  Shape shape_ = {0, 0, 0, 0};
  int64_t length_ = 0;
};

// The two caches of a layer.
struct KvCache {
  static Result<KvCache> Make(const std::shared_ptr<Budget>& budget,
                              int64_t batch, int64_t groups, int64_t capacity,
                              int64_t key_width, int64_t value_width);
  // Whether both can be appended.
  Status Check(const TensorView& key_rows, const TensorView& value_rows) const;
  // Both or, with an error, none.
  Status Append(const TensorView& key_rows, const TensorView& value_rows);

  RowCache keys, values;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ATTENTION_KV_CACHE_H_
