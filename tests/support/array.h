// A dense tensor of any number type, for references that are written to be
// read, not to be fast.
#ifndef CLEARHEAD_TESTS_SUPPORT_ARRAY_H_
#define CLEARHEAD_TESTS_SUPPORT_ARRAY_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "core/graph/tensor_view.h"

namespace clearhead::test {

template <typename Number>
struct Array {
  Array() = default;
  explicit Array(const Shape& shape)
      : present(true), shape(shape), cells(CountOf(shape)) {}

  Number& operator[](const Index& index) { return cells[FlatOf(shape, index)]; }
  const Number& operator[](const Index& index) const {
    return cells[FlatOf(shape, index)];
  }
  // The cell that a broadcast operand contributes at `index`.
  const Number& Wide(const Index& index) const {
    return (*this)[Narrow(shape, index)];
  }
  int64_t count() const { return static_cast<int64_t>(cells.size()); }

  bool present = false;
  Shape shape;
  std::vector<Number> cells;
};

// Calls visit(index) for every index of `shape`, row by row.
template <typename Visit>
void ForEachIndex(const Shape& shape, const Visit& visit) {
  for (int64_t flat = 0; flat < CountOf(shape); ++flat) {
    visit(IndexAt(shape, flat));
  }
}

// The cells of a view, whatever its strides and type.
inline Array<double> Read(const TensorView& view) {
  if (!view.present()) return {};
  Array<double> array(view.shape);
  ForEachIndex(view.shape,
               [&](const Index& index) { array[index] = view.At(index); });
  return array;
}

// `index` with its last place set to `last`.
inline Index WithLast(Index index, int64_t last) {
  index.back() = last;
  return index;
}

// The cells start … start + length − 1 of an axis.
template <typename Number>
Array<Number> Part(const Array<Number>& a, size_t axis, int64_t start,
                   int64_t length) {
  Shape shape = a.shape;
  shape[axis] = length;
  Array<Number> out(shape);
  ForEachIndex(shape, [&](const Index& index) {
    Index from = index;
    from[axis] += start;
    out[index] = a[from];
  });
  return out;
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_ARRAY_H_
