// Whether a graph is one self-attention layer with every stage kept, as the
// Jacobian of its output in closed form needs (attention_jacobian.h).
#ifndef CLEARHEAD_CORE_ANALYSIS_ATTENTION_STAGES_H_
#define CLEARHEAD_CORE_ANALYSIS_ATTENTION_STAGES_H_

#include "core/graph/graph.h"

namespace clearhead {

// Fails where it is anything else.
Status CheckStages(const Graph& graph);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ANALYSIS_ATTENTION_STAGES_H_
