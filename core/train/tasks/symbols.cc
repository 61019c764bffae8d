// copy, reverse and sort: symbols → the same symbols in another order.
#include <algorithm>

#include "core/base/order.h"
#include "core/train/tasks/tasks.h"

namespace clearhead {
namespace {

constexpr AttributeSchema kSymbolsParameter =
    WholeSetting("symbols", 10, 2, 26, "How many letters there are.");
constexpr AttributeSchema kLengthMinParameter = WholeSetting(
    "length_min", 3, 1, kMostTokens, "The fewest tokens of a source.");
constexpr AttributeSchema kLengthMaxParameter = WholeSetting(
    "length_max", 8, 1, kMostTokens, "The most tokens of a source.");

// The source and, until it is brought into order, its copy.
void DrawCopy(const Task& task, Random* random, Example* example) {
  example->source = DrawLetters(task, random);
  example->target = example->source;
}

void DrawReverse(const Task& task, Random* random, Example* example) {
  DrawCopy(task, random, example);
  std::reverse(example->target.begin(), example->target.end());
}

void DrawSort(const Task& task, Random* random, Example* example) {
  DrawCopy(task, random, example);
  SortStable(&example->target, [](int a, int b) { return a < b; });
}

}  // namespace

const TaskKind& CopyTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "copy",
                 .summary = "a b c → a b c: says the source again.",
                 .attributes = {kSymbolsParameter, kLengthMinParameter,
                                kLengthMaxParameter}},
      .form = TaskForm::kSequence,
      .prepare = PrepareLetters,
      .draw = DrawCopy};
  return kind;
}

const TaskKind& ReverseTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "reverse",
                 .summary = "a b c → c b a: says the source backwards.",
                 .attributes = {kSymbolsParameter, kLengthMinParameter,
                                kLengthMaxParameter}},
      .form = TaskForm::kSequence,
      .prepare = PrepareLetters,
      .draw = DrawReverse};
  return kind;
}

const TaskKind& SortTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "sort",
                 .summary = "c a b a → a a b c: the source by the alphabet.",
                 .attributes = {kSymbolsParameter, kLengthMinParameter,
                                kLengthMaxParameter}},
      .form = TaskForm::kSequence,
      .prepare = PrepareLetters,
      .draw = DrawSort};
  return kind;
}

}  // namespace clearhead
