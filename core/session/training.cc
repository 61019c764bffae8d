#include "core/session/training.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/text.h"
#include "core/decode/write_rows.h"
#include "core/io/json.h"
#include "core/io/model_file.h"

namespace clearhead {
namespace {

constexpr int64_t kRowsAtOnce = 64;
constexpr uint64_t kHeldOutSeed = 0x4865'6c64;

Status CheckVocabulary(const Task& task, const ModelConfig& config) {
  const auto needed = static_cast<int64_t>(task.vocabulary.size());
  if (needed <= config.vocabulary && needed <= config.outputs) return {};
  return Fail(ErrorCode::kArgument,
              "the task has % tokens and the model a vocabulary of % with % "
              "outputs; make a model with vocabulary %",
              needed, config.vocabulary, config.outputs, needed);
}

std::string StateName(std::string_view state) {
  return "run." + std::string(state);
}

}  // namespace

Result<Training> Training::Make(const std::shared_ptr<Budget>& budget,
                                Model* model, const TrainingRequest& request) {
  Training training;
  training.budget_ = budget;
  training.model_ = model;
  training.request_ = request;
  CH_ASSIGN_OR_RETURN(training.task_,
                      MakeTask(request.task, request.parameters));
  CH_ASSIGN_OR_RETURN(training.settings_,
                      MakeTrainingSettings(request.training));
  CH_RETURN_IF_ERROR(CheckVocabulary(training.task_, model->config));
  CH_ASSIGN_OR_RETURN(training.trainer_,
                      Trainer::Make(budget, model, training.settings_.trainer));
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

Result<Score> Training::HeldOut(int64_t count) {
  CH_ASSIGN_OR_RETURN(const std::vector<Example>& examples,
                      DrawExamples(task_, Side::kHeldOut, kHeldOutSeed, count));
  Score score;
  double losses = 0, right = 0;
  for (size_t first = 0; first < examples.size(); first += kRowsAtOnce) {
    const size_t rows = std::min<size_t>(kRowsAtOnce, examples.size() - first);
    CH_ASSIGN_OR_RETURN(
        const Batch& batch,
        MakeBatch(task_.form(), std::span(examples).subspan(first, rows),
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

Result<std::vector<Answer>> Training::Answers(int64_t count) {
  CH_ASSIGN_OR_RETURN(std::vector<Example> examples,
                      DrawExamples(task_, Side::kHeldOut, kHeldOutSeed, count));
  std::vector<Answer> answers;
  for (Example& example : examples) answers.push_back({std::move(example)});
  if (task_.form() == TaskForm::kSequence) {
    CH_RETURN_IF_ERROR(Write(&answers));
  } else if (task_.form() == TaskForm::kLabels) {
    CH_RETURN_IF_ERROR(Label(&answers));
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

// A decoder alone reads the source before BOS, so that only questions of one
// length are written together.
Status Training::Write(std::vector<Answer>* answers) const {
  std::map<size_t, std::vector<Answer*>> groups;
  for (Answer& answer : *answers) {
    groups[model_->config.encodes() ? 0 : answer.example.source.size()]
        .push_back(&answer);
  }
  for (auto& [length, group] : groups) {
    for (size_t first = 0; first < group.size(); first += kRowsAtOnce) {
      const std::span<Answer*> rows = std::span(group).subspan(
          first, std::min<size_t>(kRowsAtOnce, group.size() - first));
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
    }
  }
  return {};
}

Status Training::Label(std::vector<Answer>* answers) const {
  for (Answer& answer : *answers) {
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

Result<FileBytes> Training::Save() const {
  // Views do not say const; nothing is written through them.
  auto& optimizer = const_cast<Trainer&>(trainer_).optimizer();
  std::vector<std::string> names;
  std::vector<TensorToWrite> more;
  const auto states = optimizer.states();
  for (const auto& state : states) names.push_back(StateName(state.name));
  for (size_t i = 0; i < states.size(); ++i) {
    const auto count = static_cast<int64_t>(states[i].cells.size());
    more.push_back(
        {.name = names[i],
         .view = {DataType::kFloat32, {count}, {1}, states[i].cells.data()}});
  }
  Metadata words = {{"run.steps", Text("%", steps())}, {"task", request_.task}};
  AppendWords("task.", request_.parameters, &words);
  AppendWords("training.", request_.training, &words);
  return WriteModel(*model_, false, more, words, budget_);
}

Status Training::Restore(const Safetensors& file) {
  CH_ASSIGN_OR_RETURN(const Model& model, ReadModel(file, budget_));
  const auto steps =
      std::find_if(file.metadata().begin(), file.metadata().end(),
                   [](const auto& word) { return word.first == "run.steps"; });
  const auto states = trainer_.optimizer().states();
  std::vector<const StoredTensor*> stored;
  for (const auto& state : states) {
    stored.push_back(file.Find(StateName(state.name)));
  }
  const bool fits =
      steps != file.metadata().end() &&
      model.parameters.extent() == model_->parameters.extent() &&
      std::equal(states.begin(), states.end(), stored.begin(),
                 [](const auto& state, const StoredTensor* tensor) {
                   return tensor != nullptr &&
                          tensor->format->type == DataType::kFloat32 &&
                          CountOf(tensor->shape) ==
                              static_cast<int64_t>(state.cells.size());
                 });
  if (!fits) {
    return Fail(ErrorCode::kArgument,
                "the file keeps no run of this model with this optimiser; give "
                "one that this training has saved");
  }
  const int64_t done = WholeOf(steps->second);
  CH_RETURN_IF_ERROR(trainer_.optimizer().SetSteps(done));
  for (size_t i = 0; i < states.size(); ++i) {
    CH_RETURN_IF_ERROR(file.ReadTo(*stored[i], states[i].cells.data()));
  }
  std::copy_n(model.parameters.data(), model.parameters.extent(),
              model_->parameters.data());
  return {};
}

}  // namespace clearhead
