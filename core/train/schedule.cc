#include "core/train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/math.h"

namespace clearhead {
namespace {

constexpr double kMostSteps = 1e9;
constexpr double kTimescale = 10000;  // of the inverse root without warm-up

// (1 + cos 2π·turns) / 2, of the turn's fraction alone: any number of turns.
double RaisedCosine(double turns) {
  const double angle = 2 * std::numbers::pi * (turns - std::floor(turns));
  return std::max(0.0, (1 + Cos(angle)) / 2);
}

}  // namespace

Status Validate(const ScheduleConfig& config) {
  const struct {
    const char* name;
    double value, least, most;
  } fields[] = {
      {"warmup", static_cast<double>(config.warmup), 0, kMostSteps},
      {"steps", static_cast<double>(config.steps), 1, kMostSteps},
      {"cycles", config.cycles, 0, 1000},
  };
  for (const auto& field : fields) {
    if (field.value >= field.least && field.value <= field.most) continue;
    return Fail(ErrorCode::kRange, "schedule: % is %; give a number of %…%",
                field.name, field.value, field.least, field.most);
  }
  return {};
}

double LearningRateAt(const ScheduleConfig& config, int64_t step) {
  const double at = static_cast<double>(std::max<int64_t>(step, 0));
  const double warmup = static_cast<double>(config.warmup);
  if (at < warmup) return at / warmup;
  // 0 at the end of warm-up, 1 at the end of the run.
  const double length =
      std::max(1.0, static_cast<double>(config.steps) - warmup);
  const double progress = (at - warmup) / length;
  switch (config.kind) {
    case ScheduleKind::kConstant:
      return 1;
    case ScheduleKind::kLinear:
      return std::max(0.0, 1 - progress);
    case ScheduleKind::kCosine:
      return RaisedCosine(config.cycles * progress);
    case ScheduleKind::kInverseSqrt: {
      const double scale = warmup > 0 ? warmup : kTimescale;
      return std::sqrt(scale / (at - warmup + scale));
    }
  }
  return 1;
}

}  // namespace clearhead
