#include "core/session/training.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/decode/write_rows.h"

namespace clearhead {
namespace {

constexpr size_t kRowsAtOnce = 64;
constexpr uint64_t kHeldOutSeed = 0x4865'6c64;
constexpr int64_t kMostHeldOut = 65536;

// Whether `field` is large enough for the tokens of the task.
Status CheckTokens(const Task& task, const char* field, int64_t size) {
  const auto tokens = static_cast<int64_t>(task.vocabulary.size());
  if (size >= tokens) return {};
  return Fail(ErrorCode::kArgument,
              "% has % tokens, and % of the model is %; make a model with % % "
              "or more",
              task.schema().name, tokens, field, size, field, tokens);
}

Status At(const Progress& progress, size_t done, size_t all) {
  return progress.At(static_cast<double>(done) / static_cast<double>(all));
}

// Every attribute of the schema by name, also those that were not given.
Settings Named(const Schema& schema, const Attributes& attributes) {
  Settings settings;
  for (const Attribute& attribute : attributes) {
    settings.push_back(
        {Item(schema.attributes, settings.size()).name, attribute});
  }
  return settings;
}

}  // namespace

Result<Training> Training::Make(const std::shared_ptr<Budget>& budget,
                                Model* model, const TrainingRequest& request) {
  Training training;
  training.budget_ = budget;
  training.model_ = model;
  CH_ASSIGN_OR_RETURN(training.task_,
                      MakeTask(request.task, request.parameters));
  CH_ASSIGN_OR_RETURN(training.settings_,
                      MakeTrainingSettings(request.training));
  CH_ASSIGN_OR_RETURN(const Attributes settings,
                      CheckAttributes(TrainingSchema(), request.training));
  const Task& task = training.task_;
  training.request_ = {request.task, Named(task.schema(), task.parameters),
                       Named(TrainingSchema(), settings)};
  CH_RETURN_IF_ERROR(CheckTokens(task, "vocabulary", model->config.vocabulary));
  CH_RETURN_IF_ERROR(CheckTokens(task, "outputs", model->config.outputs));
  CH_ASSIGN_OR_RETURN(training.trainer_,
                      Trainer::Make(budget, model, training.settings_.trainer));
  training.held_out_random_ =
      Random(kHeldOutSeed, static_cast<uint64_t>(Side::kHeldOut));
  return training;
}

Result<std::vector<Batch>> Training::Batches() const {
  std::vector<Batch> batches;
  for (int64_t i = 0; i < settings_.accumulation; ++i) {
    CH_ASSIGN_OR_RETURN(
        Batch batch, DrawBatch(task_, Side::kTraining, settings_.trainer.seed,
                               steps() * settings_.accumulation + i,
                               settings_.batch, settings_.shifted));
    batches.push_back(std::move(batch));
  }
  return batches;
}

Result<StepReport> Training::Step() {
  CH_ASSIGN_OR_RETURN(const std::vector<Batch>& batches, Batches());
  return trainer_.Step(batches);
}

// Drawn one after another, each once.
Result<std::span<const Example>> Training::HeldOutExamples(int64_t first,
                                                           int64_t count) {
  if (first < 0 || count < 1 || count > kMostHeldOut ||
      first > kMostHeldOut - count) {
    return Fail(ErrorCode::kRange,
                "training: % held-out examples from number % on; there are %, "
                "and at least 1 is asked for",
                count, first, kMostHeldOut);
  }
  const auto end = static_cast<size_t>(first + count);
  while (held_out_.size() < end) {
    CH_ASSIGN_OR_RETURN(Example example,
                        DrawOn(task_, Side::kHeldOut, &held_out_random_));
    held_out_.push_back(std::move(example));
  }
  return std::span<const Example>(held_out_).subspan(
      static_cast<size_t>(first), static_cast<size_t>(count));
}

Result<Score> Training::HeldOut(int64_t first, int64_t count,
                                const Progress& progress) {
  CH_ASSIGN_OR_RETURN(const std::span<const Example> examples,
                      HeldOutExamples(first, count));
  Score score;
  double losses = 0, right = 0;
  for (size_t done = 0; done < examples.size(); done += kRowsAtOnce) {
    CH_RETURN_IF_ERROR(At(progress, done, examples.size()));
    const size_t rows = std::min(kRowsAtOnce, examples.size() - done);
    CH_ASSIGN_OR_RETURN(const Batch& batch,
                        MakeBatch(task_.form(), examples.subspan(done, rows),
                                  settings_.shifted));
    CH_ASSIGN_OR_RETURN(const Score part, trainer_.Evaluate(batch));
    losses += part.loss * static_cast<double>(part.labels);
    right += part.accuracy * static_cast<double>(part.labels);
    score.labels += part.labels;
  }
  if (score.labels == 0) return score;
  score.loss = losses / static_cast<double>(score.labels);
  score.accuracy = right / static_cast<double>(score.labels);
  return score;
}

Result<std::vector<Answer>> Training::Answers(int64_t first, int64_t count,
                                              const Progress& progress) {
  CH_ASSIGN_OR_RETURN(const std::span<const Example> examples,
                      HeldOutExamples(first, count));
  std::vector<Answer> answers;
  for (const Example& example : examples) answers.push_back({example});
  if (task_.form() == TaskForm::kSequence) {
    CH_RETURN_IF_ERROR(Write(progress, &answers));
  } else if (task_.form() == TaskForm::kLabels) {
    CH_RETURN_IF_ERROR(Label(progress, &answers));
  } else {
    return Fail(ErrorCode::kArgument,
                "'%' asks for the next token of a text, which has no one "
                "answer; look at the loss, or let the model write",
                request_.task);
  }
  for (Answer& answer : answers) {
    answer.right = answer.given == answer.example.target;
  }
  return answers;
}

Result<std::vector<Cloze>> Training::Clozes(int64_t first, int64_t count,
                                            bool after,
                                            const Progress& progress) {
  CH_ASSIGN_OR_RETURN(const std::span<const Example> examples,
                      HeldOutExamples(first, count));
  std::vector<Cloze> clozes;
  for (const Example& example : examples) {
    CH_ASSIGN_OR_RETURN(Cloze cloze, ClozeOf(task_, example, after));
    clozes.push_back(std::move(cloze));
  }
  for (size_t done = 0; done < clozes.size(); done += kRowsAtOnce) {
    CH_RETURN_IF_ERROR(At(progress, done, clozes.size()));
    const size_t rows = std::min(kRowsAtOnce, clozes.size() - done);
    CH_RETURN_IF_ERROR(
        Ask(budget_, *model_, task_, std::span(clozes).subspan(done, rows)));
  }
  return clozes;
}

// A decoder alone reads the source before BOS, so that only questions of one
// length are written together.
Status Training::Write(const Progress& progress,
                       std::vector<Answer>* answers) const {
  std::map<size_t, std::vector<Answer*>> groups;
  for (Answer& answer : *answers) {
    groups[model_->config.encodes() ? 0 : answer.example.source.size()]
        .push_back(&answer);
  }
  size_t done = 0;
  for (auto& [length, group] : groups) {
    for (size_t first = 0; first < group.size(); first += kRowsAtOnce) {
      CH_RETURN_IF_ERROR(At(progress, done, answers->size()));
      const std::span<Answer*> rows = std::span(group).subspan(
          first, std::min(kRowsAtOnce, group.size() - first));
      WriteRequest request;
      request.end_token = kEosToken;
      request.max_length = task_.target_length + 1;
      for (const Answer* answer : rows) {
        std::vector<int32_t> prompt;
        if (model_->config.encodes()) {
          request.sources.push_back(answer->example.source);
        } else {
          prompt = answer->example.source;
        }
        prompt.push_back(kBosToken);
        request.prompts.push_back(std::move(prompt));
      }
      CH_ASSIGN_OR_RETURN(TokenRows written,
                          WriteRows(budget_, *model_, request));
      for (size_t i = 0; i < rows.size(); ++i) {
        rows[i]->given = std::move(written[i]);
      }
      done += rows.size();
    }
  }
  return {};
}

Status Training::Label(const Progress& progress,
                       std::vector<Answer>* answers) const {
  size_t done = 0;
  for (Answer& answer : *answers) {
    if (done % kRowsAtOnce == 0) {
      CH_RETURN_IF_ERROR(At(progress, done, answers->size()));
    }
    ++done;
    CH_ASSIGN_OR_RETURN(const Batch& batch,
                        MakeBatch(TaskForm::kLabels, {&answer.example, 1}));
    Graph graph(budget_, Recording::kNone);
    CH_ASSIGN_OR_RETURN(const Recorded& recorded,
                        Record(graph, *model_, batch, {}));
    const TensorView logits = graph.Cells(recorded.logits);
    const int64_t classes = logits.shape.back();
    for (size_t t = 0; t < answer.example.target.size(); ++t) {
      const float* scores = logits.floats() + static_cast<int64_t>(t) * classes;
      // A place that is not asked counts as right.
      const bool asked = answer.example.supervised.empty() ||
                         answer.example.supervised[t] != 0;
      answer.given.push_back(
          asked ? static_cast<int32_t>(
                      std::max_element(scores, scores + classes) - scores)
                : answer.example.target[t]);
    }
  }
  return {};
}

}  // namespace clearhead
