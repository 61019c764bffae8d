// Parallel corpora for the shipped translator: sentence pairs that grammars
// generate, each source with exactly one translation.
//
// The split holds out whole combinations. A combination is
//   - a verb with an object noun ("read+book"),
//   - an adjective with a noun ("red+apple"), or
//   - a verb in a tense and a polarity ("read/past/not");
// a fixed part of them never occurs in training, though each of their words and
// constructions does. A sentence with such a combination is held out.
#ifndef CLEARHEAD_SCRIPTS_MODELS_CORPORA_H_
#define CLEARHEAD_SCRIPTS_MODELS_CORPORA_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scripts/models/lexicon.h"

namespace clearhead::models {

enum class Pair { kFrenchEnglish, kChineseEnglish, kEnglishGerman };

Language SourceOf(Pair pair);
Language TargetOf(Pair pair);

struct SentencePair {
  std::string source, target;
  // As in the dictionary: not capitalised by the sentence. Chinese in words.
  std::vector<std::string> source_words, target_words;
  std::vector<std::string> combinations;
  bool held_out = false;
};

// Lengths in tokens that a sentence has on either side.
inline constexpr size_t kLeastTokens = 3;
inline constexpr size_t kMostTokens = 14;

// `count` pairs with different sources; the same seed gives the same pairs. The
// fixed expressions come first. Every word of a held-out pair occurs in the
// training pairs; of 24,000 pairs every ninth to twelfth is held out. Among
// 24,000 some forms of French verbs occur once, among 60,000 nearly all occur
// five times. `count` is at least 1000 and at most 100,000.
std::vector<SentencePair> Corpus(Pair pair, uint64_t seed, size_t count);

// A sentence as it is written: capital first, spaces, "Je t'aime".
std::string TextOf(const std::vector<std::string>& words, Language language);

// Words and punctuation marks, "l'" and "'s" on their own; in Chinese
// characters.
std::vector<std::string> TokensOf(std::string_view text, Language language);

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_CORPORA_H_
