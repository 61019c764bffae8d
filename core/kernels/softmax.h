// Softmax over rows of n contiguous floats; row r starts at a + r * stride.
// `out` may be exactly `a` with the same stride. n may be 0.
//
// A hidden score is -inf and its weight exactly 0. A row that is all -inf gives
// all 0, and a zero gradient. A row with NaN or +inf gives all NaN: neither
// limit exists. A weight that is smaller than e^-87.33 of the largest is 0.
#ifndef CLEARHEAD_CORE_KERNELS_SOFTMAX_H_
#define CLEARHEAD_CORE_KERNELS_SOFTMAX_H_

#include <cstddef>

namespace clearhead::kernels {

// out[i] = exp(a[i] - max) / Σ_j exp(a[j] - max)
void SoftmaxRow(size_t n, const float* a, float* out);
void SoftmaxRows(size_t rows, size_t n, const float* a, size_t stride,
                 float* out, size_t out_stride);

// da += out * (dout - Σ_j dout[j] * out[j]), the sum in double; a weight of
// exactly 0 takes nothing of dout, be it inf or NaN.
void SoftmaxBackwardRow(size_t n, const float* out, const float* dout,
                        float* da);
// One stride for each of the three.
void SoftmaxBackwardRows(size_t rows, size_t n, const float* out,
                         size_t out_stride, const float* dout,
                         size_t dout_stride, float* da, size_t da_stride);

// log Σ_i exp(a[i]); -inf when all are -inf, NaN when any is NaN or +inf.
double LogSumExpRow(size_t n, const float* a);

// out[i] += factor * exp(a[i] - log_sum_exp) + offset: softmax again, of a row
// whose log-sum-exp was kept, on its way into a gradient.
void AddSoftmaxRow(size_t n, const float* a, float log_sum_exp, float factor,
                   float offset, float* out);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_SOFTMAX_H_
