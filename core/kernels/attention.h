// Fused scaled dot-product attention of one head, forward and backward, without
// storing the T x S weights:
//   out = softmax(cap(scale * Q·Kᵀ) + bias, hidden keys left out)·V
// T queries, S keys, D wide; values may have another width.
//
// Matrices are row-major with a free row stride in floats and any alignment.
// Outputs must not overlap inputs or each other. Nothing is allocated.
#ifndef CLEARHEAD_CORE_KERNELS_ATTENTION_H_
#define CLEARHEAD_CORE_KERNELS_ATTENTION_H_

#include <cstddef>
#include <cstdint>

#include "core/kernels/matmul.h"

namespace clearhead::kernels {

struct AttentionShape {
  size_t queries;      // T: rows of q and out
  size_t keys;         // S: rows of k and v
  size_t key_width;    // D: columns of q and k
  size_t value_width;  // columns of v and out
};

// Which keys a query sees and what is added to its scores. Every part may be
// absent; together a key must be visible to all of them. Nothing of a hidden
// key reaches the query, nor the query it, whatever stands there, ∞ and NaN
// too.
struct AttentionMask {
  const uint8_t* visible = nullptr;  // [T, S], 0 = hidden; null: all visible
  ptrdiff_t stride = 0;              // bytes between rows; 0: one row for all
  const float* bias = nullptr;       // [T, S] added to the scores; null: none
  ptrdiff_t bias_stride = 0;         // floats between rows; 0: one row for all
  bool causal = false;               // key s is visible to query t iff
                                     // s <= t + S - T (bottom-right aligned)
};

// Floats of workspace, 64-byte aligned, for either direction. Grows with T and
// the widths, not with T x S nor S: 0.2 MB at T 4096 and width 64.
size_t AttentionWorkspace(AttentionShape shape);

// Writes out [T, value_width] and log_sum_exp [T], the logarithm of each row's
// softmax denominator, which the backward pass needs. softcap c > 0 replaces a
// score s by c * tanh(s / c) before bias and mask; 0 leaves it. A query without
// visible keys gets out 0 and log_sum_exp -inf.
void Attention(AttentionShape shape, Matrix q, Matrix k, Matrix v,
               AttentionMask mask, float scale, float softcap,
               MutableMatrix out, float* log_sum_exp, float* workspace);

// Adds the gradients into dq [T, D], dk [S, D], dv [S, value_width] and, where
// dbias.data is not null, dbias [T, S] (row stride 0 sums over queries); the
// caller zeroes them. The weights are recomputed from log_sum_exp; the other
// arguments are those of the forward call, with its out and dout = dL/dout.
void AttentionBackward(AttentionShape shape, Matrix q, Matrix k, Matrix v,
                       AttentionMask mask, float scale, float softcap,
                       Matrix out, const float* log_sum_exp, Matrix dout,
                       MutableMatrix dq, MutableMatrix dk, MutableMatrix dv,
                       MutableMatrix dbias, float* workspace);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_ATTENTION_H_
