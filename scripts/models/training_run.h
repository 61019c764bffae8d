// Trains a shipped model, tells how it goes, and writes its file.
#ifndef CLEARHEAD_SCRIPTS_MODELS_TRAINING_RUN_H_
#define CLEARHEAD_SCRIPTS_MODELS_TRAINING_RUN_H_

#include <cstdint>
#include <memory>
#include <string>

#include "core/model/model.h"
#include "scripts/models/length_batches.h"
#include "scripts/models/recipe.h"

namespace clearhead::models {

class TrainingRun {
 public:
  // The recipe outlives it; the options are those of OptionsOf(recipe).
  TrainingRun(const Recipe& recipe, Options options);

  Status All();

 private:
  Status Prepare();
  Status Train();
  Status Report(int64_t step, double loss, double rate) const;
  Status Write();
  Status Check() const;

  const Recipe& recipe_;
  Options options_;
  std::shared_ptr<Budget> budget_;
  ModelData data_;
  Model model_;
  LengthBatches batches_;
};

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_TRAINING_RUN_H_
