// span_corruption: spans of a sentence are hidden, each behind a sentinel, and
// the decoder writes what stood there.
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/train/tasks/corpus.h"

namespace clearhead {
namespace {

enum { kSpan = kShare + 1 };

// How much of a text is hidden, in how many spans that do not touch.
struct Corruption {
  int64_t hidden = 1;
  int64_t spans = 1;
};

// Of `length` ≥ 2 tokens: hidden = round(share · length), spans =
// round(hidden / span), at least one token of each kind left. Neither falls
// where the length grows.
Corruption CorruptionOf(const Task& task, int64_t length) {
  const auto tokens = static_cast<double>(length);
  const double share = task.parameters[kShare].number;
  const int64_t hidden =
      std::clamp<int64_t>(std::lround(share * tokens), 1, length - 1);
  const double spans = static_cast<double>(hidden) / Parameter(task, kSpan);
  return {hidden, std::clamp<int64_t>(std::lround(spans), 1,
                                      std::min(hidden, length - hidden + 1))};
}

// Behind the words of the grammar: <1>, <2>, … as `number` goes from 0.
int32_t Sentinel(const Task& task, int64_t number) {
  return static_cast<int32_t>(kFirstSymbol + task.grammar.words().size() +
                              number);
}

Status Prepare(Task* task) {
  CH_RETURN_IF_ERROR(PrepareSentences(task));
  const auto [hidden, spans] = CorruptionOf(*task, Parameter(*task, kLongest));
  for (int64_t i = 1; i <= spans + 1; ++i) AddWord(Text("<%>", i), task);
  task->target_length = hidden + spans + 1;
  return {};
}

// `count` of `places` places, every choice as likely (Knuth, The Art of
// Computer Programming 2, 3.4.2, algorithm S).
std::vector<int32_t> Chosen(int64_t count, int64_t places, Random* random) {
  std::vector<int32_t> chosen;  // 1 or 0
  for (int64_t left = places; left > 0; --left) {
    const bool takes = random->Integer(static_cast<uint32_t>(left)) < count;
    chosen.push_back(takes);
    count -= takes;
  }
  return chosen;
}

// Spans open at places between visible tokens, ends included, and the hidden
// tokens are cut between them; both with every way as likely.
void DrawSpans(const Task& task, Random* random, Example* example) {
  example->text = DrawSentence(task, random);
  Random own = random->Branch();
  const std::vector<int32_t>& text = example->text;
  const auto length = static_cast<int64_t>(text.size());
  const auto [hidden, spans] = CorruptionOf(task, length);
  const int64_t visible = length - hidden;
  const std::vector<int32_t> opens = Chosen(spans, visible + 1, &own);
  const std::vector<int32_t> cuts = Chosen(spans - 1, hidden - 1, &own);
  auto next = text.begin();
  int64_t written = 0, span = 0;
  for (int64_t place = 0; place <= visible; ++place) {
    if (opens[place] != 0) {
      example->source.push_back(Sentinel(task, span));
      example->target.push_back(Sentinel(task, span));
      ++span;
      do {
        example->target.push_back(*next++);
      } while (++written < hidden && cuts[written - 1] == 0);
    }
    if (place < visible) example->source.push_back(*next++);
  }
  example->target.push_back(Sentinel(task, span));
}

Example HiddenSpan(const Task& task, std::span<const int32_t> text,
                   size_t place) {
  Example example;
  example.source.assign(text.begin(), text.end());
  example.source[place] = Sentinel(task, 0);
  example.target = {Sentinel(task, 0), text[place], Sentinel(task, 1)};
  example.supervised = {0, 1, 0};
  return example;
}

}  // namespace

const TaskKind& SpanCorruptionTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "span_corruption",
                 .summary = "the <1> sleeps . → <1> cat <2>: what stood where "
                            "a sentence has gaps.",
                 .source =
                     "Raffel et al. 2020, section 3.1.4, gaps at the ends "
                     "too",
                 .attributes = {kLanguageParameter, kLengthMaxParameter,
                                kShareParameter,
                                WholeSetting("span", 3, 1, 16,
                                             "Tokens of a gap on average, as "
                                             "near as the length allows.")}},
      .form = TaskForm::kSequence,
      .prepare = Prepare,
      .draw = DrawSpans,
      .cloze = HiddenSpan};
  return kind;
}

}  // namespace clearhead
