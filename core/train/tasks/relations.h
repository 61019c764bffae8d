// Two relations at once, in numbers instead of tokens: the experiment in which
// one head stays at a mean squared error of ½ (chapter audit A120).
#ifndef CLEARHEAD_CORE_TRAIN_TASKS_RELATIONS_H_
#define CLEARHEAD_CORE_TRAIN_TASKS_RELATIONS_H_

#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/base/status.h"

namespace clearhead {

struct Neighbours {
  std::vector<float> x;  // [B, T, C], normal
  std::vector<float> y;  // [B, T, 2C]: x of the place before and of that after
};

// The places stand in a circle. B 1…4096, T 3…64, C 1…64.
Result<Neighbours> DrawNeighbours(int64_t batch, int64_t places, int64_t width,
                                  Random* random);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TRAIN_TASKS_RELATIONS_H_
