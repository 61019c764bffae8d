// How much each output position depends on each input position:
// ‖∂out_i/∂x_j‖, the Frobenius norm of a [features, C] block, as a T×T map.
#ifndef CLEARHEAD_CORE_ANALYSIS_GRADIENT_MAP_H_
#define CLEARHEAD_CORE_ANALYSIS_GRADIENT_MAP_H_

#include <cstdint>
#include <vector>

#include "core/base/progress.h"
#include "core/graph/expression.h"
#include "core/graph/graph.h"

namespace clearhead {

// Any graph: one backward pass for every feature of every output position.
// `output` is [1, T, E] and `input` [1, S, C]; the map is [T, S], row-major.
Result<std::vector<float>> GradientMap(const Graph& graph, Tensor output,
                                       Tensor input,
                                       const Progress& progress = {});

// The positions begin … end − 1, those that there are.
struct Span {
  int64_t begin = 0;
  int64_t end = INT64_MAX;
};

// One self-attention layer recorded at level inspect (core/model), in closed
// form (attention_jacobian.h), whatever was changed in it. Of the whole map
// only the part asked for is computed, to the same bits.
Result<std::vector<float>> SelfAttentionGradientMap(const Graph& graph,
                                                    Span outputs = {},
                                                    Span inputs = {});

// The cell [i, j] of the closed form: √Σ_e,c (∂out_i,e/∂x_j,c)². Its operands
// are gradient cells of x with `of` saying which cell of output. Keeps the
// `limit` largest of them; 0 and more than 4096 keep 4096.
Result<Expression> ExplainGradientMap(const Graph& graph, const Index& index,
                                      size_t limit);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ANALYSIS_GRADIENT_MAP_H_
