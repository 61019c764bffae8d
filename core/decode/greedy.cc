#include "core/decode/greedy.h"

#include <cmath>

namespace clearhead {

int32_t MostLikely(std::span<const double> scores) {
  int32_t best = -1;
  double most = -HUGE_VAL;
  for (size_t token = 0; token < scores.size(); ++token) {
    if (scores[token] <= most) continue;
    most = scores[token];
    best = static_cast<int32_t>(token);
  }
  return best;
}

}  // namespace clearhead
