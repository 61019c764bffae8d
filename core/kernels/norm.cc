#include "core/kernels/norm.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/norm.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "core/kernels/vec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {
namespace {

// σ² = Σ (x - μ)² / n
HWY_INLINE double Variance(size_t n, const float* x, double mean) {
  const Wide center = WideSet(mean);
  WideSums sum;
  ForEach(
      n, static_cast<float>(mean),
      [&](auto v) HWY_ATTR { sum.AddSquare(v, center); }, x);
  // The lanes past the end added the square of the mean's rounding error.
  const size_t lanes = hn::Lanes(Floats());
  const double error = static_cast<float>(mean) - mean;
  const double past = static_cast<double>((lanes - n % lanes) % lanes);
  return (sum.Total() - past * error * error) / static_cast<double>(n);
}

// x̂ of a vector. μ is kept in two floats, so that a mean far from 0 costs no
// digits of x - μ.
class Normaliser {
 public:
  HWY_INLINE Normaliser(double mean, float inverse)
      : high_(static_cast<float>(mean)),
        low_(static_cast<float>(mean - high_)),
        inverse_(inverse) {}

  HWY_INLINE FloatVec operator()(FloatVec x) const {
    const Floats d;
    const auto centred =
        hn::Sub(hn::Sub(x, hn::Set(d, high_)), hn::Set(d, low_));
    return hn::Mul(centred, hn::Set(d, inverse_));
  }

 private:
  float high_, low_, inverse_;
};

HWY_INLINE void NormRow(size_t n, const float* x, const float* weight,
                        const float* bias, const Normaliser& normalise,
                        float* out) {
  if (weight == nullptr && bias == nullptr) {
    Map(
        n, 0.0f, out, [&](auto v) HWY_ATTR { return normalise(v); }, x);
  } else if (bias == nullptr) {
    const auto f = [&](auto v, auto w)
                       HWY_ATTR { return hn::Mul(normalise(v), w); };
    Map(n, 0.0f, out, f, x, weight);
  } else if (weight == nullptr) {
    const auto f = [&](auto v, auto b)
                       HWY_ATTR { return hn::Add(normalise(v), b); };
    Map(n, 0.0f, out, f, x, bias);
  } else {
    const auto f = [&](auto v, auto w, auto b)
                       HWY_ATTR { return hn::MulAdd(normalise(v), w, b); };
    Map(n, 0.0f, out, f, x, weight, bias);
  }
}

}  // namespace

// Without `mean` it counts as 0: RMS norm.
void NormRows(size_t rows, size_t n, const float* x, size_t stride,
              const float* weight, const float* bias, float epsilon, float* out,
              size_t out_stride, float* mean, float* inverse_deviation) {
  for (size_t r = 0; r < rows; ++r) {
    const float* row = x + r * stride;
    double mu = 0;
    if (mean != nullptr) {
      mu = WideSum(n, row) / static_cast<double>(n);
      mean[r] = static_cast<float>(mu);
    }
    const double inverse = 1 / std::sqrt(Variance(n, row, mu) + epsilon);
    NormRow(n, row, weight, bias, Normaliser(mu, static_cast<float>(inverse)),
            out + r * out_stride);
    inverse_deviation[r] = static_cast<float>(inverse);
  }
}

