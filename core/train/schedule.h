// How the learning rate goes over a run: a multiplier of its peak by step.
#ifndef CLEARHEAD_CORE_TRAIN_SCHEDULE_H_
#define CLEARHEAD_CORE_TRAIN_SCHEDULE_H_

#include <cstdint>

#include "core/base/status.h"

namespace clearhead {

// Every kind climbs linearly from 0 to 1 over the first `warmup` steps; then
//   constant      stays at 1
//   linear        falls to 0 at `steps`, and stays there
//   cosine        (1 + cos 2π·cycles·x) / 2, x = 0…1 from warm-up to `steps`
//                 (Loshchilov and Hutter 2017, equation 5); it goes on beyond
//   inverse_sqrt  √(warmup ÷ step) (Vaswani et al. 2017, equation 3, whose peak
//                 is (d_model·warmup)^−½); without warm-up √(s ÷ (step + s))
//                 with s = 10,000
enum class ScheduleKind : uint8_t { kConstant, kLinear, kCosine, kInverseSqrt };

struct ScheduleConfig {
  ScheduleKind kind = ScheduleKind::kConstant;
  int64_t warmup = 0;   // 0…1e9
  int64_t steps = 1;    // of the whole run, 1…1e9; linear and cosine
  double cycles = 0.5;  // of the cosine, 0…1000; 0.5 falls once to 0
};

// The message names the field.
Status Validate(const ScheduleConfig& config);

// The multiplier of step number `step`, 0 for the first. The configuration is
// valid; a negative step counts as 0.
double LearningRateAt(const ScheduleConfig& config, int64_t step);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TRAIN_SCHEDULE_H_
