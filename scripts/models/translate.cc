#include "scripts/models/translate.h"

#include <utility>

#include "scripts/models/pieces/pieces_trainer.h"

namespace clearhead::models {
namespace {

constexpr size_t kMostPieces = 64;  // of a sentence with its prefix

Result<std::vector<int32_t>> IdsOf(const Pieces& pieces,
                                   const std::string& text) {
  const PieceTokens encoded = pieces.Encode(text, kMostPieces);
  if (encoded.truncated) {
    return Fail(ErrorCode::kRange,
                "'%' has more than % pieces; give a shorter sentence", text,
                kMostPieces);
  }
  std::vector<int32_t> ids;
  for (const PieceToken& token : encoded.tokens) ids.push_back(token.id);
  return ids;
}

// The words of these are pieces of their own.
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
  CH_ASSIGN_OR_RETURN(data.vocabulary,
                      TrainPieces(sentences, ShownTexts(), pieces));
  CH_ASSIGN_OR_RETURN(data.pieces, Pieces::Parse(data.vocabulary));
  for (size_t i = 0; i < counts.size(); ++i) {
    for (const SentencePair& one : corpora[i]) {
      CH_ASSIGN_OR_RETURN(
          Example example,
          ExampleOf(data.pieces, kTranslatePairs[i], one.source, one.target));
      (one.held_out ? data.held_out[i] : data.training)
          .push_back(std::move(example));
    }
  }
  return data;
}

}  // namespace clearhead::models
