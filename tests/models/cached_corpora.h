// One corpus of each pair, generated once for all tests.
#ifndef CLEARHEAD_TESTS_MODELS_CACHED_CORPORA_H_
#define CLEARHEAD_TESTS_MODELS_CACHED_CORPORA_H_

#include <cstddef>
#include <vector>

#include "scripts/models/corpora.h"

namespace clearhead::models {

inline constexpr Pair kPairs[] = {Pair::kFrenchEnglish, Pair::kChineseEnglish,
                                  Pair::kEnglishGerman};
inline constexpr size_t kCorpusSize = 24000;

inline const std::vector<SentencePair>& CachedCorpus(Pair pair) {
  static const std::vector<SentencePair> corpora[] = {
      Corpus(kPairs[0], 1, kCorpusSize), Corpus(kPairs[1], 1, kCorpusSize),
      Corpus(kPairs[2], 1, kCorpusSize)};
  return corpora[static_cast<size_t>(pair)];
}

inline void Halves(Pair pair, std::vector<SentencePair>* training,
                   std::vector<SentencePair>* held_out) {
  for (const SentencePair& one : CachedCorpus(pair)) {
    (one.held_out ? held_out : training)->push_back(one);
  }
}

}  // namespace clearhead::models

#endif  // CLEARHEAD_TESTS_MODELS_CACHED_CORPORA_H_
