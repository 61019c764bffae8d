// How a number of the operation "attention" opens: to queries, keys and values
// themselves, as no score or weight is stored.
#ifndef CLEARHEAD_CORE_ATTENTION_FUSED_EXPLAINED_H_
#define CLEARHEAD_CORE_ATTENTION_FUSED_EXPLAINED_H_

#include <vector>

#include "core/graph/operation.h"

namespace clearhead {

// A cell of the output, or of log_sum_exp.
void ExplainAttention(const Call& call, int output, const Index& index,
                      Expression* expression);
// The cells of the output that a cell of an input has influence on.
std::vector<Index> ReachAttention(const Call& call, int slot,
                                  const Index& index);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ATTENTION_FUSED_EXPLAINED_H_
