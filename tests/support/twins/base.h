// What the twins share: axes, parts and products of arrays.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_BASE_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_BASE_H_

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/support/reference.h"

namespace clearhead::test::twins {

// How a twin takes its call.
template <typename Number>
using Call = const TwinCall<Number>&;

template <typename Number>
size_t Axis(Call<Number> call, const Array<Number>& a) {
  const int64_t axis = call.Get("axis").integer();
  return axis < 0 ? a.shape.size() - static_cast<size_t>(-axis)
                  : static_cast<size_t>(axis);
}

template <typename Number>
Array<Number> Joined(const Array<Number>& a, const Array<Number>& b,
                     size_t axis) {
  Shape shape = a.shape;
  shape[axis] += b.shape[axis];
  Array<Number> out(shape);
  ForEachIndex(shape, [&](const Index& index) {
    Index behind = index;
    behind[axis] -= a.shape[axis];
    out[index] = behind[axis] < 0 ? a[index] : b[behind];
  });
  return out;
}

// The last two axes of x exchanged.
template <typename Number>
Array<Number> Transposed(const Array<Number>& x) {
  Shape shape = x.shape;
  std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  Array<Number> out(shape);
  ForEachIndex(x.shape, [&](const Index& index) {
    Index swapped = index;
    std::swap(swapped[shape.size() - 1], swapped[shape.size() - 2]);
    out[swapped] = x[index];
  });
  return out;
}

// [..., T, H·D] as [..., H, T, D], and back.
template <typename Number>
Array<Number> Split(const Array<Number>& x, int64_t heads) {
  const int64_t width = x.shape.back() / heads;
  const size_t rank = x.shape.size();
  Shape shape = x.shape;
  shape.back() = x.shape.FromBack(1);
  shape[rank - 2] = heads;
  shape.push_back(width);
  Array<Number> out(shape);
  ForEachIndex(shape, [&](const Index& index) {
    Index from = x.shape;
    for (size_t axis = 0; axis + 2 < rank; ++axis) from[axis] = index[axis];
    from[rank - 2] = index.FromBack(1);
    from.back() = index.FromBack(2) * width + index.back();
    out[index] = x[from];
  });
  return out;
}

template <typename Number>
Array<Number> Join(const Array<Number>& x) {
  const size_t rank = x.shape.size();
  Shape shape = x.shape;
  shape.pop_back();
  shape[rank - 3] = x.shape.FromBack(1);
  shape[rank - 2] = x.shape.FromBack(2) * x.shape.back();
  Array<Number> out(shape);
  ForEachIndex(x.shape, [&](const Index& index) {
    Index to = index;
    to.pop_back();
    to[rank - 3] = index.FromBack(1);
    to[rank - 2] = index.FromBack(2) * x.shape.back() + index.back();
    out[to] = x[index];
  });
  return out;
}

// x·W + b over the last axis; without a weight x itself.
template <typename Number>
Array<Number> Project(const Array<Number>& x, const Array<Number>& weight,
                      const Array<Number>& bias) {
  if (!weight.present) return x;
  Shape shape = x.shape;
  shape.back() = weight.shape[1];
  Array<Number> out(shape);
  ForEachIndex(shape, [&](const Index& index) {
    Number sum = bias.present ? bias[{index.back()}] : Number(0);
    for (int64_t k = 0; k < x.shape.back(); ++k) {
      sum += x[WithLast(index, k)] * weight[{k, index.back()}];
    }
    out[index] = sum;
  });
  return out;
}

template <typename Number>
Shape Leading(const Array<Number>& a, size_t inner) {
  Shape lead = a.shape;
  for (size_t i = 0; i < inner; ++i) lead.pop_back();
  return lead;
}

inline Index Followed(Index lead, int64_t i) {
  lead.push_back(i);
  return lead;
}

inline Index At(Index lead, int64_t i, int64_t j) {
  lead.push_back(i);
  lead.push_back(j);
  return lead;
}

// The matrix of a whose leading index is `lead`, from cell(i, j).
template <typename Number, typename Cell>
std::vector<std::vector<Number>> Table(int64_t n, const Cell& cell) {
  std::vector<std::vector<Number>> table;
  for (int64_t i = 0; i < n; ++i) {
    table.emplace_back();
    for (int64_t j = 0; j < n; ++j) table.back().push_back(cell(i, j));
  }
  return table;
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_BASE_H_
