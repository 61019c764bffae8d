// cyclic_previous_token and previous_token: every place is to name the token
// before it. Where Q and K share one projection the scores are symmetric, so
// that links to one place each cannot run in a circle: the cyclic task cannot
// be learnt, the ordinary one can (chapter audit A23).
#include "core/train/tasks/tasks.h"

namespace clearhead {
namespace {

constexpr AttributeSchema kSymbolsParameter =
    WholeSetting("symbols", 8, 2, 26, "How many letters there are.");
constexpr AttributeSchema kLengthMinParameter = WholeSetting(
    "length_min", 8, 2, kMostTokens, "The fewest tokens of a source.");
constexpr AttributeSchema kLengthMaxParameter = WholeSetting(
    "length_max", 8, 2, kMostTokens, "The most tokens of a source.");

// label_i = source_{i−1}, of the first place the last token.
void DrawCyclic(const Task& task, Random* random, Example* example) {
  example->source = DrawLetters(task, random);
  const auto length = static_cast<int32_t>(example->source.size());
  for (int32_t i = 0; i < length; ++i) {
    const int32_t previous = i > 0 ? i - 1 : length - 1;
    example->reads.push_back(previous);
    example->target.push_back(example->source[previous]);
  }
}

// The first place, which has no token before it, is not asked.
void DrawOrdinary(const Task& task, Random* random, Example* example) {
  DrawCyclic(task, random, example);
  example->reads[0] = -1;
  example->supervised.assign(example->target.size(), 1);
  example->supervised[0] = 0;
}

}  // namespace

const TaskKind& CyclicPreviousTokenTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "cyclic_previous_token",
                 .summary = "a b c → c a b: every place names the token before "
                            "it, the first the last.",
                 .attributes = {kSymbolsParameter, kLengthMinParameter,
                                kLengthMaxParameter}},
      .form = TaskForm::kLabels,
      .prepare = PrepareLetters,
      .draw = DrawCyclic};
  return kind;
}

const TaskKind& PreviousTokenTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "previous_token",
                 .summary = "a b c → · a b: every place but the first names "
                            "the token before it.",
                 .attributes = {kSymbolsParameter, kLengthMinParameter,
                                kLengthMaxParameter}},
      .form = TaskForm::kLabels,
      .prepare = PrepareLetters,
      .draw = DrawOrdinary};
  return kind;
}

}  // namespace clearhead
