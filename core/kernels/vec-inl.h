// What every kernel shares: partial vectors, reductions, sums in double, the
// fast exponential. The only file that knows which Highway version it meets:
// 1.0.3 lacks ReduceSum, LoadN and StoreN and has no double lanes in wasm; our
// names differ from the later ones so that argument lookup never finds both.
//
// Included once per SIMD target, after "hwy/foreach_target.h" in the .cc.
#if defined(CLEARHEAD_CORE_KERNELS_VEC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef CLEARHEAD_CORE_KERNELS_VEC_INL_H_
#undef CLEARHEAD_CORE_KERNELS_VEC_INL_H_
#else
#define CLEARHEAD_CORE_KERNELS_VEC_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;  // the widest vector of the target
using FloatVec = hn::Vec<Floats>;

// Masked memory operations that touch only the lanes of the mask. Highway says
// "might fault" for AVX2 because of its 8- and 16-bit lanes; its 32-bit masked
// load and store suppress faults.
#if !HWY_MEM_OPS_MIGHT_FAULT || HWY_TARGET == HWY_AVX2
#define CLEARHEAD_MASKED_MEMORY 1
#else
#define CLEARHEAD_MASKED_MEMORY 0
#endif

// The first n < Lanes(d) floats at `from`; the other lanes are `rest`. Reads
// nothing beyond from[n - 1].
template <class D>
HWY_INLINE hn::Vec<D> LoadPartial([[maybe_unused]] D d, const float* from,
                                  size_t n, float rest = 0) {
#if CLEARHEAD_MASKED_MEMORY
  const auto mask = hn::FirstN(d, n);
  return hn::IfThenElse(mask, hn::MaskedLoad(mask, d, from), hn::Set(d, rest));
#elif HWY_TARGET == HWY_WASM  // four lanes, without a detour through memory
  return hn::Vec<D>{wasm_f32x4_make(n > 0 ? from[0] : rest,
                                    n > 1 ? from[1] : rest,
                                    n > 2 ? from[2] : rest, rest)};
#else
  HWY_ALIGN float lanes[hn::MaxLanes(D())];
  hn::Store(hn::Set(d, rest), d, lanes);
  for (size_t i = 0; i < n; ++i) lanes[i] = from[i];
  return hn::Load(d, lanes);
#endif
}

// Writes the first n < Lanes(d) lanes of v, and nothing beyond to[n - 1].
template <class D>
HWY_INLINE void StorePartial(hn::Vec<D> v, [[maybe_unused]] D d, float* to,
                             size_t n) {
#if CLEARHEAD_MASKED_MEMORY
  hn::BlendedStore(v, hn::FirstN(d, n), d, to);
#elif HWY_TARGET == HWY_WASM
  if (n > 0) to[0] = wasm_f32x4_extract_lane(v.raw, 0);
  if (n > 1) to[1] = wasm_f32x4_extract_lane(v.raw, 1);
  if (n > 2) to[2] = wasm_f32x4_extract_lane(v.raw, 2);
#else
  HWY_ALIGN float lanes[hn::MaxLanes(D())];
  hn::Store(v, d, lanes);
  for (size_t i = 0; i < n; ++i) to[i] = lanes[i];
#endif
}

#undef CLEARHEAD_MASKED_MEMORY

template <class D>
HWY_INLINE float LaneSum(D d, hn::Vec<D> v) {
  return hn::GetLane(hn::SumOfLanes(d, v));
}

template <class D>
HWY_INLINE float LaneMax(D d, hn::Vec<D> v) {
  return hn::GetLane(hn::MaxOfLanes(d, v));
}

