// Walks over the leading axes of several tensors at once, so that an operation
// is written for one row or one matrix.
#ifndef CLEARHEAD_CORE_OPS_LOOPS_H_
#define CLEARHEAD_CORE_OPS_LOOPS_H_

#include <array>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/graph/tensor_view.h"
#include "core/kernels/matmul.h"

namespace clearhead {

// The shape without its last `inner` axes.
inline Shape Lead(Shape shape, size_t inner) {
  for (size_t i = 0; i < inner; ++i) shape.pop_back();
  return shape;
}

// Calls visit(offsets) for every index of `lead`; offsets[i] is where that row
// or matrix of views[i] begins. Each view has the axes of `lead` first.
template <size_t N, typename Visit>
void ForEach(const Shape& lead, const std::array<const TensorView*, N>& views,
             const Visit& visit) {
  Index index = Dims::Filled(lead.size(), 0);
  std::array<int64_t, N> offsets{};
  for (int64_t left = CountOf(lead); left > 0; --left) {
    visit(offsets);
    for (size_t axis = lead.size(); axis-- > 0;) {
      const bool carry = ++index[axis] == lead[axis];
      if (carry) index[axis] = 0;
      for (size_t i = 0; i < N; ++i) {
        const int64_t stride = views[i]->strides[axis];
        offsets[i] += carry ? -stride * (lead[axis] - 1) : stride;
      }
      if (!carry) break;
    }
  }
}

// The last two axes as a matrix that begins at `offset`.
inline kernels::Matrix MatrixAt(const TensorView& view, int64_t offset) {
  return {view.floats() + offset,
          static_cast<ptrdiff_t>(view.strides.FromBack(1))};
}
inline kernels::MutableMatrix MutableMatrixAt(const TensorView& view,
                                              int64_t offset) {
  return {view.floats() + offset,
          static_cast<ptrdiff_t>(view.strides.FromBack(1))};
}

// [..., n] as [rows, n] where `merge` says that the rows lie one after another
// in memory; a single axis or cell as one row;
// otherwise unchanged.
inline TensorView AsRows(TensorView view, bool merge) {
  if (view.shape.empty()) {
    view.shape = {1, 1};
    view.strides = {1, 1};
  } else if (view.shape.size() == 1) {
    view.shape = {1, view.shape[0]};
    view.strides = {view.shape[1], view.strides[0]};
  } else if (merge) {
    const int64_t n = view.shape.back();
    view.shape.pop_back();
    view.shape = {CountOf(view.shape), n};
    view.strides = {n, 1};
  }
  return view;
}

// Whether `shape` broadcasts, right-aligned, to `target`; says why not.
inline Status CheckBroadcast(const std::string& what, const Shape& shape,
                             const Shape& target) {
  bool fits = shape.size() <= target.size();
  for (size_t i = 0; fits && i < shape.size(); ++i) {
    fits = shape.FromBack(i) == 1 || shape.FromBack(i) == target.FromBack(i);
  }
  if (fits) return {};
  return Fail(ErrorCode::kShape, what + " has the shape " + ToString(shape) +
                                     "; it must equal or broadcast to " +
                                     ToString(target));
}

// All the cells of `shape` whose index, narrowed to `small`, is `index`: where
// one cell of a broadcast operand is read.
inline std::vector<Index> Widen(const Shape& small, const Index& index,
                                const Shape& shape) {
  Shape repeats = shape;
  const size_t lead = shape.size() - small.size();
  for (size_t axis = lead; axis < shape.size(); ++axis) {
    if (small[axis - lead] != 1) repeats[axis] = 1;
  }
  std::vector<Index> cells;
  for (int64_t i = 0; i < CountOf(repeats); ++i) {
    Index cell = IndexAt(repeats, i);
    for (size_t axis = lead; axis < shape.size(); ++axis) {
      if (small[axis - lead] != 1) cell[axis] = index[axis - lead];
    }
    cells.push_back(cell);
  }
  return cells;
}

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_OPS_LOOPS_H_
