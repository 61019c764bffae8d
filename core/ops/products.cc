#include "core/ops/products.h"

#include <algorithm>
#include <array>

#include "core/ops/loops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

using kernels::MatMulForm;

// `view` with its leading axes repeated to those of a.
TensorView Repeated(const TensorView& view, const TensorView& a) {
  Shape shape = Lead(a.shape, 2);
  const size_t lead = shape.size();
  for (const size_t i : {1, 0}) shape.push_back(view.shape.FromBack(i));
  TensorView repeated = Broadcast(view, shape);
  repeated.strides[lead] = view.strides.FromBack(1);
  repeated.strides[lead + 1] = view.strides.back();
  return repeated;
}

// C (+)= the product, along the leading axes of c.
void MultiplyEach(MatMulForm form, const TensorView& a, const TensorView& b,
                  const TensorView& c, bool accumulate, float* workspace) {
  const auto size = [](const TensorView& view, size_t i) {
    return static_cast<size_t>(view.shape.FromBack(i));
  };
  ForEach(Lead(c.shape, 2), {&a, &b, &c}, [&](Offsets at) {
    kernels::MatMul(form, size(c, 1), size(c, 0),
                    size(a, form == MatMulForm::kAtB ? 1 : 0),
                    MatrixAt(a, at[0]), MatrixAt(b, at[1]),
                    MutableMatrixAt(c, at[2]), 1, accumulate, workspace);
  });
}

}  // namespace

void Multiply(const Factors& factors, const TensorView& c, float* workspace) {
  MultiplyEach(factors.form, factors.a, Repeated(factors.b, factors.a), c,
               false, workspace);
}

// C = A·B:  dA += dC·Bᵀ,  dB += Aᵀ·dC
// C = A·Bᵀ: dA += dC·B,   dB += dCᵀ·A
// C = Aᵀ·B: dA += B·dCᵀ,  dB += A·dC
void MultiplyBackward(const Factors& factors, const TensorView& dc,
                      const TensorView& da, const TensorView& db,
                      float* workspace) {
  const TensorView& a = factors.a;
  const bool ab = factors.form == MatMulForm::kAB;
  if (da.present()) {
    const TensorView b = Repeated(factors.b, a);
    const bool swapped = factors.form == MatMulForm::kAtB;
    MultiplyEach(ab || swapped ? MatMulForm::kABt : MatMulForm::kAB,
                 swapped ? b : dc, swapped ? dc : b, da, true, workspace);
  }
  if (db.present()) {
    const bool swapped = factors.form == MatMulForm::kABt;
    MultiplyEach(ab || swapped ? MatMulForm::kAtB : MatMulForm::kAB,
                 swapped ? dc : a, swapped ? a : dc, Repeated(db, a), true,
                 workspace);
  }
}

size_t MultiplyWorkspace(const Factors& factors) {
  const auto size = [](const TensorView& view, size_t i) {
    return static_cast<size_t>(view.shape.FromBack(i));
  };
  const size_t a = factors.form == MatMulForm::kAtB ? 0 : 1;
  const size_t m = size(factors.a, a);
  const size_t k = size(factors.a, 1 - a);
  const size_t n = size(factors.b, factors.form == MatMulForm::kABt ? 1 : 0);
  size_t floats = 0;
  for (const MatMulForm form :
       {MatMulForm::kAB, MatMulForm::kABt, MatMulForm::kAtB}) {
    for (const auto& [rows, columns, inner] :
         {std::array{m, n, k}, {m, k, n}, {k, m, n}, {k, n, m}, {n, k, m}}) {
      floats = std::max(floats,
                        kernels::MatMulWorkspace(form, rows, columns, inner));
    }
  }
  return floats;
}

std::vector<int> ExplainProducts(const Call& call, int64_t count, Walk a,
                                 Walk b, Expression* expression) {
  std::vector<int> terms;
  for (int64_t k = 0; k < count; ++k) {
    const int left = OperandAt(call, a.slot, a.first, expression);
    const int right = OperandAt(call, b.slot, b.first, expression);
    terms.push_back(expression->Product(left, right));
    ++a.first[a.axis];
    ++b.first[b.axis];
  }
  return terms;
}

}  // namespace clearhead
