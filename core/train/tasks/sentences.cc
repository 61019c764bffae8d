// grammar, fill_mask and continuation: the sentences of the corpus asked in
// three ways, as decoder-only, encoder-only and encoder–decoder models are
// trained.
#include <algorithm>

#include "core/train/tasks/corpus.h"

namespace clearhead {
namespace {

void DrawText(const Task& task, Random* random, Example* example) {
  example->target = DrawSentence(task, random);
}

// Every token is hidden with the same probability, at least one.
void DrawMasked(const Task& task, Random* random, Example* example) {
  example->target = DrawSentence(task, random);
  Random own = random->Branch();
  const auto length = static_cast<uint32_t>(example->target.size());
  const size_t surely = own.Integer(length);
  bool hidden = false;
  for (size_t i = 0; i < length; ++i) {
    const bool hides = own.Uniform() < task.parameters[kShare].number;
    example->supervised.push_back(hides);
    hidden |= hides;
  }
  if (!hidden) example->supervised[surely] = 1;
  example->source = example->target;
  for (size_t i = 0; i < length; ++i) {
    if (example->supervised[i] != 0) example->source[i] = kMaskToken;
  }
}

// Every place but the ends is as likely to be cut at.
void DrawContinuation(const Task& task, Random* random, Example* example) {
  const std::vector<int32_t> sentence = DrawSentence(task, random);
  Random own = random->Branch();
  const auto cut =
      sentence.begin() +
      DrawBetween(1, static_cast<int64_t>(sentence.size()) - 1, &own);
  example->source.assign(sentence.begin(), cut);
  example->target.assign(cut, sentence.end());
}

// The next token at this place, after those before it.
Example NextToken(const Task&, std::span<const int32_t> text, size_t place) {
  Example example;
  example.target.assign(text.begin(), text.end());
  example.supervised.assign(text.size(), 0);
  example.supervised[place] = 1;
  return example;
}

Example HiddenToken(const Task& task, std::span<const int32_t> text,
                    size_t place) {
  Example example = NextToken(task, text, place);
  example.source = example.target;
  example.source[place] = kMaskToken;
  return example;
}

Example FirstOfTheRest(const Task&, std::span<const int32_t> text,
                       size_t place) {
  Example example;
  example.source.assign(text.begin(), text.begin() + place);
  example.target.assign(text.begin() + place, text.end());
  example.supervised.assign(example.target.size(), 0);
  example.supervised[0] = 1;
  return example;
}

}  // namespace

const TaskKind& GrammarTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "grammar",
                 .summary = "The next token of a sentence of a small grammar.",
                 .attributes = {kLanguageParameter, kLengthMaxParameter}},
      .form = TaskForm::kSentence,
      .prepare = PrepareSentences,
      .draw = DrawText,
      .cloze = NextToken};
  return kind;
}

const TaskKind& FillMaskTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "fill_mask",
                 .summary =
                     "the [MASK] sleeps . → · cat · ·: the hidden tokens "
                     "of a sentence.",
                 .source =
                     "Devlin et al. 2019, section 3.1, always with [MASK]",
                 .attributes = {kLanguageParameter, kLengthMaxParameter,
                                kShareParameter}},
      .form = TaskForm::kLabels,
      .prepare = PrepareSentences,
      .draw = DrawMasked,
      .cloze = HiddenToken};
  return kind;
}

const TaskKind& ContinuationTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "continuation",
                 .summary = "the cat → sleeps .: how a sentence goes on.",
                 .source = "Raffel et al. 2020, section 3.2.3, prefix language "
                           "modelling",
                 .attributes = {kLanguageParameter, kLengthMaxParameter}},
      .form = TaskForm::kSequence,
      .prepare = PrepareSentences,
      .draw = DrawContinuation,
      .cloze = FirstOfTheRest};
  return kind;
}

}  // namespace clearhead
