// What a decoder keeps between steps: keys and values of every layer, of its
// own tokens and of the encoder's.
#ifndef CLEARHEAD_CORE_MODEL_DECODER_CACHE_H_
#define CLEARHEAD_CORE_MODEL_DECODER_CACHE_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/attention/kv_cache.h"
#include "core/model/config.h"

namespace clearhead {

class DecoderCache {
 public:
  DecoderCache() = default;
  // For B rows of up to `capacity` tokens, and S tokens of the encoder. Fails
  // with kMemory.
  static Result<DecoderCache> Make(const ModelConfig& config,
                                   const std::shared_ptr<Budget>& budget,
                                   int64_t batch, int64_t capacity,
                                   int64_t source);

  // Tokens that went through the decoder.
  int64_t length() const { return length_; }
  int64_t batch() const { return batch_; }

  // Of a layer. Of latent attention, the latents and the rotated keys; of a
  // recurrent layer, its last state as the keys.
  const KvCache& own(int layer) const { return layers_[layer].own; }
  const KvCache& cross(int layer) const { return layers_[layer].cross; }

  // Takes over what a run that continued from this cache has made. Fails with
  // kRange where it does not fit, and keeps nothing then.
  Status Keep(const Graph& graph);
  // Row i becomes a copy of row parents[i]; there may be more rows, or fewer.
  // Fails with kMemory, and is of no more use then.
  Status Select(std::span<const int32_t> parents);

 private:
  struct Layer {
    KvCache own, cross;
  };

  // One layer's part of Keep; or only whether it can be done.
  Status KeepLayer(const Graph& graph, size_t number, bool check);

  bool latent_ = false, recurrent_ = false;
  bool one_source_ = false;  // all rows come of one
  int64_t capacity_ = 0, batch_ = 0, length_ = 0;
  std::vector<Layer> layers_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MODEL_DECODER_CACHE_H_
