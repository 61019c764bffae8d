// Attention of a layer: which weights it has, and what it is given.
#include <algorithm>
#include <cmath>

#include "core/attention/latent.h"
#include "core/attention/multi_head.h"
#include "core/masks/mask.h"
#include "core/model/transformer.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

double Inverse(int64_t n) { return 1 / std::sqrt(static_cast<double>(n)); }

}  // namespace

// The mask of a stack's own attention, [T, S] or [B, 1, T, S]; a causal one is
// the attention's own.
Tensor Transformer::MaskOf(const std::string& stack, MaskKind kind, Tensor x,
                           Tensor visible) {
  if (!x.valid() || kind == MaskKind::kNone || kind == MaskKind::kCausal) {
    return visible;
  }
  const int64_t queries = graph_.Cells(x).shape[1];
  const int64_t keys = queries + (stack == "decoder." ? Past() : 0);
  const bool prefix = kind == MaskKind::kPrefix;
  const int64_t length =
      prefix ? std::min(config_.mask_length, keys) : config_.mask_length;
  const Tensor mask =
      MakeMask(graph_, {kind, queries, keys, length}, stack + "mask");
  if (!visible.valid()) return mask;
  const TensorView cells = graph_.Cells(visible);
  const Tensor all = graph_.View(
      visible, stack + "visible", {cells.shape[0], 1, queries, keys},
      {cells.strides[0], 0, 0, cells.strides[3]}, 0,
      {AxisRole::kBatch, AxisRole::kHead, AxisRole::kQuery, AxisRole::kKey});
  return graph_.Apply(CombineMasksOperation(), {all, mask}, {"and"},
                      stack + "visible_mask");
}

Tensor Transformer::SelfAttention(const std::string& scope, Tensor x,
                                  Tensor mask, bool causal,
                                  const Positions& positions,
                                  const KvCache* cache) {
  if (config_.attention == HeadKind::kLatent) {
    return Latent(scope, x, mask, causal, positions, cache);
  }
  return MultiHead(scope, x, {}, mask, causal, positions, cache);
}

// Queries of the decoder, keys and values of the encoder's result. Those that a
// cache has are not made again.
Tensor Transformer::CrossAttention(const std::string& scope, Tensor x,
                                   Tensor memory, Tensor memory_visible,
                                   int layer) {
  const KvCache* cache = cache_ == nullptr ? nullptr : &cache_->cross(layer);
  if (cache != nullptr && cache->keys.length() > 0) {
    memory = Slice(graph_, x, 1, 0, 0, scope + "nothing_new");
  }
  return MultiHead(scope, x, memory, memory_visible, false, {}, cache);
}

// What queries are drawn smaller by where the scores are not divided by √D, so
// that scores begin at about 1 (Raffel et al. 2020 draw W_Q so).
double Transformer::ScoreSize() const {
  return std::isnan(config_.scale) ? 1 : Inverse(config_.d_k) / config_.scale;
}

