#include "core/ops/loops.h"

#include "core/base/text.h"

namespace clearhead {

Shape Lead(const Shape& shape, size_t inner) {
  Shape lead = shape;
  for (size_t i = 0; i < inner; ++i) lead.pop_back();
  return lead;
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

void ForEachRow(Views views, FunctionRef<void(size_t n, Offsets)> visit) {
  const Shape& shape = (*views.begin())->shape;
  bool dense = true;
  for (const TensorView* view : views) dense &= view->dense();
  const int64_t n = dense ? CountOf(shape) : shape.back();
  ForEach(dense ? Shape() : Lead(shape, 1), views,
          [&](Offsets at) { visit(static_cast<size_t>(n), at); });
}

kernels::Matrix MatrixAt(const TensorView& view, int64_t offset) {
  return {view.floats() + offset,
          static_cast<ptrdiff_t>(view.strides.FromBack(1))};
}

kernels::MutableMatrix MutableMatrixAt(const TensorView& view, int64_t offset) {
  return {view.floats() + offset,
          static_cast<ptrdiff_t>(view.strides.FromBack(1))};
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

}  // namespace clearhead
