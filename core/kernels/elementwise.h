// Elementwise kernels over n contiguous floats. `out` may be exactly one of the
// inputs; it may not overlap one in any other way. Nothing outside the n
// elements is read or written. NaN and infinities follow IEEE arithmetic.
#ifndef CLEARHEAD_CORE_KERNELS_ELEMENTWISE_H_
#define CLEARHEAD_CORE_KERNELS_ELEMENTWISE_H_

#include <cstddef>
#include <cstdint>

namespace clearhead::kernels {

void Add(size_t n, const float* a, const float* b, float* out);
void Subtract(size_t n, const float* a, const float* b, float* out);
void Multiply(size_t n, const float* a, const float* b, float* out);
void Scale(size_t n, float factor, const float* a, float* out);
// out += factor * a
void MultiplyAdd(size_t n, float factor, const float* a, float* out);
// out += a * b
void MultiplyAccumulate(size_t n, const float* a, const float* b, float* out);
// out += a
void Accumulate(size_t n, const float* a, float* out);
void Fill(size_t n, float value, float* out);

// out = cap * tanh(a / cap), cap > 0: close to a for |a| << cap, within ±cap.
void SoftCap(size_t n, float cap, const float* a, float* out);
// da += dout * (1 - (out / cap)²), and nothing where dout is 0, whatever out
// is.
void SoftCapBackward(size_t n, float cap, const float* out, const float* dout,
                     float* da);

// out = visible ? a : hidden, whatever a is there.
void MaskFill(size_t n, const uint8_t* visible, const float* a, float hidden,
              float* out);
// da += visible ? factor * dout : 0, whatever dout is there.
void MaskAccumulate(size_t n, const uint8_t* visible, float factor,
                    const float* dout, float* da);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_ELEMENTWISE_H_
