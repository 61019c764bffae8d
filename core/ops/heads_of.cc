#include "core/ops/heads_of.h"

#include "core/ops/patterns.h"

namespace clearhead {

void ForEachHead(const Shape& queries, Views views,
                 FunctionRef<void(Offsets)> visit) {
  CH_CHECK(views.size() <= kMaxViews, "at most 8 tensors are walked at once");
  int64_t offsets[kMaxViews] = {};
  for (int64_t b = 0; b < queries[0]; ++b) {
    for (int64_t head = 0; head < queries[1]; ++head) {
      int64_t* offset = offsets;
      for (const TensorView* view : views) {
        const int64_t own = GroupOf(head, queries[1], view->shape[1]);
        *offset++ = b * view->strides[0] + own * view->strides[1];
      }
      visit(offsets);
    }
  }
}

void ForEachQueryHead(int64_t group, int64_t heads, int64_t groups,
                      FunctionRef<void(int64_t head)> visit) {
  for (int64_t head = 0; head < heads; ++head) {
    if (GroupOf(head, heads, groups) == group) visit(head);
  }
}

TensorView Grouped(const TensorView& view, int64_t groups) {
  if (!view.present()) return view;
  const Shape& shape = view.shape;
  const Strides& strides = view.strides;
  const int64_t heads = shape[1] / groups;
  return {view.type,
          {shape[0], groups, heads, shape[2], shape[3]},
          {strides[0], heads * strides[1], strides[1], strides[2], strides[3]},
          view.data};
}

std::vector<Index> ReachOfGroup(const Shape& out, int64_t batch, int64_t group,
                                int64_t groups, int64_t last) {
  const int64_t heads = out[1] / groups;
  return Box({batch, group * heads, 0, last}, {1, heads, out[2], 1});
}

Status CheckHeads(const char* operation, const Shape& q, const Shape& k) {
  if (k[1] > 0 && q[1] % k[1] == 0) return {};
  return Fail(ErrorCode::kShape,
              "%: % query heads and % key/value heads; the first must be a "
              "multiple of the second",
              operation, q[1], k[1]);
}

}  // namespace clearhead
