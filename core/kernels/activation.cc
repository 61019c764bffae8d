#include "core/kernels/activation.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/activation.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "core/kernels/vec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {
namespace {

// f(x) and f'(x).
struct Point {
  FloatVec value, slope;
};

HWY_INLINE FloatVec Constant(float x) { return hn::Set(Floats(), x); }

// Σ c[i]·x^i, Horner.
template <size_t kCount>
HWY_INLINE FloatVec Polynomial(const float (&c)[kCount], FloatVec x) {
  auto sum = Constant(c[kCount - 1]);
  for (size_t i = kCount - 1; i-- > 0;) {
    sum = hn::MulAdd(sum, x, Constant(c[i]));
  }
  return sum;
}

// Φ(−a)·e^(a²/2)/t with t = 1/(1 + kTail·a), as a polynomial of t for a ≥ 0,
// fitted for the least relative error, 3e-8. The form is that of Abramowitz and
// Stegun 1964, 26.2.17.
constexpr float kTail = 0.21f;
constexpr float kTailOf[] = {
    8.369519566e-2f,  8.532226285e-2f,  6.75291554e-2f,
    1.309233809e-1f,  -1.072880405e-1f, 3.677691971e-1f,
    -3.456232234e-1f, 2.907581058e-1f,  -7.308604065e-2f};

// artanh(s)/s as a polynomial of s² ≤ 1/9, relative error 4e-9.
constexpr float kArtanhOf[] = {1.000000004f, 3.333316082e-1f, 2.001229762e-1f,
                               1.398257887e-1f, 1.407888918e-1f};

// x for x > 0, elsewhere alpha·x, 0 or alpha·(e^x − 1); tanh x. The last two
// from t = tanh(x/2) and t = tanh x: e^x − 1 = 2t/(1 − t) keeps its digits near
// 0.
HWY_INLINE Point Rectified(ActivationKind kind, FloatVec alpha, FloatVec x) {
  const Floats d;
  auto value = hn::Mul(alpha, x);
  auto slope = alpha;
  if (kind == ActivationKind::kRelu) {
    value = hn::IfThenZeroElse(hn::Lt(x, hn::Zero(d)), x);  // NaN stays
  } else if (kind >= ActivationKind::kElu) {
    const bool elu = kind == ActivationKind::kElu;
    const auto t = FastTanh(d, hn::Mul(x, Constant(elu ? 0.5f : 1.0f)));
    if (!elu) return {t, hn::NegMulAdd(t, t, Constant(1))};
    value = hn::Mul(alpha, hn::Div(hn::Add(t, t), hn::Sub(Constant(1), t)));
    slope = hn::Add(value, alpha);
  }
  const auto positive = hn::Gt(x, hn::Zero(d));
  return {hn::IfThenElse(positive, x, value),
          hn::IfThenElse(positive, Constant(1), slope)};
}

// With e = e^−|z| or e^(−z²/2), 1/(1 + e) and, from a z that the kind makes of
// x, σ(z) and σ(−z): nothing overflows and nothing cancels.
HWY_INLINE Point Exponential(ActivationKind kind, FloatVec alpha, FloatVec x) {
  const Floats d;
  const auto one = Constant(1);
  const bool normal =
      kind == ActivationKind::kGelu || kind == ActivationKind::kErf;
  auto z = hn::Mul(alpha, x);
  auto dz = alpha;
  if (kind == ActivationKind::kGeluTanh) {
    // ½(1 + tanh u) = σ(2u); beyond ±40 it is 0 or 1.
    constexpr float kTwice = 1.5957691216057308f;  // 2·√(2/π)
    const auto near = hn::Min(hn::Max(x, Constant(-40)), Constant(40));
    const auto cube = hn::Mul(hn::Mul(near, near), Constant(0.044715f));
    z = hn::Mul(hn::Mul(near, Constant(kTwice)), hn::Add(cube, one));
    dz = hn::Mul(Constant(kTwice), hn::MulAdd(cube, Constant(3), one));
  }
  const auto size = hn::Abs(z);
  const auto e = FastExp(
      d, normal ? hn::Mul(hn::Mul(z, z), Constant(-0.5f)) : hn::Neg(size));
  const auto positive = hn::Gt(z, hn::Zero(d));
  if (normal) {
    const auto t = hn::Div(one, hn::MulAdd(size, Constant(kTail), one));
    const auto tail = hn::Mul(hn::Mul(e, t), Polynomial(kTailOf, t));
    const auto phi = hn::IfThenElse(positive, hn::Sub(one, tail), tail);
    const auto density = hn::Mul(e, Constant(0.3989422804f));
    if (kind == ActivationKind::kGelu) {
      return {hn::Mul(x, phi), hn::MulAdd(x, density, phi)};
    }
    return {hn::Sub(hn::Add(phi, phi), one),
            hn::Mul(hn::Add(alpha, alpha), density)};
  }
  const auto large = hn::Div(one, hn::Add(one, e));
  const auto small = hn::Mul(e, large);
  const auto sigmoid = hn::IfThenElse(positive, large, small);
  const auto curve = hn::Mul(large, small);  // σ(z)·σ(−z)
  if (kind == ActivationKind::kSigmoid) return {sigmoid, curve};
  if (kind == ActivationKind::kSoftplus) {
    // max(0, x) + ln(1 + e), ln(1 + e) = 2·artanh(e/(2 + e))
    const auto s = hn::Div(e, hn::Add(e, Constant(2)));
    const auto ln =
        hn::Mul(hn::Add(s, s), Polynomial(kArtanhOf, hn::Mul(s, s)));
    return {hn::Add(hn::IfThenElseZero(positive, x), ln), sigmoid};
  }
  auto factor = sigmoid;
  auto dfactor = hn::Mul(dz, hn::Mul(x, curve));
  if (kind == ActivationKind::kMish) {
    // tanh(ln(1 + e^x)) = m/(m + 2) with m = e^x·(e^x + 2), for x > 0 over
    // e^2x.
    const auto two = Constant(2);
    const auto top = hn::IfThenElse(positive, hn::MulAdd(two, e, one),
                                    hn::Mul(e, hn::Add(e, two)));
    const auto rest =
        hn::IfThenElse(positive, hn::Mul(hn::Mul(two, e), e), two);
    const auto bottom = hn::Add(top, rest);
    factor = hn::Div(top, bottom);
    // 1 − tanh² = rest·(top + bottom)/bottom²
    const auto slope =
        hn::Div(hn::Mul(rest, hn::Add(top, bottom)), hn::Mul(bottom, bottom));
    dfactor = hn::Mul(slope, hn::Mul(x, sigmoid));
  }
  return {hn::Mul(x, factor), hn::Add(factor, dfactor)};
}

}  // namespace

