#include "core/ops/loops.h"

#include "core/base/text.h"

namespace clearhead {
namespace {
constexpr size_t kMaxViews = 8;
}

Shape Lead(Shape shape, size_t inner) {
  for (size_t i = 0; i < inner; ++i) shape.pop_back();
  return shape;
}

void ForEach(const Shape& lead, Views views, FunctionRef<void(Offsets)> visit) {
  CH_CHECK(views.size() <= kMaxViews, "at most 8 tensors are walked at once");
  Index index = Dims::Filled(lead.size(), 0);
  int64_t offsets[kMaxViews] = {};
  for (int64_t left = CountOf(lead); left > 0; --left) {
    visit(offsets);
    for (size_t axis = lead.size(); axis-- > 0;) {
      const bool carry = ++index[axis] == lead[axis];
      if (carry) index[axis] = 0;
      int64_t* offset = offsets;
      for (const TensorView* view : views) {
        const int64_t stride = view->strides[axis];
        *offset++ += carry ? -stride * (lead[axis] - 1) : stride;
      }
      if (!carry) break;
    }
  }
}

kernels::Matrix MatrixAt(const TensorView& view, int64_t offset) {
  return {view.floats() + offset,
          static_cast<ptrdiff_t>(view.strides.FromBack(1))};
}

kernels::MutableMatrix MutableMatrixAt(const TensorView& view, int64_t offset) {
  return {view.floats() + offset,
          static_cast<ptrdiff_t>(view.strides.FromBack(1))};
}

TensorView AsRows(TensorView view, bool merge) {
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

Status CheckBroadcast(const char* what, const Shape& shape,
                      const Shape& target) {
  bool fits = shape.size() <= target.size();
  for (size_t i = 0; fits && i < shape.size(); ++i) {
    fits = shape.FromBack(i) == 1 || shape.FromBack(i) == target.FromBack(i);
  }
  if (fits) return {};
  return Fail(ErrorCode::kShape,
              "% has the shape %; it must equal or broadcast to %", what, shape,
              target);
}

std::vector<Index> Widen(const Shape& small, const Index& index,
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
