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
Shape Lead(Shape shape, size_t inner);

// Where a row or matrix of each view begins, in the order of the views.
using Offsets = const int64_t*;
using Views = std::initializer_list<const TensorView*>;

// Calls visit(offsets) for every index of `lead`. Each of at most 8 views has
// the axes of `lead` first.
void ForEach(const Shape& lead, Views views, FunctionRef<void(Offsets)> visit);

// The last two axes as a matrix that begins at `offset`.
kernels::Matrix MatrixAt(const TensorView& view, int64_t offset);
kernels::MutableMatrix MutableMatrixAt(const TensorView& view, int64_t offset);

// [..., n] as [rows, n] where `merge` says that the rows lie one after another
// in memory; a single axis or cell as one row; otherwise unchanged.
TensorView AsRows(TensorView view, bool merge);

// Whether `shape` broadcasts, right-aligned, to `target`; says why not.
Status CheckBroadcast(const char* what, const Shape& shape,
                      const Shape& target);

// All the cells of `shape` whose index, narrowed to `small`, is `index`: where
// one cell of a broadcast operand is read.
std::vector<Index> Widen(const Shape& small, const Index& index,
                         const Shape& shape);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_OPS_LOOPS_H_
