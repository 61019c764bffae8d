// markov: the next symbol of a chain whose true probabilities are known. From
// symbol i it goes to i + 1 with probability 0.6, to i + 3 with 0.3 and stays
// with 0.1, modulo the number of symbols; all are equally frequent (chapter
// audit A60).
#include "core/train/tasks/tasks.h"

namespace clearhead {
namespace {

enum ParameterNumber { kSymbols, kLength };

struct Move {
  int64_t step;
  double probability;
};
constexpr Move kMoves[] = {{1, 0.6}, {3, 0.3}, {0, 0.1}};

Status Prepare(Task* task) {
  const int64_t symbols = Parameter(*task, kSymbols);
  AddLetters(symbols, task);
  task->transitions.resize(static_cast<size_t>(symbols * symbols));
  for (int64_t i = 0; i < symbols; ++i) {
    for (const Move& move : kMoves) {
      const int64_t next = (i + move.step) % symbols;
      task->transitions[i * symbols + next] = move.probability;
    }
  }
  task->target_length = Parameter(*task, kLength) + 1;
  return {};
}

void DrawMarkov(const Task& task, Random* random, Example* example) {
  const auto symbols = static_cast<uint32_t>(Parameter(task, kSymbols));
  auto symbol = static_cast<int64_t>(random->Integer(symbols));
  for (int64_t i = 0; i < task.target_length; ++i) {
    example->target.push_back(kFirstSymbol + static_cast<int32_t>(symbol));
    double rest = random->Uniform();
    const Move* move = kMoves;
    while (move != std::end(kMoves) - 1 && rest >= move->probability) {
      rest -= move++->probability;
    }
    symbol = (symbol + move->step) % symbols;
  }
}

}  // namespace

const TaskKind& MarkovTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "markov",
                 .summary = "The next symbol of a chain that goes from i to "
                            "i + 1, i + 3 or i with 0.6, 0.3 and 0.1.",
                 .attributes = {WholeSetting("symbols", 8, 4, 26,
                                             "How many letters there are."),
                                WholeSetting("length", 16, 1, kMostTokens,
                                             "How many next symbols are "
                                             "asked for.")}},
      .form = TaskForm::kWindow,
      .prepare = Prepare,
      .draw = DrawMarkov};
  return kind;
}

}  // namespace clearhead
