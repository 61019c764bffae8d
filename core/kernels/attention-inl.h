// What both directions of the attention kernel do to a vector of scores.
//
// Included once per SIMD target, after "hwy/foreach_target.h" in the .cc.
#if defined(CLEARHEAD_CORE_KERNELS_ATTENTION_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef CLEARHEAD_CORE_KERNELS_ATTENTION_INL_H_
#undef CLEARHEAD_CORE_KERNELS_ATTENTION_INL_H_
#else
#define CLEARHEAD_CORE_KERNELS_ATTENTION_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/kernels/attention_inputs.h"
#include "core/kernels/matmul-inl.h"
#include "core/kernels/vec-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {

inline constexpr float kLog2E = 1.44269504088896341f;
inline constexpr float kHidden = -std::numeric_limits<float>::infinity();

HWY_INLINE Matrix RowsFrom(Matrix matrix, size_t row) {
  return {matrix.data + static_cast<ptrdiff_t>(row) * matrix.stride,
          matrix.stride};
}
HWY_INLINE MutableMatrix RowsFrom(MutableMatrix matrix, size_t row) {
  return {matrix.data + static_cast<ptrdiff_t>(row) * matrix.stride,
          matrix.stride};
}

// The first n of a vector of floats, n in [1, kLanes].
HWY_INLINE FloatVec LoadUpTo(const float* from, size_t n) {
  const Floats d;
  return n < kLanes ? LoadPartial(d, from, n) : hn::LoadU(d, from);
}

// 2^x for x <= 127, relative error below 3e-7; exactly 0 for x < -126, so the
// result is never denormal; NaN stays NaN. Cheaper than e^x, as the exponent
// needs no reduction: x = k + r with k an integer, found as in FastExp, and |r|
// <= 1/2; 2^r is 1 + r p(r) with p fitted for the least relative error there.
HWY_INLINE FloatVec FastExp2(FloatVec x) {
  const Floats d;
  const hn::RebindToSigned<Floats> bits;
  const FloatVec magic = hn::Set(d, 12582912.0f + 127.0f);
  const FloatVec shifted = hn::Add(x, magic);
  const FloatVec r = hn::Sub(x, hn::Sub(shifted, magic));
  FloatVec p = hn::Set(d, 1.32647227e-3f);
  p = hn::MulAdd(p, r, hn::Set(d, 9.67151299e-3f));
  p = hn::MulAdd(p, r, hn::Set(d, 5.55073358e-2f));
  p = hn::MulAdd(p, r, hn::Set(d, 2.40222424e-1f));
  p = hn::MulAdd(p, r, hn::Set(d, 6.93147004e-1f));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f));
  const FloatVec power =
      hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(bits, shifted)));
  return hn::IfThenZeroElse(hn::Lt(x, hn::Set(d, -126.0f)), hn::Mul(p, power));
}

// Scores whose byte is 0 become hidden; reads n bytes.
HWY_INLINE FloatVec HideInvisible(FloatVec score, const uint8_t* visible,
                                  size_t n) {
  const Floats d;
  const hn::RebindToSigned<Floats> integers;
  const hn::Rebind<uint8_t, Floats> bytes;
  HWY_ALIGN uint8_t lanes[kLanes] = {};
  if (n < kLanes) {
    for (size_t i = 0; i < n; ++i) lanes[i] = visible[i];
    visible = lanes;
  }
  const auto wide = hn::PromoteTo(integers, hn::LoadU(bytes, visible));
  const auto hidden = hn::RebindMask(d, hn::Eq(wide, hn::Zero(integers)));
  return hn::IfThenElse(hidden, hn::Set(d, kHidden), score);
}

// Adds the bias of query t and hides keys, for the n keys from s on; lanes from
// n on are hidden.
HWY_INLINE FloatVec BiasAndMask(const AttentionMask& mask, FloatVec score,
                                size_t t, size_t s, size_t n) {
  const Floats d;
  const auto row = static_cast<ptrdiff_t>(t);
  if (mask.bias != nullptr) {
    score = hn::Add(score, LoadUpTo(mask.bias + row * mask.bias_stride + s, n));
  }
  if (mask.visible != nullptr) {
    score = HideInvisible(score, mask.visible + row * mask.stride + s, n);
  }
  if (n == kLanes) return score;
  return hn::IfThenElse(hn::FirstN(d, n), score, hn::Set(d, kHidden));
}

}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // CLEARHEAD_CORE_KERNELS_ATTENTION_INL_H_
