// induction: a block of random tokens that repeats. Once a token has come
// before, what followed it then follows again; that alone is asked. Blocks of
// one fixed length would let a single layer count places instead.
// Source: Olsson et al. 2022, "In-context Learning and Induction Heads".
#include <numeric>

#include "core/train/tasks/tasks.h"

namespace clearhead {
namespace {

enum ParameterNumber { kSymbols, kLength, kBlockMin, kBlockMax, kDistinct };

Status Prepare(Task* task) {
  CH_RETURN_IF_ERROR(CheckOrder(*task, kBlockMin, kBlockMax));
  const int64_t symbols = Parameter(*task, kSymbols);
  const int64_t length = Parameter(*task, kLength);
  const int64_t block = Parameter(*task, kBlockMax);
  if (block >= length) {
    return Fail(ErrorCode::kRange,
                "induction: block_max is %; it has to be below length, %, for "
                "something to repeat",
                block, length);
  }
  if (block > symbols && task->parameters[kDistinct].flag()) {
    return Fail(ErrorCode::kRange,
                "induction: block_max is %; a block of distinct tokens has at "
                "most symbols, %",
                block, symbols);
  }
  AddLetters(symbols, task);
  task->target_length = length + 1;
  return {};
}

std::vector<int32_t> DrawBlock(const Task& task, int64_t length,
                               Random* random) {
  const int64_t symbols = Parameter(task, kSymbols);
  if (!task.parameters[kDistinct].flag()) {
    return DrawSymbols(length, symbols, random);
  }
  std::vector<int32_t> block(static_cast<size_t>(symbols));
  std::iota(block.begin(), block.end(), kFirstSymbol);
  random->Shuffle(block);
  block.resize(static_cast<size_t>(length));
  return block;
}

void DrawInduction(const Task& task, Random* random, Example* example) {
  const int64_t period = DrawBetween(Parameter(task, kBlockMin),
                                     Parameter(task, kBlockMax), random);
  const std::vector<int32_t> block = DrawBlock(task, period, random);
  for (int64_t i = 0; i < task.target_length; ++i) {
    // At `period` the reader cannot know yet that the block is over.
    const bool repeats = i > period;
    example->target.push_back(block[i % period]);
    example->supervised.push_back(repeats);
    example->reads.push_back(repeats ? static_cast<int32_t>(i - period) : -1);
  }
}

}  // namespace

const TaskKind& InductionTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "induction",
                 .summary =
                     "c a b c a b c …: what followed a token the last time "
                     "follows it again.",
                 .source = "Olsson et al. 2022",
                 .attributes =
                     {WholeSetting("symbols", 16, 2, 26,
                                   "How many letters there are."),
                      WholeSetting("length", 32, 2, kMostTokens,
                                   "The tokens that are read."),
                      WholeSetting("block_min", 6, 1, kMostTokens,
                                   "The fewest tokens of a block."),
                      WholeSetting("block_max", 16, 1, kMostTokens,
                                   "The most tokens of a block."),
                      {.name = "distinct",
                       .type = AttributeType::kBoolean,
                       .summary =
                           "No token comes twice in a block, so that the one "
                           "before always tells the next.",
                       .fallback = 1}}},
      .form = TaskForm::kWindow,
      .prepare = Prepare,
      .draw = DrawInduction};
  return kind;
}

}  // namespace clearhead
