#include "core/kernels/softmax.h"

#include <cmath>
#include <limits>

#include "core/base/math.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/softmax.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "core/kernels/vec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The largest element. With NaN in the row the result is any value: the NaN
// reappears in the sum.
HWY_INLINE float RowMax(size_t n, const float* a) {
  const Floats d;
  const size_t lanes = hn::Lanes(d);
  // Four chains, as each maximum waits for the one before it.
  auto max = hn::Set(d, -kInfinity);
  auto max1 = max, max2 = max, max3 = max;
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    max = hn::Max(max, hn::LoadU(d, a + i));
    max1 = hn::Max(max1, hn::LoadU(d, a + i + lanes));
    max2 = hn::Max(max2, hn::LoadU(d, a + i + 2 * lanes));
    max3 = hn::Max(max3, hn::LoadU(d, a + i + 3 * lanes));
  }
  const auto step = [&max](auto x) HWY_ATTR { max = hn::Max(max, x); };
  ForEach(n - i, -kInfinity, step, a + i);
  return LaneMax(d, hn::Max(hn::Max(max, max1), hn::Max(max2, max3)));
}

// SoftmaxBackwardRow where something is not finite: a weight of exactly 0 takes
// nothing of its gradient, whatever that is.
HWY_NOINLINE void AbsorbingBackwardRow(size_t n, const float* out,
                                       const float* dout, float* da) {
  double dot = 0;
  for (size_t i = 0; i < n; ++i) {
    if (out[i] != 0) dot += double{out[i]} * dout[i];
  }
  for (size_t i = 0; i < n; ++i) {
    if (out[i] != 0) da[i] += static_cast<float>(out[i] * (dout[i] - dot));
  }
}

}  // namespace

void SoftmaxRow(size_t n, const float* a, float* out) {
  const Floats d;
  const float max = RowMax(n, a);
  if (max == -kInfinity) {
    // All hidden, unless NaN fooled the comparison; the sum tells.
    const double sum = WideSum(n, a);
    const auto fill = hn::Set(d, sum == sum ? 0.0f : static_cast<float>(sum));
    Map(
        n, 0.0f, out, [fill](auto) HWY_ATTR { return fill; }, a);
    return;
  }
  const auto shift = hn::Set(d, max);
  WideSums sum;
  const auto exponential = [&](auto x) HWY_ATTR {
    const auto e = FastExp(d, hn::Sub(x, shift));
    sum.Add(e);
    return e;
  };
  Map(n, -kInfinity, out, exponential, a);
  const auto inverse = hn::Set(d, static_cast<float>(1 / sum.Total()));
  const auto normalise = [inverse](auto e)
                             HWY_ATTR { return hn::Mul(e, inverse); };
  Map(n, 0.0f, out, normalise, out);
}

void SoftmaxRows(size_t rows, size_t n, const float* a, size_t stride,
                 float* out, size_t out_stride) {
  for (size_t r = 0; r < rows; ++r) {
    SoftmaxRow(n, a + r * stride, out + r * out_stride);
  }
}

void SoftmaxBackwardRow(size_t n, const float* out, const float* dout,
                        float* da) {
  // out_i = e_i / Σ e, so ∂out_j/∂a_i = out_j (δ_ij - out_i).
  const double sum = WideDot(n, out, dout);
  if (!std::isfinite(sum)) return AbsorbingBackwardRow(n, out, dout, da);
  const auto dot = hn::Set(Floats(), static_cast<float>(sum));
  const auto f = [dot](auto y, auto dy, auto dx)
                     HWY_ATTR { return hn::MulAdd(y, hn::Sub(dy, dot), dx); };
  Map(n, 0.0f, da, f, out, dout, da);
}

void SoftmaxBackwardRows(size_t rows, size_t n, const float* out,
                         size_t out_stride, const float* dout,
                         size_t dout_stride, float* da, size_t da_stride) {
  for (size_t r = 0; r < rows; ++r) {
    SoftmaxBackwardRow(n, out + r * out_stride, dout + r * dout_stride,
                       da + r * da_stride);
  }
}

double LogSumExpRow(size_t n, const float* a) {
  const Floats d;
  const float max = RowMax(n, a);
  // All hidden gives -inf; NaN that fooled the comparison shows in the sum.
  if (max == -kInfinity) return max + WideSum(n, a);
  const auto shift = hn::Set(d, max);
  WideSums sum;
  const auto step = [&](auto x)
                        HWY_ATTR { sum.Add(FastExp(d, hn::Sub(x, shift))); };
  ForEach(n, -kInfinity, step, a);
  return max + Log(sum.Total());
}

void AddSoftmaxRow(size_t n, const float* a, float log_sum_exp, float factor,
                   float offset, float* out) {
  const Floats d;
  const auto shift = hn::Set(d, log_sum_exp);
  const auto scale = hn::Set(d, factor);
  const auto start = hn::Set(d, offset);
  const auto f = [=](auto x, auto y) HWY_ATTR {
    const auto weight = FastExp(d, hn::Sub(x, shift));
    return hn::Add(y, hn::MulAdd(weight, scale, start));
  };
  Map(n, 0.0f, out, f, a, out);
}

}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clearhead::kernels {

HWY_EXPORT(SoftmaxRow);
HWY_EXPORT(SoftmaxRows);
HWY_EXPORT(SoftmaxBackwardRow);
HWY_EXPORT(SoftmaxBackwardRows);
HWY_EXPORT(LogSumExpRow);
HWY_EXPORT(AddSoftmaxRow);

void SoftmaxRow(size_t n, const float* a, float* out) {
  HWY_DYNAMIC_DISPATCH(SoftmaxRow)(n, a, out);
}
void SoftmaxRows(size_t rows, size_t n, const float* a, size_t stride,
                 float* out, size_t out_stride) {
  HWY_DYNAMIC_DISPATCH(SoftmaxRows)(rows, n, a, stride, out, out_stride);
}
void SoftmaxBackwardRow(size_t n, const float* out, const float* dout,
                        float* da) {
  HWY_DYNAMIC_DISPATCH(SoftmaxBackwardRow)(n, out, dout, da);
}
void SoftmaxBackwardRows(size_t rows, size_t n, const float* out,
                         size_t out_stride, const float* dout,
                         size_t dout_stride, float* da, size_t da_stride) {
  HWY_DYNAMIC_DISPATCH(SoftmaxBackwardRows)
  (rows, n, out, out_stride, dout, dout_stride, da, da_stride);
}
double LogSumExpRow(size_t n, const float* a) {
  return HWY_DYNAMIC_DISPATCH(LogSumExpRow)(n, a);
}
void AddSoftmaxRow(size_t n, const float* a, float log_sum_exp, float factor,
                   float offset, float* out) {
  HWY_DYNAMIC_DISPATCH(AddSoftmaxRow)(n, a, log_sum_exp, factor, offset, out);
}

}  // namespace clearhead::kernels
#endif  // HWY_ONCE
