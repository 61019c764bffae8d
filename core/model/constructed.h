// Embeddings and projections of the self-attention model: drawn, or constructed
// so that the weights mean something.
#ifndef CLEARHEAD_CORE_MODEL_CONSTRUCTED_H_
#define CLEARHEAD_CORE_MODEL_CONSTRUCTED_H_

#include <string>

#include "core/model/self_attention.h"

namespace clearhead {

enum class Projection : uint8_t { kQuery, kKey, kValue };

// Writes the vector of `word` into `row`, C cells. The same word and seed give
// the same vector in every sentence.
void FillEmbedding(const SelfAttentionConfig& config, const std::string& word,
                   float* row);

// Writes W_Q, W_K [C, H·D] or W_V [C, H·E] into zeroed, dense cells.
void FillProjection(const SelfAttentionConfig& config, Projection projection,
                    const TensorView& weight);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MODEL_CONSTRUCTED_H_
