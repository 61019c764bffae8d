// A factor of exactly 0 absorbs: a weight or gradient of a hidden key takes
// nothing of what it meets, be that ∞ or NaN. The vector code multiplies, and 0
// times ∞ is NaN; where something is not finite, and only there, the products
// here answer.
#ifndef CLEARHEAD_CORE_KERNELS_ABSORB_H_
#define CLEARHEAD_CORE_KERNELS_ABSORB_H_

#include <cstddef>

#include "core/kernels/matmul.h"

namespace clearhead::kernels {

// Whether the [rows, n] numbers are finite, and so are all products of two rows
// that are: ‖row‖² does not overflow.
bool Finite(size_t rows, size_t n, Matrix matrix);

// out += factor * a, and nothing where factor is exactly 0.
void AddUnlessZero(size_t n, float factor, const float* a, float* out);

// MatMul of the forms kAB and kAtB, to which a cell of A that is exactly 0 adds
// nothing, whatever stands in B.
void MatMulAbsorbing(MatMulForm form, size_t m, size_t n, size_t k, Matrix a,
                     Matrix b, MutableMatrix c, float alpha, bool accumulate,
                     float* workspace);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_ABSORB_H_
