// What a translator without understanding reaches: the nearest training
// sentence and a word-by-word dictionary.
#ifndef CLEARHEAD_SCRIPTS_MODELS_BASELINES_H_
#define CLEARHEAD_SCRIPTS_MODELS_BASELINES_H_

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scripts/models/corpora.h"

namespace clearhead::models {

// Gives the translation of the training sentence whose words overlap most with
// the source: |a ∩ b| / |a ∪ b| of their sets of words, the earliest on a tie.
class NearestSentence {
 public:
  explicit NearestSentence(const std::vector<SentencePair>& training);
  const std::vector<std::string>& Translate(
      const std::vector<std::string>& source) const;

 private:
  const std::vector<SentencePair>* training_;
  std::vector<int> sizes_;  // different words of a sentence
  std::unordered_map<std::string, std::vector<int>> sentences_;  // with a word
};

// Gives each word its most probable translation, in the order of the source.
// The probabilities t(target | source) are learned by expectation maximisation
// (Brown et al. 1993, "The Mathematics of Statistical Machine Translation", IBM
// model 1). A word whose best translation is rarer than silence is left out:
// silence is what remains of 1 after the links it takes part in.
class WordDictionary {
 public:
  explicit WordDictionary(const std::vector<SentencePair>& training);
  std::vector<std::string> Translate(
      const std::vector<std::string>& source) const;

 private:
  void Learn(const std::vector<SentencePair>& training);

  std::unordered_map<std::string, std::string> best_;
};

// The share of `pairs` whose translation by `baseline` is the reference, word
// by word.
template <typename Baseline>
double ExactShare(const Baseline& baseline,
                  const std::vector<SentencePair>& pairs) {
  size_t right = 0;
  for (const SentencePair& pair : pairs) {
    right += baseline.Translate(pair.source_words) == pair.target_words;
  }
  return pairs.empty()
             ? 0
             : static_cast<double>(right) / static_cast<double>(pairs.size());
}

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_BASELINES_H_
