// Tasks made and drawn from, as tests of training need them.
#ifndef CLEARHEAD_TESTS_SUPPORT_TASKS_H_
#define CLEARHEAD_TESTS_SUPPORT_TASKS_H_

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/train/task.h"

namespace clearhead::test {

using TaskParameters = std::vector<std::pair<std::string, Attribute>>;

inline Task Made(std::string_view name, const TaskParameters& parameters = {}) {
  Result<Task> task = MakeTask(name, parameters);
  INFO((task ? "" : task.error().message));
  REQUIRE(task);
  return *std::move(task);
}

// The error of making it, or "".
inline std::string TaskError(std::string_view name,
                             const TaskParameters& parameters = {}) {
  const Result<Task> task = MakeTask(name, parameters);
  return task ? "" : task.error().message;
}

inline std::vector<Example> Drawn(const Task& task, int count,
                                  uint64_t seed = 1) {
  Random random(seed);
  std::vector<Example> examples;
  for (int i = 0; i < count; ++i) examples.push_back(Draw(task, &random));
  return examples;
}

inline std::string SourceText(const Task& task, const Example& example) {
  return TextOf(task, example.source, task.source_joint);
}
inline std::string TargetText(const Task& task, const Example& example) {
  return TextOf(task, example.target, task.target_joint);
}

// The tokens of a text as strings.
inline std::vector<std::string> WordsOf(const Task& task,
                                        const std::vector<int32_t>& ids) {
  std::vector<std::string> words;
  for (const int32_t id : ids) words.push_back(task.vocabulary.at(id));
  return words;
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_TASKS_H_