// exp(x) for x ≤ 88, relative error below 2e-7; exactly 0 for x < -87.33, so
// the result is never denormal; exp(-inf) = 0, exp(NaN) = NaN.
//
// exp(x) = 2^k e^r with k = round(x / ln 2), |r| ≤ (ln 2) / 2. Adding 1.5 *
// 2^23 rounds to an integer that is then found in the low bits; adding the
// exponent bias 127 as well leaves 2^k one shift away. e^r is 1 + r + r² p(r)
// with p fitted for the least relative error on that interval.
template <class D>
HWY_INLINE hn::Vec<D> FastExp(D d, hn::Vec<D> x) {
  const hn::RebindToSigned<D> bits;
  const auto magic = hn::Set(d, 12582912.0f + 127.0f);
  const auto shifted = hn::MulAdd(x, hn::Set(d, 1.44269504088896341f), magic);
  const auto k = hn::Sub(shifted, magic);
  // ln 2 in two parts; the first has 9 bits, so k times it is exact.
  auto r = hn::NegMulAdd(k, hn::Set(d, 0.693359375f), x);
  r = hn::NegMulAdd(k, hn::Set(d, -2.12194440e-4f), r);
  auto p = hn::Set(d, 8.31243028e-3f);
  p = hn::MulAdd(p, r, hn::Set(d, 4.18909872e-2f));
  p = hn::MulAdd(p, r, hn::Set(d, 1.66671182e-1f));
  p = hn::MulAdd(p, r, hn::Set(d, 4.99992259e-1f));
  const auto square = hn::Mul(r, r);
  const auto e = hn::Add(hn::MulAdd(square, p, r), hn::Set(d, 1.0f));
  const auto power =
      hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(bits, shifted)));
  const auto underflow = hn::Lt(x, hn::Set(d, -87.33f));
  return hn::IfThenZeroElse(underflow, hn::Mul(e, power));
}

// tanh(x), relative error below 4e-7. From 0.625 on by tanh|x| = (1 - z) / (1 +
// z) with z = e^(-2|x|); below, where 1 - z would cancel, x + x³ p(x²) with p
// from Cephes' tanhf (Moshier 1992).
template <class D>
HWY_INLINE hn::Vec<D> FastTanh(D d, hn::Vec<D> x) {
  const auto one = hn::Set(d, 1.0f);
  const auto size = hn::Abs(x);
  const auto z = FastExp(d, hn::Mul(hn::Set(d, -2.0f), size));
  const auto large = hn::Div(hn::Sub(one, z), hn::Add(one, z));
  const auto square = hn::Mul(x, x);
  auto p = hn::Set(d, -5.70498872745e-3f);
  p = hn::MulAdd(p, square, hn::Set(d, 2.06390887954e-2f));
  p = hn::MulAdd(p, square, hn::Set(d, -5.37397155531e-2f));
  p = hn::MulAdd(p, square, hn::Set(d, 1.33314422036e-1f));
  p = hn::MulAdd(p, square, hn::Set(d, -3.33332819422e-1f));
  const auto small = hn::MulAdd(hn::Mul(p, square), x, x);
  return hn::IfThenElse(hn::Lt(size, hn::Set(d, 0.625f)), small,
                        hn::CopySign(large, x));
}

// out[i] = f(in[i]...), whole vectors first; lanes past the end are `rest` on
// their way into f. `out` may be one of the inputs but may not overlap one in
// any other way. The lambda carries HWY_ATTR.
template <class F, class... In>
HWY_INLINE void Map(size_t n, float rest, float* out, const F& f,
                    const In*... in) {
  const Floats d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(f(hn::LoadU(d, in + i)...), d, out + i);
  }
  if (i < n) {
    StorePartial(f(LoadPartial(d, in + i, n - i, rest)...), d, out + i, n - i);
  }
}

// Calls f(in[i]...) vector by vector; lanes past the end are `rest`.
template <class F, class... In>
HWY_INLINE void ForEach(size_t n, float rest, const F& f, const In*... in) {
  const Floats d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) f(hn::LoadU(d, in + i)...);
  if (i < n) f(LoadPartial(d, in + i, n - i, rest)...);
}

// Sums in double of float vectors: a Wide has half the lanes of a FloatVec.
// Usage: sum = WideMulAdd(WideLower(a), WideLower(b), sum), the same for Upper.
#if HWY_HAVE_FLOAT64
using Doubles = hn::ScalableTag<double>;
using Wide = hn::Vec<Doubles>;

