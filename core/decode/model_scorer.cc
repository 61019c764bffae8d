#include "core/decode/model_scorer.h"

#include <algorithm>

#include "core/model/transformer.h"

namespace clearhead {

Status CheckWriter(const ModelConfig& config, std::span<const int32_t> source,
                   int64_t capacity) {
  if (!config.decodes()) {
    return Fail(ErrorCode::kArgument,
                "an encoder alone does not write; choose a model with a "
                "decoder");
  }
  if (config.outputs < config.vocabulary) {
    return Fail(ErrorCode::kArgument,
                "the model has % outputs and reads % tokens: some it could "
                "never write; choose one with as many outputs as tokens",
                config.outputs, config.vocabulary);
  }
  if (config.mask != MaskKind::kCausal && config.mask != MaskKind::kWindow) {
    return Fail(ErrorCode::kArgument,
                "mask is '%': earlier tokens would change with later ones, so "
                "nothing can be kept of them; choose 'causal' or 'window'",
                NameOf(config.mask));
  }
  if (config.encodes() && source.empty()) {
    return Fail(ErrorCode::kArgument,
                "the source is empty; give the encoder at least 1 token");
  }
  if (!config.encodes() && !source.empty()) {
    return Fail(ErrorCode::kArgument,
                "a source of % tokens is given to a decoder alone; put it into "
                "the prompt",
                source.size());
  }
  if (capacity < 1 || capacity > config.max_length) {
    return Fail(ErrorCode::kRange,
                "% tokens of prompt and output are asked for; the model takes "
                "1 to %",
                capacity, config.max_length);
  }
  return {};
}

Result<std::unique_ptr<ModelScorer>> ModelScorer::Make(
    const std::shared_ptr<Budget>& budget, const Model& model,
    std::span<const int32_t> source, int64_t capacity) {
  CH_RETURN_IF_ERROR(CheckWriter(model.config, source, capacity));
  std::unique_ptr<ModelScorer> scorer(new ModelScorer(budget, model, capacity));
  if (model.config.encodes()) CH_RETURN_IF_ERROR(scorer->Encode(source));
  return scorer;
}

Status ModelScorer::Encode(std::span<const int32_t> source) {
  source_ = static_cast<int64_t>(source.size());
  Transformer transformer(graph_, model_.config, model_.parameters);
  const Tensor encoded =
      transformer.Encode(IdsInput(graph_, "source", 1, source_, source), {});
  CH_RETURN_IF_ERROR(graph_.status());
  const auto cells = static_cast<size_t>(source_ * model_.config.d_model);
  CH_ASSIGN_OR_RETURN(memory_, Buffer::Allocate(budget_, cells, sizeof(float)));
  std::copy_n(graph_.Cells(encoded).floats(), cells, memory_.as<float>());
  return {};
}

Status ModelScorer::Start(std::span<const int32_t> prompt,
                          std::span<float> logits) {
  CH_ASSIGN_OR_RETURN(cache_, DecoderCache::Make(model_.config, budget_, 1,
                                                 capacity_, source_));
  return Run(1, prompt, logits);
}

Status ModelScorer::Advance(std::span<const int32_t> parents,
                            std::span<const int32_t> tokens,
                            std::span<float> logits) {
  const auto rows = static_cast<int64_t>(tokens.size());
  bool same = rows == cache_.batch();
  for (int64_t i = 0; same && i < rows; ++i) same = parents[i] == i;
  if (!same) CH_RETURN_IF_ERROR(cache_.Select(parents));
  return Run(rows, tokens, logits);
}

Status ModelScorer::Run(int64_t rows, std::span<const int32_t> tokens,
                        std::span<float> logits) {
  graph_.Reset();
  Transformer transformer(graph_, model_.config, model_.parameters);
  transformer.ContinueFrom(cache_);
  Tensor memory;
  if (source_ > 0 && cache_.length() == 0) {
    memory =
        graph_.Borrow("memory",
                      {DataType::kFloat32,
                       {1, source_, model_.config.d_model},
                       DenseStrides({1, source_, model_.config.d_model}),
                       memory_.as<float>()},
                      {AxisRole::kBatch, AxisRole::kKey, AxisRole::kModel});
  }
  const auto steps = static_cast<int64_t>(tokens.size()) / rows;
  const Tensor scores = transformer.Logits(transformer.Decode(
      IdsInput(graph_, "target", rows, steps, tokens), {}, memory, {}));
  CH_RETURN_IF_ERROR(graph_.status());
  const TensorView cells = graph_.Cells(scores);
  float* out = logits.data();
  for (int64_t row = 0; row < rows; ++row) {
    const float* last = cells.floats() + cells.Offset({row, steps - 1, 0});
    out = std::copy_n(last, vocabulary(), out);
  }
  return cache_.Keep(graph_);
}

}  // namespace clearhead
