// What a kind of task is made of, and what several kinds share.
#ifndef CLEARHEAD_CORE_TRAIN_TASKS_TASKS_H_
#define CLEARHEAD_CORE_TRAIN_TASKS_TASKS_H_

#include <span>

#include "core/model/settings.h"
#include "core/train/task.h"

namespace clearhead {

struct TaskKind {
  Schema schema;  // name, notes and parameters, its attributes
  TaskForm form = TaskForm::kSequence;
  // Completes a task whose parameters are within their ranges; checks what
  // ranges cannot say. The vocabulary holds the special tokens.
  Status (*prepare)(Task* task) = nullptr;
  void (*draw)(const Task& task, Random* random, Example* example) = nullptr;
  // Asks for one token of a text, neither the first nor beyond the last, the
  // way the task asks: the first place that is supervised. None: the task is
  // not over texts.
  Example (*cloze)(const Task& task, std::span<const int32_t> text,
                   size_t place) = nullptr;
};

const TaskKind& CopyTask();
const TaskKind& ReverseTask();
const TaskKind& SortTask();
const TaskKind& AdditionTask();
const TaskKind& DateTask();
const TaskKind& PinyinTask();
const TaskKind& ContinuationTask();
const TaskKind& SpanCorruptionTask();
const TaskKind& CyclicPreviousTokenTask();
const TaskKind& PreviousTokenTask();
const TaskKind& RelationsTask();
const TaskKind& FillMaskTask();
const TaskKind& GrammarTask();
const TaskKind& MarkovTask();
const TaskKind& InductionTask();

inline constexpr double kMostTokens = 512;  // of a source or a text

inline int64_t Parameter(const Task& task, int number) {
  return task.parameters[number].integer();
}

// Refuses a parameter `least` that is above the parameter `most`.
Status CheckOrder(const Task& task, int least, int most);

// Uniform in least…most; the difference is below 2^32.
int64_t DrawBetween(int64_t least, int64_t most, Random* random);

void AddWord(std::string_view word, Task* task);
// Symbols a, b, c … at most 26.
void AddLetters(int64_t count, Task* task);
// Symbols 0…9.
void AddDigits(Task* task);
// The digits of a number of at least `width` places, zeros in front, as
// AddDigits numbers them.
void AppendDigits(int64_t number, int width, std::vector<int32_t>* ids);

// Tasks over letters, whose parameters are these, in this order: their prepare,
// with an answer as long as the source, and a source of theirs.
enum LetterParameter { kSymbols, kLengthMin, kLengthMax };
Status PrepareLetters(Task* task);
std::vector<int32_t> DrawLetters(const Task& task, Random* random);

// `length` symbols, each one of `count`.
std::vector<int32_t> DrawSymbols(int64_t length, int64_t count, Random* random);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TRAIN_TASKS_TASKS_H_
