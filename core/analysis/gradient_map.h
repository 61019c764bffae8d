// How much each output position depends on each input position:
// ‖∂out_i/∂x_j‖, the Frobenius norm of a [features, C] block, as a T×T map.
#ifndef CLEARHEAD_CORE_ANALYSIS_GRADIENT_MAP_H_
#define CLEARHEAD_CORE_ANALYSIS_GRADIENT_MAP_H_

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

// One self-attention layer recorded at level inspect (core/model), in closed
// form (attention_jacobian.h), whatever was changed in it.
Result<std::vector<float>> SelfAttentionGradientMap(const Graph& graph);

// One cell of it, to the bit, without the others.
Result<float> SelfAttentionGradientCell(const Graph& graph, int64_t i,
                                        int64_t j);

// The closed form where the stages were kept, the passes elsewhere.
Result<std::vector<float>> GradientMapOf(const Graph& graph,
                                         const Progress& progress = {});

// The cell [i, j] of the closed form: √Σ_e,c (∂out_i,e/∂x_j,c)². Its operands
// are gradient cells of x with `of` saying which cell of output. Keeps the
// `limit` largest of them; 0 and more than 4096 keep 4096.
Result<Expression> ExplainGradientMap(const Graph& graph, const Index& index,
                                      size_t limit);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ANALYSIS_GRADIENT_MAP_H_
