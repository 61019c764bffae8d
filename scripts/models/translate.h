// The shipped translator's examples: parallel corpora in the pieces of one
// vocabulary, each source behind its task ("translate French to English: ").
#ifndef CLEARHEAD_SCRIPTS_MODELS_TRANSLATE_H_
#define CLEARHEAD_SCRIPTS_MODELS_TRANSLATE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "scripts/models/corpora.h"
#include "scripts/models/model_data.h"

namespace clearhead::models {

inline constexpr Pair kTranslatePairs[] = {
    Pair::kFrenchEnglish, Pair::kChineseEnglish, Pair::kEnglishGerman};

// What the page shows first.
struct ShownPair {
  Pair pair;
  const char* source;
  const char* target;
};
inline constexpr ShownPair kShownPairs[] = {
    {Pair::kFrenchEnglish, "Je t'aime", "I love you"},
    {Pair::kChineseEnglish, "我爱你。", "I love you."},
    {Pair::kEnglishGerman, "The house is wonderful.",
     "Das Haus ist wunderbar."}};

// "translate French to English: "
const char* PrefixOf(Pair pair);

// `counts` sentence pairs of each pair, in the order of kTranslatePairs; a
// vocabulary of at most `pieces` pieces, learnt from training alone, in which
// all words of targets are whole. Held-out sentences by pair.
Result<ModelData> MakeTranslateData(std::span<const size_t> counts,
                                    size_t pieces, uint64_t seed);

// Source and target in pieces; the target without BOS and EOS. Fails with
// kRange where one has more than 64.
Result<Example> ExampleOf(const Pieces& pieces, Pair pair,
                          const std::string& source, const std::string& target);

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_TRANSLATE_H_
