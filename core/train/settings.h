// The settings of a training run by name, as a caller writes them: one table
// gives ranges, error texts and defaults.
#ifndef CLEARHEAD_CORE_TRAIN_SETTINGS_H_
#define CLEARHEAD_CORE_TRAIN_SETTINGS_H_

#include <cstdint>

#include "core/model/config.h"
#include "core/train/trainer.h"

namespace clearhead {

struct TrainingSettings {
  TrainingConfig trainer;
  // All examples of a step are drawn at once, kMaxBatch at most.
  int64_t batch;         // examples of a batch
  int64_t accumulation;  // batches of a step
  bool shifted;          // labels stand one place behind what is read
};

// "training": attributes alone.
const Schema& TrainingSchema();

Result<TrainingSettings> MakeTrainingSettings(const Settings& settings);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TRAIN_SETTINGS_H_
