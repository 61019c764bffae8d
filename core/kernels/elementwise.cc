#include "core/kernels/elementwise.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/elementwise.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "core/kernels/vec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {

void Add(size_t n, const float* a, const float* b, float* out) {
  const auto f = [](auto x, auto y) HWY_ATTR { return hn::Add(x, y); };
  Map(n, 0.0f, out, f, a, b);
}

void Subtract(size_t n, const float* a, const float* b, float* out) {
  const auto f = [](auto x, auto y) HWY_ATTR { return hn::Sub(x, y); };
  Map(n, 0.0f, out, f, a, b);
}

void Multiply(size_t n, const float* a, const float* b, float* out) {
  const auto f = [](auto x, auto y) HWY_ATTR { return hn::Mul(x, y); };
  Map(n, 0.0f, out, f, a, b);
}

void Scale(size_t n, float factor, const float* a, float* out) {
  const auto c = hn::Set(Floats(), factor);
  const auto f = [c](auto x) HWY_ATTR { return hn::Mul(c, x); };
  Map(n, 0.0f, out, f, a);
}

void MultiplyAdd(size_t n, float factor, const float* a, float* out) {
  const auto c = hn::Set(Floats(), factor);
  const auto f = [c](auto x, auto y) HWY_ATTR { return hn::MulAdd(c, x, y); };
  Map(n, 0.0f, out, f, a, out);
}

void MultiplyAccumulate(size_t n, const float* a, const float* b, float* out) {
  const auto f = [](auto x, auto y, auto sum)
                     HWY_ATTR { return hn::MulAdd(x, y, sum); };
  Map(n, 0.0f, out, f, a, b, out);
}

void Accumulate(size_t n, const float* a, float* out) { Add(n, a, out, out); }

void Fill(size_t n, float value, float* out) {
  const Floats d;
  const auto v = hn::Set(d, value);
  size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) hn::StoreU(v, d, out + i);
  if (i < n) StorePartial(v, d, out + i, n - i);
}

void SoftCap(size_t n, float cap, const float* a, float* out) {
  const Floats d;
  const auto c = hn::Set(d, cap);
  const auto f = [d, c](auto x) HWY_ATTR {
    return hn::Mul(c, FastTanh(d, hn::Div(x, c)));
  };
  Map(n, 0.0f, out, f, a);
}

void SoftCapBackward(size_t n, float cap, const float* out, const float* dout,
                     float* da) {
  const Floats d;
  const auto inverse = hn::Set(d, 1 / cap);
  const auto f = [d, inverse](auto y, auto dy, auto dx) HWY_ATTR {
    const auto tanh = hn::Mul(y, inverse);
    const auto slope = hn::NegMulAdd(tanh, tanh, hn::Set(d, 1.0f));
    const auto none = hn::Eq(dy, hn::Zero(d));
    return hn::MulAdd(dy, hn::IfThenZeroElse(none, slope), dx);
  };
  Map(n, 0.0f, da, f, out, dout, da);
}

namespace {

// out[i] = visible[i] ? shown(i) : otherwise(i) by blending whole vectors; the
// remainder, fewer than one vector, goes by element.
template <class Blend, class Choose>
HWY_INLINE void MapMask(size_t n, const uint8_t* visible, float* out,
                        const Blend& blend, const Choose& choose) {
  const Floats d;
  const hn::Rebind<uint8_t, Floats> bytes;
  const hn::RebindToSigned<Floats> integers;
  size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    const auto widened = hn::PromoteTo(integers, hn::LoadU(bytes, visible + i));
    const auto hidden = hn::RebindMask(d, hn::Eq(widened, hn::Zero(integers)));
    hn::StoreU(blend(hidden, i), d, out + i);
  }
  for (; i < n; ++i) out[i] = choose(visible[i] != 0, i);
}

}  // namespace

