// Multi-head latent attention: keys and values are made from one latent vector
// a token, and only that and one rotated key are kept between steps.
#ifndef CLEARHEAD_CORE_ATTENTION_LATENT_H_
#define CLEARHEAD_CORE_ATTENTION_LATENT_H_

#include "core/graph/graph.h"

namespace clearhead {

// Positions of the inputs and attributes of "latent_attention".
enum LatentSlot {
  kLatentX,
  kLatentCos,
  kLatentSin,
  kLatentQueryDown,
  kLatentQueryNorm,
  kLatentQueryUp,
  kLatentKeyValueDown,
  kLatentKeyValueNorm,
  kLatentKeyValueUp,
  kLatentOutputWeight,
  kLatentMask,
  kLatentPastLatent,
  kLatentPastRopeKey
};
enum LatentAttribute {
  kLatentHeads,
  kLatentForm,
  kLatentScale,
  kLatentSoftCap,
  kLatentCausal,
  kLatentEpsilon
};

// The naive form makes the keys and values of every head from the latents, as
// the definition says. The absorbed form multiplies the queries by the keys'
// matrix and the result by the values', so that attention runs over the latents
// themselves: multi-query attention with a single key/value head.
const Operation& LatentAttentionOperation();

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ATTENTION_LATENT_H_