namespace {

// dx of one row; where nothing was centred, no mean of g comes off. `Gain`
// gives g from dout and weight; without weights the second input is dout itself
// and ignored.
template <class Gain>
HWY_INLINE void BackwardRow(size_t n, bool centred, const float* x,
                            const Normaliser& normalise, float inverse,
                            const float* weight, const float* dout, float* dx,
                            const Gain& gain) {
  const Floats d;
  const auto scale = hn::Set(d, inverse);
  WideSums sum_g, sum_gx;
  const auto add = [&](auto v, auto w, auto dy) HWY_ATTR {
    const auto g = gain(dy, w);
    sum_g.Add(g);
    sum_gx.AddProduct(g, normalise(v));
  };
  ForEach(n, 0.0f, add, x, weight, dout);
  const auto avg_g =
      hn::Set(d, centred ? static_cast<float>(sum_g.Total() / n) : 0.0f);
  const auto avg_gx = hn::Set(d, static_cast<float>(sum_gx.Total() / n));
  const auto step = [=](auto v, auto w, auto dy, auto sum) HWY_ATTR {
    const auto rest =
        hn::NegMulAdd(normalise(v), avg_gx, hn::Sub(gain(dy, w), avg_g));
    return hn::MulAdd(rest, scale, sum);
  };
  Map(n, 0.0f, dx, step, x, weight, dout, dx);
}

}  // namespace

void NormBackwardRows(size_t rows, size_t n, bool centred, const float* x,
                      const float* inverse_deviation, const float* weight,
                      const float* dout, float* dx, float* dweight,
                      float* dbias) {
  const auto weighted = [](auto dy, auto w) HWY_ATTR { return hn::Mul(dy, w); };
  const auto plain = [](auto dy, auto) HWY_ATTR { return dy; };
  for (size_t r = 0; r < rows; ++r) {
    const float* row = x + r * n;
    const float* drow = dout + r * n;
    const float inverse = inverse_deviation[r];
    const Normaliser normalise(
        centred ? WideSum(n, row) / static_cast<double>(n) : 0, inverse);
    if (weight != nullptr) {
      BackwardRow(n, centred, row, normalise, inverse, weight, drow, dx + r * n,
                  weighted);
    } else {
      BackwardRow(n, centred, row, normalise, inverse, drow, drow, dx + r * n,
                  plain);
    }
    if (dweight != nullptr) {
      const auto f = [&](auto v, auto dy, auto sum)
                         HWY_ATTR { return hn::MulAdd(normalise(v), dy, sum); };
      Map(n, 0.0f, dweight, f, row, drow, dweight);
    }
    if (dbias != nullptr) {
      const auto f = [](auto dy, auto sum)
                         HWY_ATTR { return hn::Add(dy, sum); };
      Map(n, 0.0f, dbias, f, drow, dbias);
    }
  }
}

}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clearhead::kernels {

HWY_EXPORT(NormRows);
HWY_EXPORT(NormBackwardRows);

void LayerNormRows(size_t rows, size_t n, const float* x, size_t stride,
                   const float* weight, const float* bias, float epsilon,
                   float* out, size_t out_stride, float* mean,
                   float* inverse_deviation) {
  HWY_DYNAMIC_DISPATCH(NormRows)
  (rows, n, x, stride, weight, bias, epsilon, out, out_stride, mean,
   inverse_deviation);
}
void LayerNormBackwardRows(size_t rows, size_t n, const float* x,
                           const float* inverse_deviation, const float* weight,
                           const float* dout, float* dx, float* dweight,
                           float* dbias) {
  HWY_DYNAMIC_DISPATCH(NormBackwardRows)
  (rows, n, true, x, inverse_deviation, weight, dout, dx, dweight, dbias);
}
void RmsNormRows(size_t rows, size_t n, const float* x, size_t stride,
                 const float* weight, float epsilon, float* out,
                 size_t out_stride, float* inverse_rms) {
  HWY_DYNAMIC_DISPATCH(NormRows)
  (rows, n, x, stride, weight, nullptr, epsilon, out, out_stride, nullptr,
   inverse_rms);
}
void RmsNormBackwardRows(size_t rows, size_t n, const float* x,
                         const float* inverse_rms, const float* weight,
                         const float* dout, float* dx, float* dweight) {
  HWY_DYNAMIC_DISPATCH(NormBackwardRows)
  (rows, n, false, x, inverse_rms, weight, dout, dx, dweight, nullptr);
}

}  // namespace clearhead::kernels
#endif  // HWY_ONCE