void Activate(ActivationKind kind, float alpha, size_t n, const float* x,
              const float* dout, float* out) {
  const Floats d;
  const size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(d, alpha);
  const float* in[] = {x, dout, out};
  const size_t count = dout == nullptr ? 1 : 3;
  // Not Map: the body is long and would be there twice.
  for (size_t i = 0; i < n; i += lanes) {
    const bool whole = i + lanes <= n;
    FloatVec v[3];
    for (size_t k = 0; k < count; ++k) {
      v[k] = whole ? hn::LoadU(d, in[k] + i) : LoadPartial(d, in[k] + i, n - i);
    }
    const Point point = kind <= ActivationKind::kTanh
                            ? Rectified(kind, factor, v[0])
                            : Exponential(kind, factor, v[0]);
    const auto result =
        count == 1 ? point.value : hn::MulAdd(v[1], point.slope, v[2]);
    if (whole) {
      hn::StoreU(result, d, out + i);
    } else {
      StorePartial(result, d, out + i, n - i);
    }
  }
}

}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clearhead::kernels {

HWY_EXPORT(Activate);

void Activate(ActivationKind kind, float alpha, size_t n, const float* x,
              const float* dout, float* out) {
  HWY_DYNAMIC_DISPATCH(Activate)(kind, alpha, n, x, dout, out);
}

}  // namespace clearhead::kernels
#endif  // HWY_ONCE
