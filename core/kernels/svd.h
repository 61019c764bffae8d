// Singular values and vectors of a small dense matrix, in double.
#ifndef CLEARHEAD_CORE_KERNELS_SVD_H_
#define CLEARHEAD_CORE_KERNELS_SVD_H_

#include <algorithm>
#include <cstddef>

#include "core/base/function_ref.h"

namespace clearhead::kernels {

// A [m, n] = Σ_k values[k]·left[k]·right[k]ᵀ over K = min(m, n). The values
// descend; those below 1e-15 of the first are 0, and their vectors along the
// longer side (left where m ≥ n) are 0 too. All other vectors are orthonormal.
struct Svd {
  size_t count;    // K
  double* values;  // [K]
  double* left;    // [K, m]
  double* right;   // [K, n]
};

// Doubles of scratch for an [m, n] matrix.
inline size_t SvdScratch(size_t m, size_t n) {
  return std::min(m, n) * (m + n + 1);
}

// By rotations of pairs of columns until all are orthogonal (Hestenes 1958).
// `cell(i, j)` is A[i, j]; the result lies in `scratch`. A NaN or an infinity
// makes everything NaN.
Svd Decompose(size_t m, size_t n, FunctionRef<double(size_t, size_t)> cell,
              double* scratch);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_SVD_H_
