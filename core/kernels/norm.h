// Normalisation of rows of n ≥ 1 floats: layer norm (Ba et al. 2016) and,
// without the mean, RMS norm (Zhang and Sennrich 2019).
#ifndef CLEARHEAD_CORE_KERNELS_NORM_H_
#define CLEARHEAD_CORE_KERNELS_NORM_H_

#include <cstddef>

namespace clearhead::kernels {

// x̂ = (x - μ) / √(σ² + epsilon), out = x̂ * weight + bias, with the mean μ and
// the biased variance σ² of each row in double. Row r of x starts at
// x + r * stride; `out` may be exactly `x` with the same stride. weight and
// bias are [n] or nullptr for 1 and 0. Saves μ and 1 / √(σ² + epsilon) as
// [rows].
void LayerNormRows(size_t rows, size_t n, const float* x, size_t stride,
                   const float* weight, const float* bias, float epsilon,
                   float* out, size_t out_stride, float* mean,
                   float* inverse_deviation);

// With g = dout * weight and averages over the row:
//   dx += (g - avg(g) - x̂ * avg(g * x̂)) * inverse_deviation
//   dweight += Σ_rows dout * x̂,  dbias += Σ_rows dout
// x, dout and dx are [rows, n] without gaps. weight, dweight and dbias may be
// nullptr. μ is computed again: the saved one is rounded, and dweight would
// show it where μ is far from 0.
void LayerNormBackwardRows(size_t rows, size_t n, const float* x,
                           const float* inverse_deviation, const float* weight,
                           const float* dout, float* dx, float* dweight,
                           float* dbias);

// x̂ = x / √(Σ x² / n + epsilon), out = x̂ * weight. As LayerNormRows, with μ =
// 0.
void RmsNormRows(size_t rows, size_t n, const float* x, size_t stride,
                 const float* weight, float epsilon, float* out,
                 size_t out_stride, float* inverse_rms);

// With g = dout * weight: dx += (g - x̂ * avg(g * x̂)) * inverse_rms,
// dweight += Σ_rows dout * x̂. As LayerNormBackwardRows.
void RmsNormBackwardRows(size_t rows, size_t n, const float* x,
                         const float* inverse_rms, const float* weight,
                         const float* dout, float* dx, float* dweight);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_NORM_H_
