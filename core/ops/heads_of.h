// Which key/value head serves which query head: h ↦ ⌊h·G/H⌋ (Ainslie et al.
// 2023, "GQA", section 2). G = H is multi-head attention, G = 1 multi-query.
#ifndef CLEARHEAD_CORE_OPS_HEADS_OF_H_
#define CLEARHEAD_CORE_OPS_HEADS_OF_H_

#include "core/ops/loops.h"

namespace clearhead {

inline int64_t GroupOf(int64_t head, int64_t heads, int64_t groups) {
  return head * groups / heads;
}

// Calls visit(offsets) for every sentence and query head of `queries`,
// [B, H, ., .]. Each of at most kMaxViews views is [B, H, ., .] or, shared by
// a group of query heads, [B, G, ., .].
void ForEachHead(const Shape& queries, Views views,
                 FunctionRef<void(Offsets)> visit);

// Calls visit(h) for every query head that group `group` serves.
void ForEachQueryHead(int64_t group, int64_t heads, int64_t groups,
                      FunctionRef<void(int64_t head)> visit);

// [B, H, ., .] or [B, G, ., .] as [B, G, H/G, ., .] or [B, G, 1, ., .]: the
// heads that a group serves become an axis of their own. Absent stays absent.
TensorView Grouped(const TensorView& view, int64_t groups);

// The cells of `out`, [B, H, T, .], in the queries that a cell of k or v in
// group `group` serves, at `last` of the last axis.
std::vector<Index> ReachOfGroup(const Shape& out, int64_t batch, int64_t group,
                                int64_t groups, int64_t last);

// q is [B, H, T, D], k or v [B, G, S, D]: H must be a multiple of G.
Status CheckHeads(const char* operation, const Shape& q, const Shape& k);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_OPS_HEADS_OF_H_
