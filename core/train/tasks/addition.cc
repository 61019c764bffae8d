// addition: two numbers digit by digit → their sum.
#include "core/train/tasks/tasks.h"

namespace clearhead {
namespace {

enum ParameterNumber { kDigitsMin, kDigitsMax };

constexpr int32_t kPlus = kFirstSymbol + 10;

Status Prepare(Task* task) {
  CH_RETURN_IF_ERROR(CheckOrder(*task, kDigitsMin, kDigitsMax));
  AddDigits(task);
  AddWord("+", task);
  task->source_length = 2 * Parameter(*task, kDigitsMax) + 1;
  task->target_length = Parameter(*task, kDigitsMax) + 1;
  task->source_joint = task->target_joint = "";
  return {};
}

// Every number of digits as likely, then every number of as many.
int64_t DrawNumber(const Task& task, Random* random) {
  int64_t digits = DrawBetween(Parameter(task, kDigitsMin),
                               Parameter(task, kDigitsMax), random);
  if (digits == 1) return DrawBetween(0, 9, random);
  int64_t least = 1;
  while (--digits > 0) least *= 10;
  return DrawBetween(least, 10 * least - 1, random);
}

void DrawAddition(const Task& task, Random* random, Example* example) {
  const int64_t a = DrawNumber(task, random);
  const int64_t b = DrawNumber(task, random);
  AppendDigits(a, 1, &example->source);
  example->source.push_back(kPlus);
  AppendDigits(b, 1, &example->source);
  AppendDigits(a + b, 1, &example->target);
}

}  // namespace

const TaskKind& AdditionTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "addition",
                 .summary = "12+9 → 21: the sum of two numbers, a token a "
                            "digit, the highest first.",
                 .attributes = {WholeSetting("digits_min", 1, 1, 9,
                                             "The fewest digits of a number."),
                                WholeSetting("digits_max", 2, 1, 9,
                                             "The most digits of a number.")}},
      .form = TaskForm::kSequence,
      .prepare = Prepare,
      .draw = DrawAddition};
  return kind;
}

}  // namespace clearhead
