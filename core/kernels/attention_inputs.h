// What both directions of the attention kernel are given; internal to it.
#ifndef CLEARHEAD_CORE_KERNELS_ATTENTION_INPUTS_H_
#define CLEARHEAD_CORE_KERNELS_ATTENTION_INPUTS_H_

#include <algorithm>
#include <cstddef>

#include "core/kernels/attention.h"

namespace clearhead::kernels {

struct AttentionInputs {
  AttentionShape shape;
  Matrix q, k, v;
  AttentionMask mask;
  float scale;
  float softcap;

  // Of the `count` keys from s on, how many query t sees as far as causality
  // goes: always the first ones.
  size_t SeenKeys(size_t t, size_t s, size_t count) const {
    if (!mask.causal) return count;
    const size_t end = t + 1 + shape.keys;  // minus T: one past the last key
    const size_t begin = s + shape.queries;
    return end <= begin ? 0 : std::min(count, end - begin);
  }

  // The first query that sees key s as far as causality goes.
  size_t FirstQuery(size_t s) const {
    if (!mask.causal || s + shape.queries < shape.keys) return 0;
    return s + shape.queries - shape.keys;
  }
};

// What the backward pass reads besides, and where it adds.
struct AttentionGradients {
  const float* log_sum_exp;
  Matrix dout;
  MutableMatrix dq, dk, dv, dbias;
};

// The backward pass's part of AttentionWorkspace.
size_t AttentionBackwardWorkspace(AttentionShape shape);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_ATTENTION_INPUTS_H_
