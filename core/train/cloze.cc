#include "core/train/cloze.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/kernels/softmax.h"
#include "core/train/batch.h"
#include "core/train/record.h"
#include "core/train/tasks/tasks.h"

namespace clearhead {

Result<Cloze> ClozeOf(const Task& task, const Example& example, bool after) {
  if (task.kind->cloze == nullptr) {
    return Fail(ErrorCode::kArgument,
                "'%' is not over texts, in which a token can be hidden; choose "
                "grammar, fill_mask, continuation or span_corruption",
                task.schema().name);
  }
  Cloze cloze;
  cloze.text = ContentOf(task, example);
  const auto last = static_cast<int64_t>(cloze.text.size()) - 1;
  Random random(Hash({reinterpret_cast<const char*>(cloze.text.data()),
                      cloze.text.size() * sizeof(int32_t)}));
  cloze.place = DrawBetween(1, std::max<int64_t>(last - 1, 1), &random);
  if (!after) cloze.text.resize(static_cast<size_t>(cloze.place) + 1);
  return cloze;
}

Status Ask(const std::shared_ptr<Budget>& budget, const Model& model,
           const Task& task, std::span<Cloze> clozes) {
  std::vector<Example> examples;
  for (const Cloze& cloze : clozes) {
    examples.push_back(
        task.kind->cloze(task, cloze.text, static_cast<size_t>(cloze.place)));
  }
  CH_ASSIGN_OR_RETURN(const Batch& batch, MakeBatch(task.form(), examples));
  Graph graph(budget, Recording::kNone);
  CH_ASSIGN_OR_RETURN(const Recorded& recorded,
                      Record(graph, model, batch, {}));
  const TensorView logits = graph.Cells(recorded.logits);  // [B, T, V]
  const TensorView labels = graph.Cells(recorded.labels);  // [B, T]
  const int64_t width = logits.shape[1], classes = logits.shape[2];
  for (size_t row = 0; row < clozes.size(); ++row) {
    const auto begin = static_cast<int64_t>(row) * width;
    const auto* asked = labels.as<int32_t>() + begin;
    const auto place =
        std::find_if(asked, asked + width,
                     [](int32_t label) { return label != kIgnoreLabel; }) -
        asked;
    const float* scores = logits.floats() + (begin + place) * classes;
    clozes[row].given = static_cast<int32_t>(
        std::max_element(scores, scores + classes) - scores);
    clozes[row].log_probability =
        scores[asked[place]] -
        kernels::LogSumExpRow(static_cast<size_t>(classes), scores);
  }
  return {};
}

}  // namespace clearhead
