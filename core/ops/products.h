// Matrix products of the last two axes, repeated over the leading ones: what
// linear, matmul, scores and weighted_sum have in common.
#ifndef CLEARHEAD_CORE_OPS_PRODUCTS_H_
#define CLEARHEAD_CORE_OPS_PRODUCTS_H_

#include <vector>

#include "core/graph/operation.h"
#include "core/kernels/matmul.h"

namespace clearhead {

// C = A·B, A·Bᵀ or Aᵀ·B. The leading axes of b repeat along those of a.
struct Factors {
  kernels::MatMulForm form;
  TensorView a, b;
  // Cells of exactly 0 add nothing, whatever they meet: kWeight, those of A in
  // A·B and in its gradient dB; kGradient, those of dC in that of A·Bᵀ.
  Absorbs absorbs = Absorbs::kNothing;
};

// `view` with its leading axes repeated to those of a.
TensorView Repeated(const TensorView& view, const TensorView& a);

void Multiply(const Factors& factors, const TensorView& c, float* workspace);
// Adds to the gradients of a and b.
void MultiplyBackward(const Factors& factors, const TensorView& dc,
                      const TensorView& da, const TensorView& db,
                      float* workspace);
// Floats that the product and its gradients need.
size_t MultiplyWorkspace(const Factors& factors);

// The cells of inputs[slot] from `first` on along `axis`.
struct Walk {
  int slot;
  Index first;
  size_t axis;
};

// The terms a·b of a dot product along two walks of `count` cells; kWeight: an
// a of exactly 0 absorbs b.
std::vector<int> ExplainProducts(const Call& call, int64_t count, Walk a,
                                 Walk b, Expression* expression,
                                 Absorbs absorbs = Absorbs::kNothing);

// The cells [..., M, N] that read inputs[slot] at `index`: a row, or where the
// second factor repeats a column in every place. `transposed`: the input lies
// as [..., K, M] or [..., N, K].
std::vector<Index> ReachOfProduct(const Call& call, int slot,
                                  const Index& index, bool transposed);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_OPS_PRODUCTS_H_
