#include "core/kernels/rotate.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/rotate.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "core/kernels/vec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {

// Whole vectors of pairs; the remainder, fewer than one vector, by element.
void Rotate(size_t pairs, bool interleaved, float direction, const float* cos,
            const float* sin, const float* x, float* out) {
  const Floats d;
  const size_t lanes = hn::Lanes(d);
  const auto turn = hn::Set(d, direction);
  size_t i = 0;
  for (; i + lanes <= pairs; i += lanes) {
    FloatVec a, b;
    if (interleaved) {
      hn::LoadInterleaved2(d, x + 2 * i, a, b);
    } else {
      a = hn::LoadU(d, x + i);
      b = hn::LoadU(d, x + pairs + i);
    }
    const auto c = hn::LoadU(d, cos + i);
    const auto s = hn::Mul(turn, hn::LoadU(d, sin + i));
    const auto turned_a = hn::NegMulAdd(b, s, hn::Mul(a, c));
    const auto turned_b = hn::MulAdd(a, s, hn::Mul(b, c));
    if (interleaved) {
      hn::StoreInterleaved2(turned_a, turned_b, d, out + 2 * i);
    } else {
      hn::StoreU(turned_a, d, out + i);
      hn::StoreU(turned_b, d, out + pairs + i);
    }
  }
  for (; i < pairs; ++i) {
    const size_t first = interleaved ? 2 * i : i;
    const size_t second = interleaved ? 2 * i + 1 : pairs + i;
    const float s = direction * sin[i];
    out[first] = x[first] * cos[i] - x[second] * s;
    out[second] = x[second] * cos[i] + x[first] * s;
  }
}

}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clearhead::kernels {

HWY_EXPORT(Rotate);

void Rotate(size_t pairs, bool interleaved, float direction, const float* cos,
            const float* sin, const float* x, float* out) {
  HWY_DYNAMIC_DISPATCH(Rotate)
  (pairs, interleaved, direction, cos, sin, x, out);
}

}  // namespace clearhead::kernels
#endif  // HWY_ONCE
