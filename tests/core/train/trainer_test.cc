#include "core/train/trainer.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/array.h"
#include "tests/support/small_model.h"

namespace clearhead {
namespace {

using test::MakeSmall;
using test::SmallModel;

Task CopyTaskOf(double symbols = 6) {
  return *MakeTask(
      "copy", {{"symbols", symbols}, {"length_min", 2}, {"length_max", 4}});
}

SmallModel ModelFor(const Task& task, const char* preset,
                    Settings settings = {}) {
  settings.push_back(
      {"vocabulary", static_cast<double>(task.vocabulary.size())});
  settings.push_back({"d_model", 16});
  settings.push_back({"d_ff", 32});
  settings.push_back({"encoder_layers", 1});
  settings.push_back({"decoder_layers", 1});
  settings.push_back({"max_length", 32});
  return MakeSmall(preset, settings);
}

Batch BatchOf(const Task& task, int64_t step, int64_t size = 8) {
  return *DrawBatch(task, Side::kTraining, 3, step, size);
}

std::vector<float> CellsOf(const SmallModel& small) {
  return {small.parameters.data(),
          small.parameters.data() + small.parameters.extent()};
}

std::string ErrorOf(const SmallModel& small, const Batch& batch) {
  Graph graph(small.budget, Recording::kTrain);
  const Result<Recorded> recorded = Record(graph, small, batch, {});
  return recorded ? "" : recorded.error().message;
}

}  // namespace

TEST_CASE("a model begins near ln V and learns", "[train]") {
  const Task task = CopyTaskOf();
  SmallModel small = ModelFor(task, "transformer", {{"order", "pre"}});
  Trainer trainer = *Trainer::Make(small.budget, &small, {.rate = 1e-2});
  double first = 0, last = 0;
  for (int64_t step = 0; step < 60; ++step) {
    const Batch batch = BatchOf(task, step);
    const Result<StepReport> report = trainer.Step({&batch, 1});
    REQUIRE(report);
    CHECK(report->step == step + 1);
    CHECK(report->rate == 1e-2);
    CHECK(report->gradient_norm > 0);
    CHECK(report->score.labels == batch.supervised);
    CHECK(report->tokens == batch.tokens());
    if (step == 0) first = report->score.loss;
    last = report->score.loss;
  }
  const double uniform = std::log(static_cast<double>(task.vocabulary.size()));
  CHECK(first == Approx(uniform).margin(1));
  CHECK(last < first / 2);
}

TEST_CASE("every kind of model is asked in its way", "[train]") {
  const Task copy = CopyTaskOf();
  const Task labels = *MakeTask("previous_token", {});
  const Task text = *MakeTask("markov", {});
  struct Case {
    const Task& task;
    const char* preset;
  };
  for (const auto& [task, preset] :
       {Case{copy, "transformer"}, Case{copy, "gpt"}, Case{copy, "recurrent"},
        Case{labels, "bert"}, Case{labels, "gpt"}, Case{text, "llama"},
        Case{text, "recurrent"}}) {
    INFO(preset);
    SmallModel small = ModelFor(task, preset);
    Trainer trainer = *Trainer::Make(small.budget, &small, {});
    const Batch batch = BatchOf(task, 0);
    const Result<StepReport> report = trainer.Step({&batch, 1});
    REQUIRE(report);
    CHECK(report->score.loss > 0.5);
  }
  CHECK(ErrorOf(ModelFor(copy, "bert"), BatchOf(copy, 0))
            .find("an encoder alone labels its source") == 0);
  CHECK(ErrorOf(ModelFor(labels, "transformer"), BatchOf(labels, 0))
            .find("needs a source and a target") != std::string::npos);
  CHECK(ErrorOf(ModelFor(CopyTaskOf(2), "transformer"),
                BatchOf(CopyTaskOf(20), 0))
            .find("make a model for the vocabulary") != std::string::npos);
}

TEST_CASE("padding changes nothing", "[train]") {
  // The loss of a batch is the mean over the labels of its rows one by one,
  // whatever a query may see.
  const Task task = CopyTaskOf();
  const std::vector<Example> examples =
      *DrawExamples(task, Side::kTraining, 7, 6);
  const Settings window = {{"mask", "window"}, {"mask_length", 2}};
  const Settings prefix = {{"mask", "prefix"}, {"mask_length", 3}};
  for (const char* preset : {"transformer", "gpt", "t5", "recurrent"}) {
    for (const Settings& mask :
         {Settings(), Settings{{"mask", "none"}}, window, prefix}) {
      INFO(preset << " " << (mask.empty() ? "causal" : mask[0].second.text));
      SmallModel small = ModelFor(task, preset, mask);
      Trainer trainer = *Trainer::Make(small.budget, &small, {});
      const Score all =
          *trainer.Evaluate(*MakeBatch(TaskForm::kSequence, examples));
      double sum = 0;
      for (const Example& example : examples) {
        const Score one =
            *trainer.Evaluate(*MakeBatch(TaskForm::kSequence, {&example, 1}));
        sum += one.loss * static_cast<double>(one.labels);
      }
      CHECK(all.loss == Approx(sum / static_cast<double>(all.labels)));
    }
  }
}

TEST_CASE("several batches make the step of their union", "[train]") {
  const Task task = CopyTaskOf();
  const std::vector<Example> examples =
      *DrawExamples(task, Side::kTraining, 7, 9);
  const auto part = [&](size_t first, size_t count) {
    return *MakeBatch(TaskForm::kSequence,
                      std::span(examples).subspan(first, count));
  };
  SmallModel one = ModelFor(task, "transformer");
  SmallModel two = ModelFor(task, "transformer");
  const TrainingConfig config{.optimizer = {.kind = OptimizerKind::kSgd}};
  Trainer a = *Trainer::Make(one.budget, &one, config);
  Trainer b = *Trainer::Make(two.budget, &two, config);
  const std::vector<Batch> whole = {part(0, 9)};
  const std::vector<Batch> parts = {part(0, 2), part(2, 3), part(5, 4)};
  const Result<StepReport> left = a.Step(whole), right = b.Step(parts);
  REQUIRE(left);
  REQUIRE(right);
  CHECK(left->score.loss == Approx(right->score.loss));
  CHECK(left->gradient_norm == Approx(right->gradient_norm));
  const std::vector<float> wanted = CellsOf(one), given = CellsOf(two);
  for (size_t i = 0; i < wanted.size(); ++i) {
    CHECK(given[i] == Approx(wanted[i]).margin(1e-6));
  }
}

TEST_CASE("a run that is resumed goes on bit by bit", "[train]") {
  const Task task = CopyTaskOf();
  const TrainingConfig config{.rate = 1e-2,
                              .schedule = {ScheduleKind::kCosine, 3, 20},
                              .optimizer = {.clip = 1}};
  const auto run = [&](Trainer& trainer, int64_t first, int64_t last) {
    for (int64_t step = first; step < last; ++step) {
      const Batch batch = BatchOf(task, step);
      REQUIRE(trainer.Step({&batch, 1}));
    }
  };
  SmallModel whole = ModelFor(task, "transformer", {{"dropout", 0.1}});
  Trainer through = *Trainer::Make(whole.budget, &whole, config);
  run(through, 0, 12);

  SmallModel first = ModelFor(task, "transformer", {{"dropout", 0.1}});
  Trainer before = *Trainer::Make(first.budget, &first, config);
  run(before, 0, 5);
  SmallModel second = ModelFor(task, "transformer", {{"dropout", 0.1}});
  Trainer after = *Trainer::Make(second.budget, &second, config);
  std::copy_n(first.parameters.data(), first.parameters.extent(),
              second.parameters.data());
  const auto from = before.optimizer().states();
  const auto to = after.optimizer().states();
  REQUIRE(from.size() == to.size());
  for (size_t i = 0; i < from.size(); ++i) {
    std::copy(from[i].cells.begin(), from[i].cells.end(), to[i].cells.begin());
  }
  REQUIRE(after.optimizer().SetSteps(5));
  run(after, 5, 12);
  CHECK(CellsOf(second) == CellsOf(whole));
}

TEST_CASE("dropout changes training and not evaluation", "[train]") {
  const Task task = CopyTaskOf();
  const Batch batch = BatchOf(task, 0);
  SmallModel plain = ModelFor(task, "transformer");
  SmallModel dropping = ModelFor(task, "transformer", {{"dropout", 0.5}});
  Trainer a = *Trainer::Make(plain.budget, &plain, {.rate = 0});
  Trainer b = *Trainer::Make(dropping.budget, &dropping, {.rate = 0});
  CHECK(a.Evaluate(batch)->loss == b.Evaluate(batch)->loss);
  const double once = b.Step({&batch, 1})->score.loss;
  const double twice = b.Step({&batch, 1})->score.loss;
  CHECK(once != a.Evaluate(batch)->loss);
  CHECK(once != twice);

  // Every batch of a step drops other cells, and so does every seed.
  SmallModel again = ModelFor(task, "transformer", {{"dropout", 0.5}});
  Trainer c = *Trainer::Make(again.budget, &again, {.rate = 0});
  CHECK(c.Step({&batch, 1})->score.loss == once);
  const std::vector<Batch> same = {batch, batch};
  CHECK(c.Step(same)->score.loss != twice);
  TrainingConfig other{.rate = 0};
  other.seed = 2;
  Trainer d = *Trainer::Make(again.budget, &again, other);
  CHECK(d.Step({&batch, 1})->score.loss != twice);
}

TEST_CASE("a step needs a label", "[train]") {
  const Task task = CopyTaskOf();
  SmallModel small = ModelFor(task, "transformer");
  const std::vector<float> before = CellsOf(small);
  Trainer trainer = *Trainer::Make(small.budget, &small, {});
  CHECK(trainer.Step({}).error().message.find("none of their labels") !=
        std::string::npos);
  Batch batch = BatchOf(task, 0);
  std::fill(batch.labels.begin(), batch.labels.end(), kIgnoreLabel);
  batch.supervised = 0;
  REQUIRE_FALSE(trainer.Step({&batch, 1}));
  CHECK(trainer.steps() == 0);
  CHECK(CellsOf(small) == before);
  batch = BatchOf(task, 0);
  batch.input[0] = kIgnoreLabel;
  CHECK(ErrorOf(small, batch).find("the token -100") != std::string::npos);
}

TEST_CASE("settings of training out of range are named", "[train]") {
  SmallModel small = ModelFor(CopyTaskOf(), "gpt");
  const auto error = [&](const TrainingConfig& config) {
    const Result<Trainer> made = Trainer::Make(small.budget, &small, config);
    return made ? std::string() : made.error().message;
  };
  CHECK(error({.rate = -1}) == "training: rate is -1; it may be 0…10");
  CHECK(error({.label_smoothing = 2}) ==
        "training: label_smoothing is 2; it may be 0…1");
  CHECK(error({.optimizer = {.beta1 = 1}}).find("beta1") != std::string::npos);
  CHECK(error({.schedule = {.steps = 0}}).find("steps") != std::string::npos);
}

}  // namespace clearhead
