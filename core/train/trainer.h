// Training, step by step: whoever calls decides when to stop, and what was done
// up to then can be kept and resumed.
#ifndef CLEARHEAD_CORE_TRAIN_TRAINER_H_
#define CLEARHEAD_CORE_TRAIN_TRAINER_H_

#include <cstdint>
#include <memory>
#include <span>

#include "core/graph/gradients.h"
#include "core/train/optimizer.h"
#include "core/train/record.h"
#include "core/train/schedule.h"

namespace clearhead {

struct TrainingConfig {
  double rate = 3e-3;  // at the peak of the schedule, 0…10
  ScheduleConfig schedule = {};
  OptimizerConfig optimizer = {};
  double label_smoothing = 0;  // 0…1
  uint32_t seed = 1;           // of dropout
};

// The message names the field.
Status Validate(const TrainingConfig& config);

// Over the labels that are asked.
struct Score {
  double loss = 0;      // mean, in nats
  double accuracy = 0;  // 0…1, the highest score is the label
  int64_t labels = 0;
};

struct StepReport {
  int64_t step = 0;    // steps done
  Score score;         // of the batches, before the step; the loss is what
                       // is made smaller, with label smoothing
  int64_t tokens = 0;  // that the model read
  double gradient_norm = 0;
  double rate = 0;
};

// How well the model foretells labels after the right tokens before; without
// dropout and label smoothing.
Result<Score> Evaluate(const std::shared_ptr<Budget>& budget,
                       const Model& model, const Batch& batch);

class Trainer {
 public:
  Trainer() = default;
  // The model outlives it.
  static Result<Trainer> Make(std::shared_ptr<Budget> budget, Model* model,
                              const TrainingConfig& config);

  // One step by the gradients of one batch or of several, which weigh as much
  // as they have labels. After an error nothing has changed.
  Result<StepReport> Step(std::span<const Batch> batches);
  // Of the model as it is now.
  Result<Score> Evaluate(const Batch& batch) const {
    return clearhead::Evaluate(budget_, *model_, batch);
  }

  int64_t steps() const { return optimizer_.steps(); }
  // What a checkpoint keeps beside the parameters.
  Optimizer& optimizer() { return optimizer_; }
  const Optimizer& optimizer() const { return optimizer_; }

 private:
  uint64_t DropoutSeed(size_t batch) const;
  Result<Score> AddGradients(const Batch& batch, double share,
                             uint64_t dropout_seed);

  std::shared_ptr<Budget> budget_;
  Model* model_ = nullptr;
  TrainingConfig config_;
  Optimizer optimizer_;
  Buffer sums_;  // of gradients, as the parameters lie
  std::unique_ptr<Graph> graph_;
  std::unique_ptr<Gradients> gradients_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TRAIN_TRAINER_H_
