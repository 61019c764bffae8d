// Sinusoidal positions: each pair of features turns at its own speed.
#ifndef CLEARHEAD_CORE_POSITIONS_SINUSOIDAL_H_
#define CLEARHEAD_CORE_POSITIONS_SINUSOIDAL_H_

#include <string_view>

#include "core/graph/graph.h"

namespace clearhead {

// The table's entry "sinusoidal": [P, C] from the attributes length, width,
// base and start, the first position p. PE[p, 2i] = sin(p/base^(2i/C)),
// PE[p, 2i+1] = cos(p/base^(2i/C)); angles in double. An odd width ends on a
// sine.
const Operation& SinusoidalOperation();
Tensor Sinusoidal(Graph& graph, int64_t length, int64_t width,
                  std::string_view name, int64_t start = 0);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_POSITIONS_SINUSOIDAL_H_
