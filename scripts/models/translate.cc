#include "scripts/models/translate.h"

#include <utility>

namespace clearhead::models {
namespace {

// What the page shows first, with its prefixes.
std::vector<std::string> ShownTexts() {
  std::vector<std::string> texts;
  for (const ShownPair& shown : kShownPairs) {
    texts.push_back(std::string(PrefixOf(shown.pair)) + shown.source);
    texts.push_back(shown.target);
  }
  return texts;
}

}  // namespace

const char* PrefixOf(Pair pair) {
  static constexpr const char* kPrefixes[] = {
      "translate French to English: ", "translate Chinese to English: ",
      "translate English to German: "};
  return kPrefixes[static_cast<size_t>(pair)];
}

Result<Example> ExampleOf(const Pieces& pieces, Pair pair,
                          const std::string& source,
                          const std::string& target) {
  Example example;
  CH_ASSIGN_OR_RETURN(example.source, IdsOf(pieces, PrefixOf(pair) + source));
  CH_ASSIGN_OR_RETURN(example.target, IdsOf(pieces, target));
  return example;
}

Result<ModelData> MakeTranslateData(std::span<const size_t> counts,
                                    size_t pieces, uint64_t seed) {
  std::vector<std::vector<SentencePair>> corpora;
  // A rare word that is read can be understood from its parts; one that is
  // written would have to be spelt.
  std::vector<std::string> sources, whole = ShownTexts();
  for (size_t i = 0; i < counts.size(); ++i) {
    const Pair pair = kTranslatePairs[i];
    corpora.push_back(Corpus(pair, seed, counts[i]));
    for (const SentencePair& one : corpora.back()) {
      if (one.held_out) continue;
      sources.push_back(PrefixOf(pair) + one.source);
      whole.push_back(one.target);
    }
  }
  CH_ASSIGN_OR_RETURN(ModelData data, LearnPieces(sources, whole, pieces));
  for (size_t i = 0; i < counts.size(); ++i) {
    const Pair pair = kTranslatePairs[i];
    std::vector<Example> held_out;
    for (const SentencePair& one : corpora[i]) {
      CH_ASSIGN_OR_RETURN(Example example,
                          ExampleOf(data.pieces, pair, one.source, one.target));
      (one.held_out ? held_out : data.training).push_back(std::move(example));
    }
    data.held_out.push_back({PrefixOf(pair), std::move(held_out)});
  }
  return data;
}

}  // namespace clearhead::models
