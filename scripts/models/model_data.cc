#include "scripts/models/model_data.h"

#include "scripts/models/pieces/pieces_trainer.h"

namespace clearhead::models {
namespace {

constexpr size_t kMostPieces = 64;  // of a text with its prefix

}  // namespace

Result<ModelData> LearnPieces(std::span<const std::string> sentences,
                              std::span<const std::string> whole, size_t size) {
  ModelData data;
  CH_ASSIGN_OR_RETURN(data.vocabulary, TrainPieces(sentences, whole, size));
  CH_ASSIGN_OR_RETURN(data.pieces, Pieces::Parse(data.vocabulary));
  return data;
}

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

}  // namespace clearhead::models
