#include "core/kernels/optimizer.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/optimizer.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "core/kernels/vec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {

namespace {

// How a step reaches a vector of several arrays: whole, or its first n lanes.
struct Whole {
  HWY_INLINE FloatVec Load(const float* from) const {
    return hn::LoadU(Floats(), from);
  }
  HWY_INLINE void Store(FloatVec v, float* to) const {
    hn::StoreU(v, Floats(), to);
  }
};
struct Part {
  size_t n;
  HWY_INLINE FloatVec Load(const float* from) const {
    return LoadPartial(Floats(), from, n);
  }
  HWY_INLINE void Store(FloatVec v, float* to) const {
    StorePartial(v, Floats(), to, n);
  }
};

// Calls step(reach, i) for every vector, at its first element i.
template <class Step>
HWY_INLINE void EachVector(size_t n, const Step& step) {
  const size_t lanes = hn::Lanes(Floats());
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) step(Whole(), i);
  if (i < n) step(Part{n - i}, i);
}

template <bool kLargest>
HWY_INLINE void AdamPass(size_t n, const AdamStep& step, const float* gradient,
                         float* p, float* m, float* v, float* largest) {
  const Floats d;
  const auto set = [d](float x) HWY_ATTR { return hn::Set(d, x); };
  const auto scale = set(step.gradient_scale), l2 = set(step.l2);
  const auto beta1 = set(step.beta1), rest1 = set(step.one_minus_beta1);
  const auto beta2 = set(step.beta2), rest2 = set(step.one_minus_beta2);
  const auto keep = set(step.keep), rate = set(step.rate);
  const auto root_scale = set(step.root_scale), epsilon = set(step.epsilon);
  const auto one = [&](auto reach, size_t i) HWY_ATTR {
    const auto p_i = reach.Load(p + i);
    const auto g =
        hn::MulAdd(l2, p_i, hn::Mul(scale, reach.Load(gradient + i)));
    const auto m_i = hn::MulAdd(beta1, reach.Load(m + i), hn::Mul(rest1, g));
    auto v_i =
        hn::MulAdd(beta2, reach.Load(v + i), hn::Mul(rest2, hn::Mul(g, g)));
    reach.Store(m_i, m + i);
    reach.Store(v_i, v + i);
    if (kLargest) {
      v_i = hn::Max(v_i, reach.Load(largest + i));
      reach.Store(v_i, largest + i);
    }
    const auto root = hn::MulAdd(root_scale, hn::Sqrt(v_i), epsilon);
    const auto move = hn::Div(hn::Mul(rate, m_i), root);
    reach.Store(hn::Sub(hn::Mul(keep, p_i), move), p + i);
  };
  EachVector(n, one);
}

template <bool kNesterov>
HWY_INLINE void SgdPass(size_t n, const SgdStep& step, const float* gradient,
                        float* p, float* m) {
  const Floats d;
  const auto scale = hn::Set(d, step.gradient_scale);
  const auto l2 = hn::Set(d, step.l2), rate = hn::Set(d, step.rate);
  const auto momentum = hn::Set(d, step.momentum);
  const auto one = [&](auto reach, size_t i) HWY_ATTR {
    const auto p_i = reach.Load(p + i);
    const auto g =
        hn::MulAdd(l2, p_i, hn::Mul(scale, reach.Load(gradient + i)));
    const auto m_i = hn::MulAdd(momentum, reach.Load(m + i), g);
    reach.Store(m_i, m + i);
    const auto move = kNesterov ? hn::MulAdd(momentum, m_i, g) : m_i;
    reach.Store(hn::NegMulAdd(rate, move, p_i), p + i);
  };
  EachVector(n, one);
}

}  // namespace

void Adam(size_t n, const AdamStep& step, const float* gradient, float* p,
          float* m, float* v, float* largest) {
  if (largest != nullptr) {
    AdamPass<true>(n, step, gradient, p, m, v, largest);
  } else {
    AdamPass<false>(n, step, gradient, p, m, v, largest);
  }
}

void Sgd(size_t n, const SgdStep& step, const float* gradient, float* p,
         float* m) {
  if (step.nesterov) {
    SgdPass<true>(n, step, gradient, p, m);
  } else {
    SgdPass<false>(n, step, gradient, p, m);
  }
}

}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clearhead::kernels {

HWY_EXPORT(Adam);
HWY_EXPORT(Sgd);

void Adam(size_t n, const AdamStep& step, const float* gradient, float* p,
          float* m, float* v, float* largest) {
  HWY_DYNAMIC_DISPATCH(Adam)(n, step, gradient, p, m, v, largest);
}
void Sgd(size_t n, const SgdStep& step, const float* gradient, float* p,
         float* m) {
  HWY_DYNAMIC_DISPATCH(Sgd)(n, step, gradient, p, m);
}

}  // namespace clearhead::kernels
#endif  // HWY_ONCE