HWY_INLINE Wide WideSet(double x) { return hn::Set(Doubles(), x); }
HWY_INLINE Wide WideAdd(Wide a, Wide b) { return hn::Add(a, b); }
HWY_INLINE Wide WideSub(Wide a, Wide b) { return hn::Sub(a, b); }
HWY_INLINE Wide WideMulAdd(Wide a, Wide b, Wide c) {
  return hn::MulAdd(a, b, c);
}
HWY_INLINE double WideTotal(Wide v) {
  return hn::GetLane(hn::SumOfLanes(Doubles(), v));
}
#if HWY_TARGET == \
    HWY_SCALAR  // one lane of either type: the upper half is empty
HWY_INLINE Wide WideLower(FloatVec v) { return hn::PromoteTo(Doubles(), v); }
HWY_INLINE Wide WideUpper(FloatVec) { return hn::Zero(Doubles()); }
#else
HWY_INLINE Wide WideLower(FloatVec v) {
  return hn::PromoteTo(Doubles(), hn::LowerHalf(hn::Half<Floats>(), v));
}
HWY_INLINE Wide WideUpper(FloatVec v) {
  return hn::PromoteTo(Doubles(), hn::UpperHalf(hn::Half<Floats>(), v));
}
#endif
#else  // wasm in Highway 1.0.3: double lanes exist, but Highway does not know
struct Wide {
  v128_t raw;
};

HWY_INLINE Wide WideSet(double x) { return {wasm_f64x2_splat(x)}; }
HWY_INLINE Wide WideAdd(Wide a, Wide b) {
  return {wasm_f64x2_add(a.raw, b.raw)};
}
HWY_INLINE Wide WideSub(Wide a, Wide b) {
  return {wasm_f64x2_sub(a.raw, b.raw)};
}
HWY_INLINE Wide WideMulAdd(Wide a, Wide b, Wide c) {
  return {wasm_f64x2_add(wasm_f64x2_mul(a.raw, b.raw), c.raw)};
}
HWY_INLINE double WideTotal(Wide v) {
  return wasm_f64x2_extract_lane(v.raw, 0) + wasm_f64x2_extract_lane(v.raw, 1);
}
HWY_INLINE Wide WideLower(FloatVec v) {
  return {wasm_f64x2_promote_low_f32x4(v.raw)};
}
HWY_INLINE Wide WideUpper(FloatVec v) {
  return {wasm_f64x2_promote_low_f32x4(
      wasm_i32x4_shuffle(v.raw, v.raw, 2, 3, 2, 3))};
}
#endif

// A sum in double of whole float vectors, or of their products.
class WideSums {
 public:
  // Written out: an implicit constructor would not carry the target's
  // attribute.
  HWY_INLINE WideSums() : lower_(WideSet(0)), upper_(WideSet(0)) {}

  HWY_INLINE void Add(FloatVec v) {
    lower_ = WideAdd(lower_, WideLower(v));
    upper_ = WideAdd(upper_, WideUpper(v));
  }
  HWY_INLINE void AddProduct(FloatVec a, FloatVec b) {
    lower_ = WideMulAdd(WideLower(a), WideLower(b), lower_);
    upper_ = WideMulAdd(WideUpper(a), WideUpper(b), upper_);
  }
  // (v - center)², the difference in double too.
  HWY_INLINE void AddSquare(FloatVec v, Wide center) {
    const Wide low = WideSub(WideLower(v), center);
    lower_ = WideMulAdd(low, low, lower_);
    if (HWY_TARGET == HWY_SCALAR) return;  // no upper half
    const Wide high = WideSub(WideUpper(v), center);
    upper_ = WideMulAdd(high, high, upper_);
  }
  HWY_INLINE double Total() const { return WideTotal(WideAdd(lower_, upper_)); }

 private:
  Wide lower_;
  Wide upper_;
};

// Σ a[i] and Σ a[i] b[i] in double.
HWY_INLINE double WideSum(size_t n, const float* a) {
  WideSums sum;
  ForEach(
      n, 0.0f, [&sum](auto x) HWY_ATTR { sum.Add(x); }, a);
  return sum.Total();
}

HWY_INLINE double WideDot(size_t n, const float* a, const float* b) {
  WideSums sum;
  const auto step = [&sum](auto x, auto y) HWY_ATTR { sum.AddProduct(x, y); };
  ForEach(n, 0.0f, step, a, b);
  return sum.Total();
}

}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // CLEARHEAD_CORE_KERNELS_VEC_INL_H_
