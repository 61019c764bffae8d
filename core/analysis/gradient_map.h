// How much each output position depends on each input position:
// ‖∂out_i/∂x_j‖, the Frobenius norm of a [features, C] block, as a T×T map.
#ifndef CLEARHEAD_CORE_ANALYSIS_GRADIENT_MAP_H_
#define CLEARHEAD_CORE_ANALYSIS_GRADIENT_MAP_H_

#include <vector>

#include "core/base/progress.h"
#include "core/graph/graph.h"

namespace clearhead {

// Any graph: one backward pass for every feature of every output position.
// `output` is [1, T, E] and `input` [1, S, C]; the map is [T, S], row-major.
Result<std::vector<float>> GradientMap(const Graph& graph, Tensor output,
                                       Tensor input,
                                       const Progress& progress = {});

// One self-attention layer recorded at level inspect (core/model), in closed
// form. With s = 1/√d_k or 1 and per head
//   ∂out_i/∂x_j = w_ij W_Vᵀ + s w_ij (v_j − o_i)(W_K q_i)ᵀ
//               + [i = j] s Σ_l w_il (v_l − o_i)(W_Q k_l)ᵀ
// the norms need O(H·T²·(T + C)) operations. Fails when an intervention cut the
// path inside the layer: then use GradientMap.
Result<std::vector<float>> SelfAttentionGradientMap(const Graph& graph);

// The closed form where it holds, the passes elsewhere.
Result<std::vector<float>> GradientMapOf(const Graph& graph,
                                         const Progress& progress = {});

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ANALYSIS_GRADIENT_MAP_H_
