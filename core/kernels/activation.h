// The nonlinear functions between the two maps of a feed-forward layer, in one
// kernel over n contiguous floats.
#ifndef CLEARHEAD_CORE_KERNELS_ACTIVATION_H_
#define CLEARHEAD_CORE_KERNELS_ACTIVATION_H_

#include <cstddef>
#include <cstdint>

namespace clearhead::kernels {

enum class ActivationKind : uint8_t {
  kRelu,       // max(0, x)
  kLeakyRelu,  // x for x > 0, else alpha·x
  kElu,        // x for x > 0, else alpha·(e^x − 1)
  kTanh,
  kSigmoid,   // σ(x) = 1/(1 + e^−x)
  kSilu,      // x·σ(alpha·x); quick GELU is its alpha 1.702
  kGeluTanh,  // x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³)))
  kGelu,      // x·Φ(x), Φ the normal distribution
  kErf,       // the error function, 2Φ(√2·x) − 1
  kSoftplus,  // ln(1 + e^x)
  kMish,      // x·tanh(ln(1 + e^x))
};

// out = f(x) where `dout` is null, otherwise out += dout·f'(x). `out` may be
// exactly `x`. Absolute error below 4e-7·max(1, |f|). At 0 relu and leaky relu
// take the slope of their left side.
void Activate(ActivationKind kind, float alpha, size_t n, const float* x,
              const float* dout, float* out);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_ACTIVATION_H_
