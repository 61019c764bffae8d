#include "core/decode/cached_decoder.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/model/transformer.h"

namespace clearhead {
namespace {

// Whether what is kept of earlier tokens stays as it is: a recurrent layer
// never looks ahead, whatever its mask.
bool KeepsThePast(const ModelConfig& config) {
  return config.kind == ModelKind::kRecurrent ||
         config.mask == MaskKind::kCausal || config.mask == MaskKind::kWindow;
}

bool IsEmpty(const std::vector<int32_t>& row) { return row.empty(); }

Status CheckWriter(const ModelConfig& config, const TokenRows& sources,
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
  if (!KeepsThePast(config)) {
    return Fail(ErrorCode::kArgument,
                "mask is '%': earlier tokens would change with later ones, so "
                "nothing can be kept of them; choose 'causal' or 'window'",
                NameOf(config.mask));
  }
  if (config.encodes() &&
      (sources.empty() ||
       std::any_of(sources.begin(), sources.end(), IsEmpty))) {
    return Fail(ErrorCode::kArgument,
                "a source is empty; give the encoder at least 1 token");
  }
  if (!config.encodes() && !sources.empty()) {
    return Fail(ErrorCode::kArgument,
                "a source of % tokens is given to a decoder alone; put it into "
                "the prompt",
                sources[0].size());
  }
  if (capacity < 1 || capacity > config.max_length) {
    return Fail(ErrorCode::kRange,
                "% tokens of prompt and output are asked for; the model takes "
                "1 to %",
                capacity, config.max_length);
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<CachedDecoder>> CachedDecoder::Make(
    std::shared_ptr<Budget> budget, const Model& model,
    const TokenRows& sources, int64_t capacity) {
  CH_RETURN_IF_ERROR(CheckWriter(model.config, sources, capacity));
  std::unique_ptr<CachedDecoder> decoder(
      new CachedDecoder(std::move(budget), model, capacity));
  if (model.config.encodes()) CH_RETURN_IF_ERROR(decoder->Encode(sources));
  return decoder;
}

Status CachedDecoder::Encode(const TokenRows& sources) {
  source_width_ = WidthOf(sources);
  source_lengths_ = LengthsOf(sources);
  Transformer transformer(graph_, model_.config, model_.parameters);
  const Tensor encoded = transformer.Encode(
      IdsInput(graph_, "source", static_cast<int64_t>(sources.size()),
               source_width_, Padded(sources, 0)),
      VisibleInput(graph_, "source_visible", source_width_, source_lengths_));
  CH_RETURN_IF_ERROR(graph_.status());
  const TensorView cells = graph_.Cells(encoded);
  const auto count = static_cast<size_t>(CountOf(cells.shape));
  CH_ASSIGN_OR_RETURN(memory_, Buffer::Allocate(budget_, count, sizeof(float)));
  std::copy_n(cells.floats(), count, memory_.as<float>());
  return {};
}

Status CachedDecoder::Start(int64_t rows, std::span<const int32_t> prompts) {
  const auto sources = static_cast<int64_t>(source_lengths_.size());
  CH_CHECK(sources == 0 || sources == rows, "every row has a source");
  lengths_ = source_lengths_;
  CH_ASSIGN_OR_RETURN(cache_, DecoderCache::Make(model_.config, budget_, rows,
                                                 capacity_, source_width_));
  return Run(prompts);
}

Status CachedDecoder::Advance(std::span<const int32_t> parents,
                              std::span<const int32_t> tokens) {
  bool same = static_cast<int64_t>(parents.size()) == cache_.batch();
  for (size_t i = 0; same && i < parents.size(); ++i) {
    same = parents[i] == static_cast<int32_t>(i);
  }
  if (!same) CH_RETURN_IF_ERROR(Select(parents));
  return Run(tokens);
}

Status CachedDecoder::Select(std::span<const int32_t> parents) {
  CH_RETURN_IF_ERROR(cache_.Select(parents));
  if (source_width_ == 0) return {};
  std::vector<int32_t> lengths;
  for (const int32_t parent : parents) lengths.push_back(lengths_[parent]);
  lengths_ = std::move(lengths);
  return {};
}

Status CachedDecoder::Run(std::span<const int32_t> tokens) {
  graph_.Reset();
  Transformer transformer(graph_, model_.config, model_.parameters);
  transformer.ContinueFrom(cache_);
  const int64_t rows = cache_.batch();
  Tensor memory, visible;
  if (source_width_ > 0) {
    visible = VisibleInput(graph_, "source_visible", source_width_, lengths_);
  }
  if (source_width_ > 0 && cache_.length() == 0) {
    const Shape shape = {rows, source_width_, model_.config.d_model};
    memory = graph_.Borrow(
        "memory",
        {DataType::kFloat32, shape, DenseStrides(shape), memory_.as<float>()},
        {AxisRole::kBatch, AxisRole::kKey, AxisRole::kModel});
  }
  const auto steps = static_cast<int64_t>(tokens.size()) / rows;
  const Tensor logits = transformer.Logits(transformer.Decode(
      IdsInput(graph_, "target", rows, steps, tokens), {}, memory, visible));
  CH_RETURN_IF_ERROR(graph_.status());
  logits_ = graph_.Cells(logits);
  return cache_.Keep(graph_);
}

std::span<const float> CachedDecoder::Logits(int64_t row) const {
  const int64_t last = logits_.shape[1] - 1;
  return {logits_.floats() + logits_.Offset({row, last, 0}),
          static_cast<size_t>(vocabulary())};
}

}  // namespace clearhead
