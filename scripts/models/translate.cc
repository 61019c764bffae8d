#include "scripts/models/translate.h"

#include <utility>

#include "scripts/models/pieces/pieces_trainer.h"

namespace clearhead::models {
namespace {

constexpr size_t kMostPieces = 64;  // of a sentence with its prefix

// What the page shows first; their words are pieces of their own.
const std::string kShown[] = {"translate French to English: Je t'aime",
                              "I love you",
                              "translate Chinese to English: 我爱你。",
                              "translate English to German: The house is "
                              "wonderful.",
                              "Das Haus ist wunderbar."};

std::vector<int32_t> IdsOf(const Pieces& pieces, const std::string& text) {
  std::vector<int32_t> ids;
  for (const PieceToken& token : pieces.Encode(text, kMostPieces).tokens) {
    ids.push_back(token.id);
  }
  return ids;
}

}  // namespace

const char* PrefixOf(Pair pair) {
  static constexpr const char* kPrefixes[] = {
      "translate French to English: ", "translate Chinese to English: ",
      "translate English to German: "};
  return kPrefixes[static_cast<size_t>(pair)];
}

Example ExampleOf(const Pieces& pieces, Pair pair, const std::string& source,
                  const std::string& target) {
  Example example;
  example.source = IdsOf(pieces, PrefixOf(pair) + source);
  example.target = IdsOf(pieces, target);
  return example;
}

Result<TranslateData> MakeTranslateData(std::span<const size_t> counts,
                                        size_t pieces, uint64_t seed) {
  std::vector<std::vector<SentencePair>> corpora;
  std::vector<std::string> sentences;
  for (size_t i = 0; i < counts.size(); ++i) {
    const Pair pair = kTranslatePairs[i];
    corpora.push_back(Corpus(pair, seed, counts[i]));
    for (const SentencePair& one : corpora.back()) {
      if (one.held_out) continue;
      sentences.push_back(PrefixOf(pair) + one.source);
      sentences.push_back(one.target);
    }
  }
  TranslateData data;
  CH_ASSIGN_OR_RETURN(data.vocabulary, TrainPieces(sentences, kShown, pieces));
  CH_ASSIGN_OR_RETURN(data.pieces, Pieces::Parse(data.vocabulary));
  for (size_t i = 0; i < counts.size(); ++i) {
    for (const SentencePair& one : corpora[i]) {
      (one.held_out ? data.held_out[i] : data.training)
          .push_back(ExampleOf(data.pieces, kTranslatePairs[i], one.source,
                               one.target));
    }
  }
  return data;
}

}  // namespace clearhead::models
