// Small synthetic tasks: questions drawn at random with their right answers, so
// that a model can be trained in front of the reader and judged exactly. Draws
// are the same bits natively and in wasm.
#ifndef CLEARHEAD_CORE_TRAIN_TASK_H_
#define CLEARHEAD_CORE_TRAIN_TASK_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/base/status.h"
#include "core/graph/schema.h"
#include "core/train/tasks/grammar.h"

namespace clearhead {

// The first tokens of every vocabulary.
inline constexpr int32_t kPadToken = 0;   // "[PAD]": fills rows up, never read
inline constexpr int32_t kBosToken = 1;   // "[BOS]": stands before a text
inline constexpr int32_t kEosToken = 2;   // "[EOS]": ends it
inline constexpr int32_t kMaskToken = 3;  // "[MASK]": hides a token
inline constexpr int32_t kFirstSymbol = 4;

// How a task is asked.
enum class TaskForm : uint8_t {
  kSequence,  // source → target of a length of its own, with BOS and EOS
  kLabels,    // a label for every token of the source
  kSentence,  // the next token of a text from BOS to EOS
  kWindow,    // the next token anywhere within a text without ends
};

// "sequence", "labels", "sentence", "window".
const char* NameOf(TaskForm form);

struct Example {
  std::vector<int32_t> source = {};  // empty where the next token is asked
  // The answer; a label for every place of the source; the text, of which a
  // window has one token more than it asks for.
  std::vector<int32_t> target = {};
  // Which places of target are asked: 1 or 0 for each; empty: all.
  std::vector<int32_t> supervised = {};
  // Which places hold the answer to a place of target: of the source, in a
  // text of target itself; −1: none. As many for every place as it has answers
  // (two in relations); empty where no place holds them.
  std::vector<int32_t> reads = {};
  // The whole text, where source and target hold parts of it in another order.
  std::vector<int32_t> text = {};
};

struct TaskKind;  // tasks/tasks.h

struct Task {
  const TaskKind* kind = nullptr;
  Attributes parameters;                // in the order of the schema
  std::vector<std::string> vocabulary;  // a string for every id
  // The most tokens of Example::source and target, without BOS and EOS.
  int64_t source_length = 0;
  int64_t target_length = 0;
  // What stands between tokens when they are shown.
  const char* source_joint = " ";
  const char* target_joint = " ";
  // What its kind needs besides: of markov the true P(next | token) [K, K] over
  // the symbols from kFirstSymbol on; of pinyin the reading of every character;
  // the grammar of sentences.
  std::vector<double> transitions;
  std::vector<int32_t> readings;
  Grammar grammar;

  const Schema& schema() const;
  TaskForm form() const;
};

// copy, reverse, sort, addition, date, pinyin, continuation, span_corruption
// (sequence); cyclic_previous_token, previous_token, relations, fill_mask
// (labels); grammar (sentence); markov, induction (window).
List<const TaskKind*> TaskKinds();
// Its name and its parameters.
const Schema& SchemaOf(const TaskKind& kind);

// The task of that name; parameters that are not given take their defaults.
// Errors name the task or the parameter and what is allowed.
Result<Task> MakeTask(
    std::string_view name,
    const std::vector<std::pair<std::string, Attribute>>& parameters = {});

Example Draw(const Task& task, Random* random);

// The tokens as text; an id outside the vocabulary is shown as "?".
std::string TextOf(const Task& task, const std::vector<int32_t>& ids,
                   const char* joint);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TRAIN_TASK_H_
