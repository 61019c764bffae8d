// Matrix products: C (+)= alpha * op(A)·op(B) in single precision.
//
// Everything is row-major with a free row stride (in floats) and any alignment.
// C must not overlap A or B. Nothing is allocated; a workspace, where asked
// for, is the caller's, 64-byte aligned, and holds nothing between calls.
#ifndef CLEARHEAD_CORE_KERNELS_MATMUL_H_
#define CLEARHEAD_CORE_KERNELS_MATMUL_H_

#include <cstddef>

namespace clearhead::kernels {

// Which operand is stored transposed. C is always [m, n], the inner size is k.
//   kAB    A [m, k]   B [k, n]   C (+)= A·B
//   kABt   A [m, k]   B [n, k]   C (+)= A·Bᵀ
//   kAtB   A [k, m]   B [k, n]   C (+)= Aᵀ·B
enum class MatMulForm { kAB, kABt, kAtB };

struct Matrix {
  const float* data;
  ptrdiff_t stride;  // floats between rows
};

struct MutableMatrix {
  float* data;
  ptrdiff_t stride;
};

// Floats of workspace for MatMul and MatMulBatch of these sizes. Bounded by a
// constant (about 100 k floats): large operands are packed block by block.
size_t MatMulWorkspace(MatMulForm form, size_t m, size_t n, size_t k);

// C[m, n] = (accumulate ? C : 0) + alpha * op(A)·op(B). Without `accumulate` C
// is written and need not be initialised, also when k is 0. m, n, k may be 0.
void MatMul(MatMulForm form, size_t m, size_t n, size_t k, Matrix a, Matrix b,
            MutableMatrix c, float alpha, bool accumulate, float* workspace);

// Floats between consecutive matrices of a batch. 0 shares an operand; for C it
// sums all products into one matrix and needs `accumulate`.
struct BatchStride {
  ptrdiff_t a, b, c;
};

// `count` products. Those that share B over contiguous rows of A and C run as
// one product with more rows.
void MatMulBatch(MatMulForm form, size_t count, BatchStride stride, size_t m,
                 size_t n, size_t k, Matrix a, Matrix b, MutableMatrix c,
                 float alpha, bool accumulate, float* workspace);

// A right operand [k, n] in the order the product reads it, for weights that
// are used many times. The order depends on the vector target of this machine:
// packed numbers never leave the process.
size_t PackedSize(size_t k, size_t n);

// Writes PackedSize(k, n) floats. `form` tells how B is stored, as above.
void Pack(MatMulForm form, size_t n, size_t k, Matrix b, float* packed);

// C[m, n] = (accumulate ? C : 0) + alpha * A·B with A [m, k] and B packed; the
// workspace is that of kAB.
void MatMulPacked(size_t m, size_t n, size_t k, Matrix a, const float* packed,
                  MutableMatrix c, float alpha, bool accumulate,
                  float* workspace);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_MATMUL_H_
