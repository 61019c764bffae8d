// Small languages for the small shipped models. Each is enumerated whole, in a
// fixed order; a part of the combinations is held out, with every word of it in
// training.
#ifndef CLEARHEAD_SCRIPTS_MODELS_TOYS_H_
#define CLEARHEAD_SCRIPTS_MODELS_TOYS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "scripts/models/lexicon.h"

namespace clearhead::models {

// Combinations are the cells of tables. Every seventh is held out, shifted from
// row to row, so that each row and each column stays in training. Of every
// second row, too: names for "he" and for "she" take turns.
constexpr bool HeldOutCell(size_t row, size_t column) {
  return (row + 2 * column) % 7 == 5;
}

struct ToySentence {
  std::string text;
  std::vector<std::string> words;  // in Chinese characters, as the tokens are
  std::string combination;         // what is never seen when held out
  bool held_out = false;
};

// For a causal language model, in English or Chinese.
//   Agreement: "The keys to the cabinet are old." The verb agrees with the
//   first noun, not with the nearer one. Combination: the two nouns.
//   Coreference: "Tom said that he was tired.", "小明很聪明，他考了满分。"; the
//   pronoun is that of the name. Combination: the name and what is said.
//   Measure words: "小明买了一本书，他很喜欢。" Combination: the name and the
//   thing.
std::vector<ToySentence> ToyCorpus(Language language);

enum class Sense { kRiver, kMoney };

// Sentences with "bank" as the token at kBankIndex, counted from 0, in both
// senses: "The boat reached the bank at noon.", "He went to the bank to borrow
// money." Combination: what stands before and what stands behind.
struct BankSentence {
  ToySentence sentence;
  Sense sense = Sense::kRiver;
};
inline constexpr size_t kBankIndex = 4;
std::vector<BankSentence> BankCorpus();

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_TOYS_H_
