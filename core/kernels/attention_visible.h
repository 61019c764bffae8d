// The plain form of the attention kernel, which reads nothing of a hidden key;
// internal to it. Behind a mask may lie anything, and in the vector code a
// weight of 0 times ∞ or NaN is NaN. There, and only there, this form answers.
#ifndef CLEARHEAD_CORE_KERNELS_ATTENTION_VISIBLE_H_
#define CLEARHEAD_CORE_KERNELS_ATTENTION_VISIBLE_H_

#include "core/kernels/attention_inputs.h"

namespace clearhead::kernels {

// Once more the rows of `out` that are not finite, from the forward pass's
// log_sum_exp.
void MixVisible(const AttentionInputs& in, const float* log_sum_exp,
                MutableMatrix out);

// Whether a number that the backward pass reads could reach a gradient through
// a hidden key.
bool LeaksHidden(const AttentionInputs& in, const AttentionGradients& to);

// The backward pass.
void VisibleBackward(const AttentionInputs& in, const AttentionGradients& to);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_ATTENTION_VISIBLE_H_
