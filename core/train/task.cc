#include "core/train/task.h"

#include "core/train/tasks/tasks.h"

namespace clearhead {

const char* NameOf(TaskForm form) {
  static constexpr const char* kNames[] = {"sequence", "labels", "sentence",
                                           "window"};
  return kNames[static_cast<int>(form)];
}

const Schema& SchemaOf(const TaskKind& kind) { return kind.schema; }
const Schema& Task::schema() const { return kind->schema; }
TaskForm Task::form() const { return kind->form; }

List<const TaskKind*> TaskKinds() {
  static const List<const TaskKind*> kinds = {
      &CopyTask(),          &ReverseTask(),        &SortTask(),
      &AdditionTask(),      &DateTask(),           &PinyinTask(),
      &ContinuationTask(),  &SpanCorruptionTask(), &CyclicPreviousTokenTask(),
      &PreviousTokenTask(), &RelationsTask(),      &FillMaskTask(),
      &GrammarTask(),       &MarkovTask(),         &InductionTask(),
  };
  return kinds;
}

Result<Task> MakeTask(
    std::string_view name,
    const std::vector<std::pair<std::string, Attribute>>& parameters) {
  std::string names;
  for (const TaskKind* kind : TaskKinds()) {
    if (kind->schema.name != name) {
      AppendName(kind->schema.name, &names);
      continue;
    }
    Task task;
    task.kind = kind;
    CH_ASSIGN_OR_RETURN(task.parameters,
                        CheckAttributes(kind->schema, parameters));
    for (const char* word : {"[PAD]", "[BOS]", "[EOS]", "[MASK]"}) {
      AddWord(word, &task);
    }
    CH_RETURN_IF_ERROR(kind->prepare(&task));
    return task;
  }
  return Fail(ErrorCode::kUnknown, "there is no task '%'; there are %", name,
              names);
}

Example Draw(const Task& task, Random* random) {
  Example example;
  task.kind->draw(task, random, &example);
  return example;
}

std::string TextOf(const Task& task, const std::vector<int32_t>& ids,
                   const char* joint) {
  std::string text;
  for (size_t i = 0; i < ids.size(); ++i) {
    if (i > 0) text += joint;
    const bool known =
        ids[i] >= 0 && static_cast<size_t>(ids[i]) < task.vocabulary.size();
    text += known ? task.vocabulary[ids[i]] : "?";
  }
  return text;
}

Status CheckOrder(const Task& task, int least, int most) {
  if (Parameter(task, least) <= Parameter(task, most)) return {};
  const char* name = Item(task.schema().attributes, most).name;
  return Fail(ErrorCode::kRange, "%: % is %; it may be at most %, %",
              task.schema().name, Item(task.schema().attributes, least).name,
              Parameter(task, least), name, Parameter(task, most));
}

int64_t DrawBetween(int64_t least, int64_t most, Random* random) {
  return least + random->Integer(static_cast<uint32_t>(most - least + 1));
}

void AddWord(std::string_view word, Task* task) {
  task->vocabulary.emplace_back(word);
}

void AddLetters(int64_t count, Task* task) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
  for (int64_t i = 0; i < count; ++i) AddWord(kLetters.substr(i, 1), task);
}

void AddDigits(Task* task) {
  constexpr std::string_view kDigits = "0123456789";
  for (size_t i = 0; i < 10; ++i) AddWord(kDigits.substr(i, 1), task);
}

void AppendDigits(int64_t number, int width, std::vector<int32_t>* ids) {
  if (number >= 10 || width > 1) AppendDigits(number / 10, width - 1, ids);
  ids->push_back(kFirstSymbol + static_cast<int32_t>(number % 10));
}

Status PrepareLetters(Task* task) {
  CH_RETURN_IF_ERROR(CheckOrder(*task, kLengthMin, kLengthMax));
  AddLetters(Parameter(*task, kSymbols), task);
  task->source_length = task->target_length = Parameter(*task, kLengthMax);
  return {};
}

std::vector<int32_t> DrawLetters(const Task& task, Random* random) {
  const int64_t length = DrawBetween(Parameter(task, kLengthMin),
                                     Parameter(task, kLengthMax), random);
  return DrawSymbols(length, Parameter(task, kSymbols), random);
}

std::vector<int32_t> DrawSymbols(int64_t length, int64_t count,
                                 Random* random) {
  std::vector<int32_t> symbols(static_cast<size_t>(length));
  for (int32_t& symbol : symbols) {
    symbol = kFirstSymbol + static_cast<int32_t>(
                                random->Integer(static_cast<uint32_t>(count)));
  }
  return symbols;
}

}  // namespace clearhead
