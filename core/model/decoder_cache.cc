#include "core/model/decoder_cache.h"

#include "core/base/text.h"

namespace clearhead {
namespace {

// The rows of a tensor from `first` on: [B, G, S, D], or [B, S, D] of one
// group.
TensorView NewRows(const Graph& graph, const std::string& name, int64_t first) {
  TensorView rows = graph.Cells(graph.Find(name));
  if (rows.shape.size() == 3) {
    rows.shape = {rows.shape[0], 1, rows.shape[1], rows.shape[2]};
    rows.strides = {rows.strides[0], 0, rows.strides[1], rows.strides[2]};
  }
  rows.data = rows.floats() + first * rows.strides[2];
  rows.shape[2] -= first;
  return rows;
}

// Behind `cache` what the attention called `scope` has made of both kinds; or
// only whether it fits.
Status KeepRows(const Graph& graph, const std::string& scope, bool latent,
                bool check, KvCache* cache) {
  const int64_t length = cache->keys.length();
  const TensorView keys =
      NewRows(graph, scope + (latent ? "latent" : "present_key"), length);
  const TensorView values =
      NewRows(graph, scope + (latent ? "rope_key" : "present_value"), length);
  return check ? cache->Check(keys, values) : cache->Append(keys, values);
}

}  // namespace

Result<DecoderCache> DecoderCache::Make(const ModelConfig& config,
                                        const std::shared_ptr<Budget>& budget,
                                        int64_t batch, int64_t capacity,
                                        int64_t source) {
  DecoderCache cache;
  cache.latent_ = config.attention == HeadKind::kLatent;
  cache.recurrent_ = config.kind == ModelKind::kRecurrent;
  cache.one_source_ = batch == 1;
  cache.capacity_ = capacity;
  cache.batch_ = batch;
  for (int64_t i = 0; i < config.decoder_layers; ++i) {
    Layer layer;
    if (cache.recurrent_) {
      CH_ASSIGN_OR_RETURN(layer.own.keys,
                          RowCache::Make(budget, batch, 1, 1, config.d_model));
    } else if (cache.latent_) {
      CH_ASSIGN_OR_RETURN(
          layer.own, KvCache::Make(budget, batch, 1, capacity, config.latent,
                                   config.rotary_width));
    } else {
      CH_ASSIGN_OR_RETURN(
          layer.own, KvCache::Make(budget, batch, config.kv_heads, capacity,
                                   config.d_k, config.d_k));
    }
    if (config.crosses()) {
      CH_ASSIGN_OR_RETURN(layer.cross,
                          KvCache::Make(budget, batch, config.kv_heads, source,
                                        config.d_k, config.d_k));
    }
    cache.layers_.push_back(std::move(layer));
  }
  return cache;
}

Status DecoderCache::Keep(const Graph& graph) {
  CH_RETURN_IF_ERROR(graph.status());
  const int64_t count = graph.Cells(graph.Find("target")).shape[1];
  if (count > capacity_ - length_) {
    return Fail(ErrorCode::kRange,
                "the decoder keeps % tokens of at most %, and % more were "
                "given; make a larger cache or give at most %",
                length_, capacity_, count, capacity_ - length_);
  }
  for (const bool check : {true, false}) {
    for (size_t i = 0; i < layers_.size(); ++i) {
      CH_RETURN_IF_ERROR(KeepLayer(graph, i, check));
    }
  }
  length_ += count;
  return {};
}

Status DecoderCache::KeepLayer(const Graph& graph, size_t number, bool check) {
  const std::string scope = Text("decoder.%.", number);
  Layer& layer = layers_[number];
  if (recurrent_) {
    const std::string name = scope + "recurrent.output";
    const int64_t steps = graph.Cells(graph.Find(name)).shape[1];
    const TensorView state = NewRows(graph, name, steps - 1);
    if (check) return layer.own.keys.Check(state, 0);
    layer.own.keys.Truncate(0);
    return layer.own.keys.Append(state);
  }
  CH_RETURN_IF_ERROR(
      KeepRows(graph, scope + "self_attention.", latent_, check, &layer.own));
  if (layer.cross.keys.capacity() == 0) return {};
  return KeepRows(graph, scope + "cross_attention.", false, check,
                  &layer.cross);
}

Status DecoderCache::Select(std::span<const int32_t> parents) {
  const auto batch = static_cast<int64_t>(parents.size());
  // What rows of one source know of it is the same in all of them.
  const bool same_sources = one_source_ && batch == batch_;
  for (Layer& layer : layers_) {
    for (KvCache* cache : {&layer.own, &layer.cross}) {
      if (cache == &layer.cross && same_sources) continue;
      for (RowCache* rows : {&cache->keys, &cache->values}) {
        if (rows->capacity() > 0) CH_RETURN_IF_ERROR(rows->Select(parents));
      }
    }
  }
  batch_ = batch;
  return {};
}

}  // namespace clearhead
