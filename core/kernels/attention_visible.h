// The plain form of the attention kernel, which reads nothing of a key whose
// weight is 0, hidden or so far below the others; internal to it. Such a key
// may hold anything: the vector code answers where all is finite, this form
// elsewhere (absorb.h).
#ifndef CLEARHEAD_CORE_KERNELS_ATTENTION_VISIBLE_H_
#define CLEARHEAD_CORE_KERNELS_ATTENTION_VISIBLE_H_

#include "core/kernels/attention_inputs.h"

namespace clearhead::kernels {

// Once more the rows of `out` that are not finite, from the forward pass's
// log_sum_exp.
void MixVisible(const AttentionInputs& in, const float* log_sum_exp,
                MutableMatrix out);

// Whether all numbers that the backward pass reads are finite.
bool Finite(const AttentionInputs& in, const AttentionGradients& to);

// The backward pass.
void VisibleBackward(const AttentionInputs& in, const AttentionGradients& to);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_ATTENTION_VISIBLE_H_
