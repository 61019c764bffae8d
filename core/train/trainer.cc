#include "core/train/trainer.h"

#include <algorithm>
#include <utility>

#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/kernels/elementwise.h"

namespace clearhead {
namespace {

// Labels whose score is the highest of their place, the first of equal ones.
int64_t CountRight(const TensorView& logits,
                   const std::vector<int32_t>& labels) {
  const int64_t classes = logits.shape.back();
  const float* scores = logits.floats();
  int64_t right = 0;
  for (const int32_t label : labels) {
    if (label != kIgnoreLabel) {
      right += std::max_element(scores, scores + classes) - scores == label;
    }
    scores += classes;
  }
  return right;
}

Score ScoreOf(const Graph& graph, const Recorded& recorded) {
  const TensorView labels = graph.Cells(recorded.labels);
  const auto* ids = labels.as<int32_t>();
  const std::vector<int32_t> asked(ids, ids + CountOf(labels.shape));
  Score score;
  score.loss = graph.Cells(recorded.loss).At({});
  score.labels = static_cast<int64_t>(asked.size()) -
                 std::count(asked.begin(), asked.end(), kIgnoreLabel);
  if (score.labels == 0) return score;
  score.accuracy =
      static_cast<double>(CountRight(graph.Cells(recorded.logits), asked)) /
      static_cast<double>(score.labels);
  return score;
}

// The matrices, as runs of memory; the optimiser walks over everything else
// between them without decay.
std::vector<ParameterRange> Decayed(const Parameters& parameters) {
  std::vector<ParameterRange> ranges;
  for (const Parameter& parameter : parameters.list()) {
    if (parameter.decays()) {
      ranges.push_back({parameter.offset, parameter.count()});
    }
  }
  return ranges;
}

}  // namespace

Status Validate(const TrainingConfig& config) {
  const auto check = [](const char* field, double value,
                        double most) -> Status {
    if (value >= 0 && value <= most) return {};
    return Fail(ErrorCode::kRange, "training: % is %; it may be 0…%", field,
                value, most);
  };
  CH_RETURN_IF_ERROR(check("rate", config.rate, 10));
  CH_RETURN_IF_ERROR(check("label_smoothing", config.label_smoothing, 1));
  return Validate(config.schedule);
}

Result<Score> Evaluate(const std::shared_ptr<Budget>& budget,
                       const Model& model, const Batch& batch) {
  Graph graph(budget, Recording::kNone);
  CH_ASSIGN_OR_RETURN(const Recorded& recorded,
                      Record(graph, model, batch, {0, std::nullopt}));
  return ScoreOf(graph, recorded);
}

Result<Trainer> Trainer::Make(std::shared_ptr<Budget> budget, Model* model,
                              const TrainingConfig& config) {
  CH_RETURN_IF_ERROR(Validate(config));
  Trainer trainer;
  const int64_t count = model->parameters.extent();
  CH_ASSIGN_OR_RETURN(trainer.optimizer_,
                      Optimizer::Create(budget, config.optimizer, count,
                                        Decayed(model->parameters)));
  CH_ASSIGN_OR_RETURN(
      trainer.sums_,
      Buffer::Allocate(budget, static_cast<size_t>(count), sizeof(float)));
  trainer.graph_ = std::make_unique<Graph>(budget, Recording::kTrain);
  trainer.gradients_ = std::make_unique<Gradients>(budget);
  trainer.budget_ = std::move(budget);
  trainer.model_ = model;
  trainer.config_ = config;
  return trainer;
}

Result<StepReport> Trainer::Step(std::span<const Batch> batches) {
  const auto count = static_cast<size_t>(model_->parameters.extent());
  std::fill_n(sums_.as<float>(), count, 0.f);
  StepReport report;
  int64_t labels = 0;
  for (const Batch& batch : batches) labels += batch.supervised;
  if (labels == 0) {
    return Fail(ErrorCode::kArgument,
                "% batches are given and none of their labels is asked; give "
                "at least one label",
                batches.size());
  }
  for (size_t i = 0; i < batches.size(); ++i) {
    const double share = static_cast<double>(batches[i].supervised) /
                         static_cast<double>(labels);
    CH_ASSIGN_OR_RETURN(const Score score,
                        AddGradients(batches[i], share, DropoutSeed(i)));
    report.score.loss += share * score.loss;
    report.score.accuracy += share * score.accuracy;
    report.score.labels += score.labels;
    report.tokens += batches[i].tokens();
  }
  report.rate = config_.rate * LearningRateAt(config_.schedule, steps());
  CH_ASSIGN_OR_RETURN(
      report.gradient_norm,
      optimizer_.Step(report.rate, {model_->parameters.data(), count},
                      {sums_.as<float>(), count}));
  ++model_->changes;
  report.step = steps();
  return report;
}

// Another one for every batch of every step and for every seed of a run.
uint64_t Trainer::DropoutSeed(size_t batch) const {
  return Hash(Text("%.%.%", config_.seed, steps(), batch));
}

// Adds `share` times the gradients of a batch to the sums.
Result<Score> Trainer::AddGradients(const Batch& batch, double share,
                                    uint64_t dropout_seed) {
  graph_->Reset();
  CH_ASSIGN_OR_RETURN(
      const Recorded& recorded,
      Record(*graph_, *model_, batch, {config_.label_smoothing, dropout_seed}));
  CH_RETURN_IF_ERROR(gradients_->Compute(*graph_, {.tensor = recorded.loss}));
  const std::vector<Parameter>& list = model_->parameters.list();
  for (size_t i = 0; i < list.size(); ++i) {
    if (!recorded.parameters[i].valid()) continue;
    kernels::MultiplyAdd(
        static_cast<size_t>(list[i].count()), static_cast<float>(share),
        gradients_->Of(*graph_, recorded.parameters[i]).floats(),
        sums_.as<float>() + list[i].offset);
  }
  return ScoreOf(*graph_, recorded);
}

}  // namespace clearhead