Tensor Transformer::MultiHead(const std::string& scope, Tensor x,
                              Tensor context, Tensor mask, bool causal,
                              const Positions& positions,
                              const KvCache* cache) {
  const int64_t width = config_.d_model;
  const int64_t queries = config_.heads * config_.d_k;
  const int64_t keys = config_.kv_heads * config_.d_k;
  const double size = Inverse(width);
  std::vector<Tensor> inputs(kMultiHeadSin + 1);
  const auto project = [&](const char* name, int weight, int bias,
                           int64_t columns, double deviation) {
    inputs[weight] =
        Weight(scope + name + ".weight", width, columns, deviation);
    inputs[bias] = Bias(scope + name + ".bias", columns);
  };
  inputs[kMultiHeadX] = x;
  inputs[kMultiHeadContext] = context;
  const std::string& share = config_.share;
  if (share != "input") {
    project("query", kMultiHeadQueryWeight, kMultiHeadQueryBias, queries,
            ScoreSize() * size);
  }
  if (share == "none" || share == "key_value") {
    project("key", kMultiHeadKeyWeight, kMultiHeadKeyBias, keys, size);
  }
  if (share == "none" || share == "query_key") {
    project("value", kMultiHeadValueWeight, kMultiHeadValueBias, keys, size);
  }
  inputs[kMultiHeadOutputWeight] = Weight(scope + "output.weight", queries,
                                          width, OutputSize(scope, queries));
  inputs[kMultiHeadOutputBias] = Bias(scope + "output.bias", width);
  inputs[kMultiHeadMask] = mask;
  inputs[kMultiHeadBias] = positions.bias;
  inputs[kMultiHeadCos] = positions.cos;
  inputs[kMultiHeadSin] = positions.sin;
  if (cache != nullptr) {
    inputs[kMultiHeadPastKey] = cache->keys.In(graph_, scope + "past_key");
    inputs[kMultiHeadPastValue] =
        cache->values.In(graph_, scope + "past_value");
  }
  return graph_.Perform(MultiHeadAttentionOperation(), inputs,
                        {static_cast<double>(config_.heads),
                         static_cast<double>(config_.kv_heads), config_.scale,
                         config_.softcap, causal, share, config_.rotary_layout},
                        scope + "output");
}

// The rows of a cache with one group, [B, P, D].
Tensor Transformer::OneGroup(const RowCache& rows, const std::string& name) {
  const Tensor all = rows.In(graph_, name + "_rows");
  if (!all.valid()) return {};
  const TensorView cells = graph_.Cells(all);
  return graph_.View(all, name,
                     {cells.shape[0], cells.shape[2], cells.shape[3]},
                     {cells.strides[0], cells.strides[2], 1}, 0,
                     {AxisRole::kBatch, AxisRole::kKey, AxisRole::kFeature});
}

Tensor Transformer::Latent(const std::string& scope, Tensor x, Tensor mask,
                           bool causal, const Positions& positions,
                           const KvCache* cache) {
  const int64_t width = config_.d_model, heads = config_.heads;
  const int64_t nope = config_.d_k - config_.rotary_width;
  std::vector<Tensor> inputs(kLatentPastRopeKey + 1);
  const auto weight = [&](const char* name, int64_t rows, int64_t columns) {
    return Weight(scope + name, rows, columns, Inverse(rows));
  };
  const auto norm = [&](const char* name, int64_t columns) {
    return Given({.name = scope + name,
                  .shape = {columns},
                  .roles = {AxisRole::kFeature},
                  .initial = Initial::kOnes});
  };
  inputs[kLatentX] = x;
  inputs[kLatentCos] = positions.cos;
  inputs[kLatentSin] = positions.sin;
  int64_t source = width;
  if (config_.query_latent > 0) {
    source = config_.query_latent;
    inputs[kLatentQueryDown] = weight("query_down.weight", width, source);
    inputs[kLatentQueryNorm] = norm("query_norm.weight", source);
  }
  inputs[kLatentQueryUp] =
      weight("query_up.weight", source, heads * config_.d_k);
  inputs[kLatentKeyValueDown] = weight("key_value_down.weight", width,
                                       config_.latent + config_.rotary_width);
  inputs[kLatentKeyValueNorm] = norm("key_value_norm.weight", config_.latent);
  inputs[kLatentKeyValueUp] = weight("key_value_up.weight", config_.latent,
                                     heads * (nope + config_.d_k));
  inputs[kLatentOutputWeight] =
      Weight(scope + "output.weight", heads * config_.d_k, width,
             OutputSize(scope, heads * config_.d_k));
  inputs[kLatentMask] = mask;
  if (cache != nullptr) {
    inputs[kLatentPastLatent] = OneGroup(cache->keys, scope + "past_latent");
    inputs[kLatentPastRopeKey] =
        OneGroup(cache->values, scope + "past_rope_key");
  }
  return graph_.Perform(LatentAttentionOperation(), inputs,
                        {static_cast<double>(heads), "naive", config_.scale,
                         config_.softcap, causal, config_.epsilon},
                        scope + "output");
}

}  // namespace clearhead
