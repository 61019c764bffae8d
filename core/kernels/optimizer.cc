#include "core/kernels/optimizer.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/optimizer.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "core/kernels/vec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {

namespace {

// The last n cells of an array, fewer than a vector, as a whole vector of their
// own that zeros fill up: the loop over whole vectors then serves them too.
struct Tail {
  HWY_INLINE Tail(const float* from, size_t n) {
    for (size_t i = 0; from != nullptr && i < n; ++i) cells[i] = from[i];
  }
  HWY_INLINE void CopyTo(float* to, size_t n) const {
    for (size_t i = 0; to != nullptr && i < n; ++i) to[i] = cells[i];
  }
  float cells[hn::MaxLanes(Floats())] = {};
};

}  // namespace

void Adam(size_t n, const AdamStep& step, const float* gradient, float* p,
          float* m, float* v, float* largest) {
  const Floats d;
  const size_t lanes = hn::Lanes(d);
  const auto scale = hn::Set(d, step.gradient_scale);
  const auto l2 = hn::Set(d, step.l2);
  const auto beta1 = hn::Set(d, step.beta1);
  const auto rest1 = hn::Set(d, step.one_minus_beta1);
  const auto beta2 = hn::Set(d, step.beta2);
  const auto rest2 = hn::Set(d, step.one_minus_beta2);
  const auto keep = hn::Set(d, step.keep);
  const auto rate = hn::Set(d, step.rate);
  const auto root_scale = hn::Set(d, step.root_scale);
  const auto epsilon = hn::Set(d, step.epsilon);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto p_i = hn::LoadU(d, p + i);
    const auto g =
        hn::MulAdd(l2, p_i, hn::Mul(scale, hn::LoadU(d, gradient + i)));
    const auto m_i = hn::MulAdd(beta1, hn::LoadU(d, m + i), hn::Mul(rest1, g));
    auto v_i =
        hn::MulAdd(beta2, hn::LoadU(d, v + i), hn::Mul(rest2, hn::Mul(g, g)));
    hn::StoreU(m_i, d, m + i);
    hn::StoreU(v_i, d, v + i);
    if (largest != nullptr) {
      v_i = hn::Max(v_i, hn::LoadU(d, largest + i));
      hn::StoreU(v_i, d, largest + i);
    }
    const auto root = hn::MulAdd(root_scale, hn::Sqrt(v_i), epsilon);
    const auto move = hn::Div(hn::Mul(rate, m_i), root);
    hn::StoreU(hn::Sub(hn::Mul(keep, p_i), move), d, p + i);
  }
  if (i == n) return;
  const size_t rest = n - i;
  float* const largest_i = largest == nullptr ? nullptr : largest + i;
  Tail g(gradient + i, rest), p_i(p + i, rest), m_i(m + i, rest);
  Tail v_i(v + i, rest), l_i(largest_i, rest);
  HWY_NAMESPACE::Adam(lanes, step, g.cells, p_i.cells, m_i.cells, v_i.cells,
                      largest == nullptr ? nullptr : l_i.cells);
  p_i.CopyTo(p + i, rest);
  m_i.CopyTo(m + i, rest);
  v_i.CopyTo(v + i, rest);
  l_i.CopyTo(largest_i, rest);
}

void Sgd(size_t n, const SgdStep& step, const float* gradient, float* p,
         float* m) {
  const Floats d;
  const size_t lanes = hn::Lanes(d);
  const auto scale = hn::Set(d, step.gradient_scale);
  const auto l2 = hn::Set(d, step.l2);
  const auto momentum = hn::Set(d, step.momentum);
  const auto rate = hn::Set(d, step.rate);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto p_i = hn::LoadU(d, p + i);
    const auto g =
        hn::MulAdd(l2, p_i, hn::Mul(scale, hn::LoadU(d, gradient + i)));
    const auto m_i = hn::MulAdd(momentum, hn::LoadU(d, m + i), g);
    hn::StoreU(m_i, d, m + i);
    const auto move = step.nesterov ? hn::MulAdd(momentum, m_i, g) : m_i;
    hn::StoreU(hn::NegMulAdd(rate, move, p_i), d, p + i);
  }
  if (i == n) return;
  const size_t rest = n - i;
  Tail g(gradient + i, rest), p_i(p + i, rest), m_i(m + i, rest);
  HWY_NAMESPACE::Sgd(lanes, step, g.cells, p_i.cells, m_i.cells);
  p_i.CopyTo(p + i, rest);
  m_i.CopyTo(m + i, rest);
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
