// What the tasks over the sentences of one small grammar share: one corpus,
// asked as decoder-only, encoder-only and encoder–decoder models are trained.
// From generators of the same state all of them draw the same sentences, in the
// same order: how a sentence is asked is drawn from a branch.
#ifndef CLEARHEAD_CORE_TRAIN_TASKS_CORPUS_H_
#define CLEARHEAD_CORE_TRAIN_TASKS_CORPUS_H_

#include <vector>

#include "core/train/tasks/tasks.h"

namespace clearhead {

// The first parameters of every such task.
enum SentenceParameter { kLanguage, kLongest, kShare };

inline constexpr double kShortest = 8;  // tokens every grammar can keep to

inline constexpr AttributeSchema kLanguageParameter = {
    .name = "language",
    .type = AttributeType::kString,
    .summary = "English by word, Chinese by character.",
    .fallback_word = "en",
    .words = {"en", "zh"}};
inline constexpr AttributeSchema kLengthMaxParameter = WholeSetting(
    "length_max", 16, kShortest, kMostTokens, "The most tokens of a sentence.");
inline constexpr AttributeSchema kShareParameter =
    NumberSetting("share", 0.15, 0, 1, "The share of hidden tokens.");

// Vocabulary and lengths.
Status PrepareSentences(Task* task);

// Sentences that are too long are drawn again, from lower and lower trees; the
// lowest always fit.
std::vector<int32_t> DrawSentence(const Task& task, Random* random);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TRAIN_TASKS_CORPUS_H_