void MaskFill(size_t n, const uint8_t* visible, const float* a, float hidden,
              float* out) {
  const Floats d;
  const auto fill = hn::Set(d, hidden);
  const auto blend = [d, fill, a](auto is_hidden, size_t i) HWY_ATTR {
    return hn::IfThenElse(is_hidden, fill, hn::LoadU(d, a + i));
  };
  const auto choose = [a, hidden](bool is_visible, size_t i) {
    return is_visible ? a[i] : hidden;
  };
  MapMask(n, visible, out, blend, choose);
}

void MaskAccumulate(size_t n, const uint8_t* visible, float factor,
                    const float* dout, float* da) {
  const Floats d;
  const auto scale = hn::Set(d, factor);
  const auto blend = [d, scale, dout, da](auto is_hidden, size_t i) HWY_ATTR {
    return hn::MulAdd(hn::IfThenZeroElse(is_hidden, hn::LoadU(d, dout + i)),
                      scale, hn::LoadU(d, da + i));
  };
  const auto choose = [factor, dout, da](bool is_visible, size_t i) {
    return is_visible ? da[i] + factor * dout[i] : da[i];
  };
  MapMask(n, visible, da, blend, choose);
}

}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clearhead::kernels {

HWY_EXPORT(Add);
HWY_EXPORT(Subtract);
HWY_EXPORT(Multiply);
HWY_EXPORT(Scale);
HWY_EXPORT(MultiplyAdd);
HWY_EXPORT(MultiplyAccumulate);
HWY_EXPORT(Accumulate);
HWY_EXPORT(Fill);
HWY_EXPORT(SoftCap);
HWY_EXPORT(SoftCapBackward);
HWY_EXPORT(MaskFill);
HWY_EXPORT(MaskAccumulate);

void Add(size_t n, const float* a, const float* b, float* out) {
  HWY_DYNAMIC_DISPATCH(Add)(n, a, b, out);
}
void Subtract(size_t n, const float* a, const float* b, float* out) {
  HWY_DYNAMIC_DISPATCH(Subtract)(n, a, b, out);
}
void Multiply(size_t n, const float* a, const float* b, float* out) {
  HWY_DYNAMIC_DISPATCH(Multiply)(n, a, b, out);
}
void Scale(size_t n, float factor, const float* a, float* out) {
  HWY_DYNAMIC_DISPATCH(Scale)(n, factor, a, out);
}
void MultiplyAdd(size_t n, float factor, const float* a, float* out) {
  HWY_DYNAMIC_DISPATCH(MultiplyAdd)(n, factor, a, out);
}
void MultiplyAccumulate(size_t n, const float* a, const float* b, float* out) {
  HWY_DYNAMIC_DISPATCH(MultiplyAccumulate)(n, a, b, out);
}
void Accumulate(size_t n, const float* a, float* out) {
  HWY_DYNAMIC_DISPATCH(Accumulate)(n, a, out);
}
void Fill(size_t n, float value, float* out) {
  HWY_DYNAMIC_DISPATCH(Fill)(n, value, out);
}
void SoftCap(size_t n, float cap, const float* a, float* out) {
  HWY_DYNAMIC_DISPATCH(SoftCap)(n, cap, a, out);
}
void SoftCapBackward(size_t n, float cap, const float* out, const float* dout,
                     float* da) {
  HWY_DYNAMIC_DISPATCH(SoftCapBackward)(n, cap, out, dout, da);
}
void MaskFill(size_t n, const uint8_t* visible, const float* a, float hidden,
              float* out) {
  HWY_DYNAMIC_DISPATCH(MaskFill)(n, visible, a, hidden, out);
}
void MaskAccumulate(size_t n, const uint8_t* visible, float factor,
                    const float* dout, float* da) {
  HWY_DYNAMIC_DISPATCH(MaskAccumulate)(n, visible, factor, dout, da);
}

}  // namespace clearhead::kernels
#endif  // HWY_ONCE
