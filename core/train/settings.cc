#include "core/train/settings.h"

#include <type_traits>

#include "core/model/settings.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

constexpr Words kSchedules = {"constant", "linear", "cosine", "inverse_sqrt"};
constexpr Words kOptimizers = {"adamw", "adam", "sgd"};

TrainingSettings Read(const Attributes& attributes) {
  TrainingSettings s;
  const Attribute* next = attributes.data();
  const auto number = [&](auto* value) {
    using Value = std::remove_pointer_t<decltype(value)>;
    *value = static_cast<Value>(next++->number);
  };
  const auto word = [&](auto* value, const Words& words) {
    using Value = std::remove_pointer_t<decltype(value)>;
    *value = static_cast<Value>(WordNumber(words, *next++));
  };
  ScheduleConfig& schedule = s.trainer.schedule;
  OptimizerConfig& optimizer = s.trainer.optimizer;
  number(&s.batch);
  number(&s.accumulation);
  number(&s.shifted);
  number(&s.trainer.seed);
  number(&s.trainer.rate);
  number(&s.trainer.label_smoothing);
  word(&schedule.kind, kSchedules);
  number(&schedule.warmup);
  number(&schedule.steps);
  number(&schedule.cycles);
  word(&optimizer.kind, kOptimizers);
  for (double* value :
       {&optimizer.beta1, &optimizer.beta2, &optimizer.epsilon,
        &optimizer.weight_decay, &optimizer.momentum, &optimizer.clip}) {
    number(value);
  }
  for (bool* flag :
       {&optimizer.nesterov, &optimizer.amsgrad, &optimizer.bias_correction}) {
    number(flag);
  }
  return s;
}

}  // namespace

const Schema& TrainingSchema() {
  static constexpr Schema schema = {
      .name = "training",
      .summary = "How a model is trained.",
      .source = "Loshchilov and Hutter 2019; Vaswani et al. 2017, section 5",
      .attributes = {
          WholeSetting("batch", 32, 1, kMaxBatch,
                       "Examples of a batch; batch·accumulation is 4096 at "
                       "most."),
          WholeSetting("accumulation", 1, 1, 64, "Batches of a step."),
          FlagSetting("shifted", true,
                      "Labels stand one place behind what is read; without, "
                      "the answer is given away."),
          WholeSetting("seed", 1, 0, 4294967295.0, "Of batches and dropout."),
          NumberSetting("rate", 3e-3, 0, 10, "At the peak of the schedule."),
          NumberSetting("label_smoothing", 0, 0, 1, "ε, shared by all."),
          WordSetting("schedule", "cosine", kSchedules,
                      "Of the learning rate."),
          WholeSetting("warmup", 40, 0, 1e9, "Steps of climbing."),
          WholeSetting("steps", 400, 1, 1e9, "Of the whole run."),
          NumberSetting("cycles", 0.5, 0, 1000, "Of the cosine."),
          WordSetting("optimizer", "adamw", kOptimizers, "Which."),
          NumberSetting("beta1", 0.9, 0, 1, "Of adamw and adam, below 1."),
          NumberSetting("beta2", 0.98, 0, 1, "Of adamw and adam, below 1."),
          NumberSetting("epsilon", 1e-8, 1e-12, 1, "Beside the root."),
          NumberSetting("weight_decay", 0.01, 0, 1, "λ, of matrices."),
          NumberSetting("momentum", 0.9, 0, 1, "Of sgd, below 1."),
          NumberSetting("clip", 1, 0, 1e9, "Longest gradient; 0: any."),
          FlagSetting("nesterov", false, "Of sgd."),
          FlagSetting("amsgrad", false, "Of adamw and adam."),
          FlagSetting("bias_correction", true, "Of adamw and adam.")}};
  return schema;
}

Result<TrainingSettings> MakeTrainingSettings(const Settings& settings) {
  CH_ASSIGN_OR_RETURN(const Attributes attributes,
                      CheckAttributes(TrainingSchema(), settings));
  TrainingSettings training = Read(attributes);
  const int64_t examples = training.batch * training.accumulation;
  if (examples > kMaxBatch) {
    return Fail(ErrorCode::kRange,
                "training: batch % and accumulation % are % examples a step; "
                "at most % are allowed",
                training.batch, training.accumulation, examples, kMaxBatch);
  }
  CH_RETURN_IF_ERROR(Validate(training.trainer));
  CH_RETURN_IF_ERROR(Validate(training.trainer.optimizer));
  return training;
}

}  // namespace clearhead
