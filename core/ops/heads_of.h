// Which key/value head serves which query head: h ↦ ⌊h·G/H⌋ (Ainslie et al.
// 2023, "GQA", section 2). G = H is multi-head attention, G = 1 multi-query.
#ifndef CLEARHEAD_CORE_OPS_HEADS_OF_H_
#define CLEARHEAD_CORE_OPS_HEADS_OF_H_

#include <array>
#include <string>

#include "core/ops/loops.h"

namespace clearhead {

inline int64_t GroupOf(int64_t head, int64_t heads, int64_t groups) {
  return head * groups / heads;
}

// [B, G, S, D] as [B, G, H/G, S, D], every group repeated for its query heads
// without a copy.
inline TensorView PerQueryHead(const TensorView& view, int64_t heads) {
  const Shape& shape = view.shape;
  const Strides& strides = view.strides;
  const int64_t repeats = shape[1] == 0 ? 0 : heads / shape[1];
  return {view.type,
          {shape[0], shape[1], repeats, shape[2], shape[3]},
          {strides[0], strides[1], 0, strides[2], strides[3]},
          view.data};
}

// Walks over batch and query heads; views have the axes [B, H, ., .] or, from
// PerQueryHead, [B, G, H/G, ., .].
template <size_t N, typename Visit>
void ForEachHead(const Shape& queries,
                 const std::array<const TensorView*, N>& views,
                 const Visit& visit) {
  int64_t groups = queries[1];
  for (const TensorView* view : views) {
    if (view->shape.size() == 5) groups = view->shape[1];
  }
  const int64_t repeats = groups == 0 ? 0 : queries[1] / groups;
  std::array<TensorView, N> grouped;
  std::array<const TensorView*, N> pointers{};
  for (size_t i = 0; i < N; ++i) {
    grouped[i] = *views[i];
    pointers[i] = &grouped[i];
    if (views[i]->shape.size() == 5) continue;
    const Strides& strides = views[i]->strides;
    grouped[i].strides = {strides[0], strides[1] * repeats, strides[1],
                          strides[2], strides[3]};
  }
  ForEach<N>({queries[0], groups, repeats}, pointers, visit);
}

// Calls visit(h) for every query head that group `group` serves.
template <typename Visit>
void ForEachQueryHead(int64_t group, int64_t heads, int64_t groups,
                      const Visit& visit) {
  for (int64_t head = 0; head < heads; ++head) {
    if (GroupOf(head, heads, groups) == group) visit(head);
  }
}

// q is [B, H, T, D], k or v [B, G, S, D]: H must be a multiple of G.
inline Status CheckHeads(const std::string& operation, const Shape& q,
                         const Shape& k) {
  if (k[1] > 0 && q[1] % k[1] == 0) return {};
  return Fail(ErrorCode::kShape,
              operation + ": " + std::to_string(q[1]) + " query heads and " +
                  std::to_string(k[1]) +
                  " key/value heads; the first must be a multiple of the "
                  "second");
}

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_OPS_HEADS_OF_H_
