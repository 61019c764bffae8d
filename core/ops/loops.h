// Walks over the leading axes of several tensors at once, so that an operation
// is written for one row or one matrix.
#ifndef CLEARHEAD_CORE_OPS_LOOPS_H_
#define CLEARHEAD_CORE_OPS_LOOPS_H_

#include <initializer_list>
#include <vector>

#include "core/base/function_ref.h"
#include "core/base/status.h"
#include "core/graph/tensor_view.h"
#include "core/kernels/matmul.h"

namespace clearhead {

// The shape without its last `inner` axes.
Shape Lead(const Shape& shape, size_t inner);

// Where a row or matrix of each view begins, in the order of the views.
using Offsets = const int64_t*;
using Views = std::initializer_list<const TensorView*>;

inline constexpr size_t kMaxViews = 8;  // walked at once

// Calls visit(offsets) for every index of `lead`. Each of at most kMaxViews
// views has the axes of `lead` first.
void ForEach(const Shape& lead, Views views, FunctionRef<void(Offsets)> visit);

// Calls visit(n, offsets) for every row of n cells along the last axis, which
// all views share with the other axes. Where every view is dense, all cells are
// one row; a tensor without axes is a row of one cell.
void ForEachRow(Views views, FunctionRef<void(size_t n, Offsets)> visit);

// Whether one cell stands for a whole row.
inline bool RowRepeats(const TensorView& view) {
  return !view.shape.empty() && view.strides.back() == 0;
}

// The last two axes as a matrix that begins at `offset`.
kernels::Matrix MatrixAt(const TensorView& view, int64_t offset);
kernels::MutableMatrix MutableMatrixAt(const TensorView& view, int64_t offset);

// Whether `shape` broadcasts, right-aligned, to `target`; says why not.
Status CheckBroadcast(const char* what, const Shape& shape,
                      const Shape& target);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_OPS_LOOPS_H_
