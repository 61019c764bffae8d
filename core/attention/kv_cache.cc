#include "core/attention/kv_cache.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/ops/loops.h"

namespace clearhead {

Result<RowCache> RowCache::Make(std::shared_ptr<Budget> budget, int64_t batch,
                                int64_t groups, int64_t capacity,
                                int64_t width) {
  RowCache cache;
  cache.shape_ = {batch, groups, capacity, width};
  int64_t count = 1;
  for (const int64_t size : cache.shape_) {
    if (size < 1 || __builtin_mul_overflow(count, size, &count) ||
        count > INT32_MAX) {
      return Fail(
          ErrorCode::kRange,
          "a cache of the shape % was asked for; give sizes of at least "
          "1 whose product is below 2^31",
          cache.shape_);
    }
  }
  CH_ASSIGN_OR_RETURN(
      cache.cells_,
      Buffer::Allocate(budget, static_cast<size_t>(count), sizeof(float)));
  cache.budget_ = std::move(budget);
  return cache;
}

// The rows first … first + count − 1 of every batch and group.
TensorView RowCache::Rows(int64_t first, int64_t count) const {
  const Strides strides = DenseStrides(shape_);
  auto* cells = const_cast<float*>(cells_.as<float>());
  return {DataType::kFloat32,
          {shape_[0], shape_[1], count, shape_[3]},
          strides,
          cells + first * strides[2]};
}

Status RowCache::Check(const TensorView& rows, int64_t length) const {
  Shape wanted = shape_;
  if (rows.shape.size() == wanted.size()) wanted[2] = rows.shape[2];
  if (rows.type != DataType::kFloat32 || !(rows.shape == wanted)) {
    return Fail(ErrorCode::kShape,
                "rows of the shape % were given to a cache of the shape %; "
                "give float32 rows that differ in their number alone",
                rows.shape, shape_);
  }
  const int64_t count = rows.shape[2];
  if (count > capacity() - length) {
    return Fail(ErrorCode::kRange,
                "the cache holds % of % rows and % more were given; make a "
                "larger one or give at most %",
                length, capacity(), count, capacity() - length);
  }
  return {};
}

Status RowCache::Append(const TensorView& rows) {
  CH_RETURN_IF_ERROR(Check(rows, length_));
  const int64_t count = rows.shape[2];
  const TensorView to = Rows(length_, count);
  ForEachRow({&rows, &to}, [&](size_t n, Offsets at) {
    std::copy_n(rows.floats() + at[0], n, to.floats() + at[1]);
  });
  length_ += count;
  return {};
}

void RowCache::Truncate(int64_t length) {
  length_ = std::clamp<int64_t>(length, 0, length_);
}

Status RowCache::Select(std::span<const int32_t> parents) {
  CH_ASSIGN_OR_RETURN(RowCache selected,
                      Make(budget_, static_cast<int64_t>(parents.size()),
                           shape_[1], shape_[2], shape_[3]));
  const int64_t group = shape_[2] * shape_[3];
  float* to = selected.cells_.as<float>();
  for (const int32_t parent : parents) {
    CH_CHECK(parent >= 0 && parent < shape_[0], "a parent is an item before");
    const float* from = cells_.as<float>() + parent * shape_[1] * group;
    for (int64_t g = 0; g < shape_[1]; ++g) {
      std::copy_n(from + g * group, length_ * shape_[3], to);
      to += group;
    }
  }
  selected.length_ = length_;
  *this = std::move(selected);
  return {};
}

Tensor RowCache::In(Graph& graph, std::string_view name) const {
  const std::vector<AxisRole> roles = {AxisRole::kBatch, AxisRole::kHead,
                                       AxisRole::kKey, AxisRole::kFeature};
  const TensorView all = Rows(0, capacity());
  const Tensor whole = graph.Borrow(Text("%.cache", name), all, roles);
  return graph.View(whole, name, Rows(0, length_).shape, all.strides, 0, roles);
}

Result<KvCache> KvCache::Make(const std::shared_ptr<Budget>& budget,
                              int64_t batch, int64_t groups, int64_t capacity,
                              int64_t key_width, int64_t value_width) {
  KvCache cache;
  CH_ASSIGN_OR_RETURN(
      cache.keys, RowCache::Make(budget, batch, groups, capacity, key_width));
  CH_ASSIGN_OR_RETURN(cache.values, RowCache::Make(budget, batch, groups,
                                                   capacity, value_width));
  return cache;
}

Status KvCache::Check(const TensorView& key_rows,
                      const TensorView& value_rows) const {
  CH_RETURN_IF_ERROR(keys.Check(key_rows, keys.length()));
  return values.Check(value_rows, values.length());
}

Status KvCache::Append(const TensorView& key_rows,
                       const TensorView& value_rows) {
  CH_RETURN_IF_ERROR(Check(key_rows, value_rows));
  CH_RETURN_IF_ERROR(keys.Append(key_rows));
  return values.Append(value_rows);
}

}  // namespace clearhead
