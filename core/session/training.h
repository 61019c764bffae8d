// A model that learns a task: batches, steps, what it can do so far, and files
// from which it goes on.
#ifndef CLEARHEAD_CORE_SESSION_TRAINING_H_
#define CLEARHEAD_CORE_SESSION_TRAINING_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/random.h"
#include "core/io/safetensors.h"
#include "core/model/model.h"
#include "core/train/cloze.h"
#include "core/train/settings.h"
#include "core/train/task.h"

namespace clearhead {

struct TrainingRequest {
  std::string task;
  Settings parameters = {};  // of the task
  Settings training = {};    // TrainingSchema()
};

// A question that was held out, and what the model makes of it without help.
struct Answer {
  Example example;
  std::vector<int32_t> given = {};
  bool right = false;
};

class Training {
 public:
  Training() = default;
  // The model outlives it. Fails with the errors of the task, of the settings,
  // and with kArgument where the task has more tokens than the model a
  // vocabulary or outputs.
  static Result<Training> Make(const std::shared_ptr<Budget>& budget,
                               Model* model, const TrainingRequest& request);

  const Task& task() const { return task_; }
  int64_t steps() const { return trainer_.steps(); }

  // One step. What it is trained on depends on the seed and the number of the
  // step alone.
  Result<StepReport> Step();
  // Over `count` of the 65536 examples that training never sees, from number
  // `first` on, the right tokens before each label given. Fails with kRange
  // where there are not so many, and with kCancelled where `progress`, read
  // between batches of 64, says so.
  Result<Score> HeldOut(int64_t first, int64_t count,
                        const Progress& progress = {});
  // Such examples answered: of a sequence written token by token, of
  // labels the likeliest at every place. Fails as HeldOut does, and with
  // kArgument for tasks that ask for the next token of a text, which have no
  // one answer.
  Result<std::vector<Answer>> Answers(int64_t first, int64_t count,
                                      const Progress& progress = {});

  // One token of the text of each, asked by itself; `after`: with what stands
  // behind it. Fails as HeldOut and ClozeOf do.
  Result<std::vector<Cloze>> Clozes(int64_t first, int64_t count, bool after,
                                    const Progress& progress = {});

  // All that is needed to go on: the model, the optimiser, the task and every
  // setting.
  Result<FileBytes> Save() const;
  // Takes over the state of such a file. Fails with kArgument where its model,
  // task or settings are not the same, naming the first that differs, or where
  // something is missing or of another shape, with kRange where a number is NaN
  // or infinite, and with kMemory. After an error nothing has changed.
  Status Restore(const Safetensors& file);

 private:
  Result<std::vector<Batch>> Batches() const;
  Result<std::span<const Example>> HeldOutExamples(int64_t first,
                                                   int64_t count);
  Status Write(const Progress& progress, std::vector<Answer>* answers) const;
  Status Label(const Progress& progress, std::vector<Answer>* answers) const;

  std::shared_ptr<Budget> budget_;
  Model* model_ = nullptr;
  TrainingRequest request_;  // with all settings, also those not given
  TrainingSettings settings_ = {};
  Task task_;
  Trainer trainer_;
  std::vector<Example> held_out_;  // as many as were asked for so far
  Random held_out_random_{0};
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_SESSION_TRAINING_H_
