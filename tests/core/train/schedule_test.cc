#include "core/train/schedule.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

namespace clearhead {
namespace {

TEST_CASE("every schedule climbs to 1 and stays within 0…1", "[train]") {
  for (const ScheduleKind kind :
       {ScheduleKind::kConstant, ScheduleKind::kLinear, ScheduleKind::kCosine,
        ScheduleKind::kInverseSqrt}) {
    const ScheduleConfig config{.kind = kind, .warmup = 4, .steps = 20};
    REQUIRE(Validate(config));
    CHECK(LearningRateAt(config, -5) == 0);
    CHECK(LearningRateAt(config, 0) == 0);
    CHECK(LearningRateAt(config, 1) == 0.25);
    CHECK(LearningRateAt(config, 4) == 1);
    for (const int64_t step : {5, 19, 20, 21, 1000000000}) {
      const double multiplier = LearningRateAt(config, step);
      CHECK(multiplier >= 0);
      CHECK(multiplier <= 1);
    }
  }
}

TEST_CASE("schedules end where their formula says", "[train]") {
  CHECK(LearningRateAt({.kind = ScheduleKind::kConstant}, 7) == 1);
  CHECK(LearningRateAt({.kind = ScheduleKind::kLinear, .steps = 10}, 10) == 0);
  const ScheduleConfig cosine{.kind = ScheduleKind::kCosine, .steps = 10};
  CHECK(LearningRateAt(cosine, 5) == Approx(0.5));
  CHECK(LearningRateAt(cosine, 10) == Approx(0).margin(1e-15));
  // Two whole cycles return to 1 halfway.
  const ScheduleConfig cycles{
      .kind = ScheduleKind::kCosine, .steps = 8, .cycles = 2};
  CHECK(LearningRateAt(cycles, 2) == Approx(0).margin(1e-15));
  CHECK(LearningRateAt(cycles, 4) == Approx(1));
  // d_model^−½·min(step^−½, step·warmup^−1.5) over its peak (d·warmup)^−½.
  const ScheduleConfig root{.kind = ScheduleKind::kInverseSqrt, .warmup = 16};
  for (const double step : {1.0, 7.0, 16.0, 17.0, 64.0, 1000.0}) {
    const double vaswani =
        std::min(std::pow(step, -0.5), step * std::pow(16.0, -1.5));
    CHECK(LearningRateAt(root, static_cast<int64_t>(step)) ==
          Approx(vaswani / std::pow(16.0, -0.5)).epsilon(1e-12));
  }
  CHECK(LearningRateAt({.kind = ScheduleKind::kInverseSqrt}, 30000) == 0.5);
}

TEST_CASE("every field of a schedule has a range", "[train]") {
  const auto error = [](const ScheduleConfig& config) {
    const Status status = Validate(config);
    return status ? "" : status.error().message;
  };
  CHECK(error({}) == "");
  CHECK(error({.warmup = -1}) ==
        "schedule: warmup is -1; give a number of 0…1000000000");
  CHECK(error({.steps = 0}) ==
        "schedule: steps is 0; give a number of 1…1000000000");
  CHECK(error({.cycles = NAN}) ==
        "schedule: cycles is NaN; give a number of 0…1000");
}

}  // namespace
}  // namespace clearhead
