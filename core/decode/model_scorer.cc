#include "core/decode/model_scorer.h"

#include <algorithm>

namespace clearhead {

Result<std::unique_ptr<ModelScorer>> ModelScorer::Make(
    const std::shared_ptr<Budget>& budget, const Model& model,
    std::span<const int32_t> source, int64_t capacity) {
  TokenRows sources;
  if (!source.empty()) sources.emplace_back(source.begin(), source.end());
  CH_ASSIGN_OR_RETURN(std::unique_ptr<CachedDecoder> decoder,
                      CachedDecoder::Make(budget, model, sources, capacity));
  return std::unique_ptr<ModelScorer>(new ModelScorer(std::move(decoder)));
}

Status ModelScorer::Start(std::span<const int32_t> prompt,
                          std::span<float> logits) {
  CH_RETURN_IF_ERROR(decoder_->Start(1, prompt));
  std::copy_n(decoder_->Logits(0).begin(), vocabulary(), logits.begin());
  return {};
}

Status ModelScorer::Advance(std::span<const int32_t> parents,
                            std::span<const int32_t> tokens,
                            std::span<float> logits) {
  CH_RETURN_IF_ERROR(decoder_->Advance(parents, tokens));
  auto to = logits.begin();
  for (size_t row = 0; row < tokens.size(); ++row) {
    to = std::copy_n(decoder_->Logits(static_cast<int64_t>(row)).begin(),
                     vocabulary(), to);
  }
  return {};
}

}  // namespace clearhead
