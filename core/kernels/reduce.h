// Reductions. Nothing outside the given elements is read.
#ifndef CLEARHEAD_CORE_KERNELS_REDUCE_H_
#define CLEARHEAD_CORE_KERNELS_REDUCE_H_

#include <cstddef>

namespace clearhead::kernels {

// Σ a[i], summed in double; Sum rounds the result once.
double SumDouble(size_t n, const float* a);
float Sum(size_t n, const float* a);
// Σ a[i] * b[i]; products and sum in double.
double Dot(size_t n, const float* a, const float* b);
// The largest element; NaN when any element is NaN; -inf when n is 0.
float Max(size_t n, const float* a);
// out[c] += Σ_r a[r * stride + c], rows in order, in float: a is
// [rows, columns], the sum of a bias gradient.
void SumRows(size_t rows, size_t columns, const float* a, size_t stride,
             float* out);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_REDUCE_H_
