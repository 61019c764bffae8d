// What the normalisations of rows have in common: x [..., C] is their first
// input, weight [C] and bias [C] follow, the first attribute is ε, and after
// the output come statistics [...], one number a row.
#ifndef CLEARHEAD_CORE_OPS_NORMS_H_
#define CLEARHEAD_CORE_OPS_NORMS_H_

#include <vector>

#include "core/graph/operation.h"

namespace clearhead {

inline constexpr AttributeSchema kEpsilonAttribute = {
    .name = "epsilon",
    .type = AttributeType::kNumber,
    .summary = "ε, added under the root.",
    .fallback = 1e-5,
    .required = false,
    .minimum = 0};

// The shapes of the output and of that many statistics; an error where the rows
// of x are empty or do not lie one after another.
Result<std::vector<OutputSpec>> NormOutputs(const char* operation,
                                            const TensorView& x,
                                            int statistics);
// C, and how many rows there are.
size_t NormWidth(const Call& call);
size_t NormRows(const Call& call);

// The operands of the row of x whose leading index is `row`.
std::vector<int> RowAt(const Call& call, const Index& row,
                       Expression* expression);
// Of `deviations` d: 1/√(mean(d²) + ε) where `inverse`, else the cell `index`
// d/√(mean(d²) + ε)·weight + bias. `square` and `root` name the parts.
void ExplainNorm(const Call& call, const std::vector<int>& deviations,
                 bool inverse, const Index& index, const char* square,
                 const char* root, Expression* expression);
std::vector<Index> NormReach(const Call& call, int slot, const Index& index);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_OPS_NORMS_H_
