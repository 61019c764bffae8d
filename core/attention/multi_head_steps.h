// The steps that multi-head attention is built of.
#ifndef CLEARHEAD_CORE_ATTENTION_MULTI_HEAD_STEPS_H_
#define CLEARHEAD_CORE_ATTENTION_MULTI_HEAD_STEPS_H_

#include <vector>

#include "core/attention/multi_head.h"
#include "core/graph/graph.h"

namespace clearhead {

// One of the three projections: where it reads, what it multiplies by, and
// how the weight and the bias are called in messages.
struct MultiHeadProjection {
  const char* name;
  int source, weight, bias;
};
inline constexpr MultiHeadProjection kMultiHeadProjections[] = {
    {"query", kMultiHeadX, kMultiHeadQueryWeight, kMultiHeadQueryBias},
    {"key", kMultiHeadContext, kMultiHeadKeyWeight, kMultiHeadKeyBias},
    {"value", kMultiHeadValueContext, kMultiHeadValueWeight,
     kMultiHeadValueBias}};

// Whose weight query, key and value multiply by, as numbers of
// kMultiHeadProjections; −1 for none: the input itself.
struct Sharing {
  int weight_of[3];
};
const Sharing& SharingOf(const Attributes& attributes);

// x and what stands for it: the context of keys is x where none is given, that
// of values the context of keys.
template <typename Given>
int SourceOf(const Given& given, int slot) {
  while (slot > kMultiHeadX && !given(slot)) --slot;
  return slot;
}

// Operation::build.
Tensor BuildMultiHead(Graph& graph, const std::vector<Tensor>& inputs,
                      const Attributes& attributes, const Names& names);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ATTENTION_MULTI_HEAD_STEPS_H_
