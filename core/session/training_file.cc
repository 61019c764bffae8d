// Training runs in files: what is written, and what a file must say so that a
// run may go on with it.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/io/json.h"
#include "core/io/model_file.h"
#include "core/session/training.h"

namespace clearhead {
namespace {

constexpr std::string_view kSteps = "run.steps";

std::string StateName(std::string_view state) {
  return "run." + std::string(state);
}

// What is trained, and how.
Metadata WordsOf(const TrainingRequest& request) {
  Metadata words = {{"task", request.task}};
  AppendWords("task.", request.parameters, &words);
  AppendWords("training.", request.training, &words);
  return words;
}

// Means of squares are not negative.
Status CheckMoment(std::string_view name, std::span<const float> cells) {
  if (name.find("second_moment") == std::string_view::npos) return {};
  const auto negative = std::find_if(cells.begin(), cells.end(),
                                     [](float cell) { return cell < 0; });
  if (negative == cells.end()) return {};
  return Fail(ErrorCode::kRange,
              "'%' holds % at place %; a mean of squares is 0 or more: give a "
              "file that this program wrote",
              StateName(name), *negative, negative - cells.begin());
}

}  // namespace

Result<FileBytes> Training::Save() const {
  const auto states = trainer_.optimizer().states();
  std::vector<std::string> names;
  for (const auto& state : states) names.push_back(StateName(state.name));
  std::vector<TensorToWrite> more;
  for (size_t i = 0; i < states.size(); ++i) {
    const auto count = static_cast<int64_t>(states[i].cells.size());
    // Views do not say const; nothing is written through them.
    auto* cells = const_cast<float*>(states[i].cells.data());
    more.push_back(
        {.name = names[i], .view = {DataType::kFloat32, {count}, {1}, cells}});
  }
  Metadata words = WordsOf(request_);
  words.push_back({std::string(kSteps), Text("%", steps())});
  return WriteModel(*model_, false, more, words, budget_);
}

Status Training::Restore(const Safetensors& file) {
  Metadata words = WordsOf(request_);
  AppendWords(kModelPrefix, SettingsOf(model_->config), &words);
  CH_RETURN_IF_ERROR(CheckSame(words, file.metadata()));
  const std::string* steps = FindWord(file.metadata(), kSteps);
  const auto states = trainer_.optimizer().states();
  std::vector<const StoredTensor*> stored;
  for (const auto& state : states) {
    const auto count = static_cast<int64_t>(state.cells.size());
    CH_ASSIGN_OR_RETURN(stored.emplace_back(),
                        FindFloats(file, StateName(state.name), {count}));
    CH_ASSIGN_OR_RETURN(
        Buffer scratch,
        Buffer::Allocate(budget_, state.cells.size(), sizeof(float)));
    CH_RETURN_IF_ERROR(ReadFloats(file, *stored.back(), scratch.as<float>()));
    CH_RETURN_IF_ERROR(
        CheckMoment(state.name, {scratch.as<float>(), state.cells.size()}));
  }
  CH_ASSIGN_OR_RETURN(const Model& model, ReadModel(file, budget_));
  // The last that can fail, and then it has changed nothing: the states have
  // been read once.
  CH_RETURN_IF_ERROR(
      trainer_.optimizer().SetSteps(steps == nullptr ? -1 : WholeOf(*steps)));
  for (size_t i = 0; i < states.size(); ++i) {
    CH_RETURN_IF_ERROR(ReadFloats(file, *stored[i], states[i].cells.data()));
  }
  std::copy_n(model.parameters.data(), model.parameters.extent(),
              model_->parameters.data());
  ++model_->changes;
  return {};
}

}  // namespace clearhead
