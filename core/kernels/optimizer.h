// One step of an optimiser over n contiguous parameters, in one pass over
// memory. Numbers that depend on the step alone are worked out before, in
// double. Arrays do not overlap; nothing outside the n elements is read or
// written.
#ifndef CLEARHEAD_CORE_KERNELS_OPTIMIZER_H_
#define CLEARHEAD_CORE_KERNELS_OPTIMIZER_H_

#include <cstddef>

namespace clearhead::kernels {

// g = gradient_scale·gradient + l2·p
// m = β1·m + (1 − β1)·g
// v = β2·v + (1 − β2)·g²
// p = keep·p − rate·m ÷ (root_scale·√v + ε)
struct AdamStep {
  float gradient_scale;
  float l2;
  float beta1, one_minus_beta1;
  float beta2, one_minus_beta2;
  float keep;
  float rate;
  float root_scale;
  float epsilon;  // > 0
};
// Where `largest` is given it becomes max(largest, v) and stands in v's place
// under the root.
void Adam(size_t n, const AdamStep& step, const float* gradient, float* p,
          float* m, float* v, float* largest);

// g = gradient_scale·gradient + l2·p
// m = momentum·m + g
// p = p − rate·m, with nesterov p − rate·(g + momentum·m)
struct SgdStep {
  float gradient_scale;
  float l2;
  float momentum;
  float rate;
  bool nesterov;
};
void Sgd(size_t n, const SgdStep& step, const float* gradient, float* p,
         float* m);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_OPTIMIZER_H_
