// A short list of integers held in place: shapes, strides and indices, with no
// allocation. Rank at most 6.
#ifndef CLEARHEAD_CORE_GRAPH_DIMS_H_
#define CLEARHEAD_CORE_GRAPH_DIMS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "core/base/check.h"
#include "core/base/text.h"

namespace clearhead {

inline constexpr size_t kMaxRank = 6;

class Dims {
 public:
  Dims() = default;
  Dims(std::initializer_list<int64_t> values) {
    for (const int64_t value : values) push_back(value);
  }
  static Dims Filled(size_t rank, int64_t value) {
    Dims dims;
    for (size_t axis = 0; axis < rank; ++axis) dims.push_back(value);
    return dims;
  }

  size_t size() const { return rank_; }
  bool empty() const { return rank_ == 0; }
  int64_t operator[](size_t axis) const { return values_[axis]; }
  int64_t& operator[](size_t axis) { return values_[axis]; }
  int64_t back() const { return values_[rank_ - 1]; }
  int64_t& back() { return values_[rank_ - 1]; }
  // Counted from the end: FromBack(0) is the last.
  int64_t FromBack(size_t i) const { return values_[rank_ - 1 - i]; }
  const int64_t* begin() const { return values_.data(); }
  const int64_t* end() const { return values_.data() + rank_; }
  void push_back(int64_t value) {
    CH_CHECK(rank_ < kMaxRank, "a tensor has at most 6 axes");
    values_[rank_++] = value;
  }
  void pop_back() { --rank_; }
  bool operator==(const Dims& other) const {
    if (rank_ != other.rank_) return false;
    for (size_t axis = 0; axis < rank_; ++axis) {
      if (values_[axis] != other.values_[axis]) return false;
    }
    return true;
  }

 private:
  std::array<int64_t, kMaxRank> values_{};
  size_t rank_ = 0;
};

using Shape = Dims;
using Strides = Dims;  // in elements; 0 repeats
using Index = Dims;

inline int64_t CountOf(const Shape& shape) {
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  return count;
}

// Row-major: the last axis is contiguous.
inline Strides DenseStrides(const Shape& shape) {
  Strides strides = shape;
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
  return strides;
}

// Row-major position of `index` in `shape`, and back.
inline int64_t FlatOf(const Shape& shape, const Index& index) {
  int64_t flat = 0;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    flat = flat * shape[axis] + index[axis];
  }
  return flat;
}

inline Index IndexAt(const Shape& shape, int64_t flat) {
  Index index = shape;
  for (size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = flat % shape[axis];
    flat /= shape[axis];
  }
  return index;
}

// "[2, 3]", for messages.
inline std::string ToString(const Dims& dims) { return Text("%", dims); }

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_DIMS_H_
