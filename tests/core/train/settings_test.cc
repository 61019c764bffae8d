#include "core/train/settings.h"

#include <catch2/catch.hpp>
#include <string>

namespace clearhead {

TEST_CASE("settings of training have defaults and ranges", "[train]") {
  const Result<TrainingSettings> usual = MakeTrainingSettings({});
  REQUIRE(usual);
  CHECK(usual->batch == 32);
  CHECK(usual->shifted);
  CHECK(usual->trainer.schedule.kind == ScheduleKind::kCosine);
  CHECK(usual->trainer.optimizer.kind == OptimizerKind::kAdamW);
  CHECK(usual->trainer.optimizer.clip == 1);
  CHECK(usual->trainer.optimizer.bias_correction);

  const Result<TrainingSettings> sgd =
      MakeTrainingSettings({{"optimizer", "sgd"},
                            {"nesterov", true},
                            {"schedule", "linear"},
                            {"seed", 4294967295.0}});
  REQUIRE(sgd);
  CHECK(sgd->trainer.optimizer.nesterov);
  CHECK(sgd->trainer.seed == 4294967295u);

  const auto error = [](const Settings& settings) {
    const Result<TrainingSettings> made = MakeTrainingSettings(settings);
    return made ? std::string() : made.error().message;
  };
  CHECK(error({{"batch", 0}}) ==
        "training: batch is 0; it may be from 1 to 4096");
  CHECK(error({{"batch", 64}, {"accumulation", 64}}) == "");
  CHECK(error({{"batch", 4096}}) == "");
  CHECK(error({{"batch", 65}, {"accumulation", 64}}) ==
        "training: batch 65 and accumulation 64 are 4160 examples a step; at "
        "most 4096 are allowed");
  CHECK(error({{"schedule", "step"}}).find("schedule is 'step'") !=
        std::string::npos);
  CHECK(error({{"beta1", 1}}).find("beta1") != std::string::npos);
  CHECK(error({{"speed", 1}}).find("'speed'") != std::string::npos);
}

}  // namespace clearhead
