#include "core/ops/products.h"

#include <algorithm>

#include "core/kernels/absorb.h"
#include "core/ops/loops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

using kernels::MatMulForm;

// C (+)= the product, along the leading axes of c. `absorbs`: a 0 of A adds
// nothing.
void MultiplyEach(MatMulForm form, bool absorbs, const TensorView& a,
                  const TensorView& b, const TensorView& c, bool accumulate,
                  float* workspace) {
  const auto multiply = absorbs ? kernels::MatMulAbsorbing : kernels::MatMul;
  const auto size = [](const TensorView& view, size_t i) {
    return static_cast<size_t>(view.shape.FromBack(i));
  };
  ForEach(Lead(c.shape, 2), {&a, &b, &c}, [&](Offsets at) {
    multiply(form, size(c, 1), size(c, 0),
             size(a, form == MatMulForm::kAtB ? 1 : 0), MatrixAt(a, at[0]),
             MatrixAt(b, at[1]), MutableMatrixAt(c, at[2]), 1, accumulate,
             workspace);
  });
}

// The products that give dA and dB, below. Their operands swap places where the
// form stores one of them transposed.
MatMulForm FormOfA(MatMulForm form) {
  return form == MatMulForm::kABt ? MatMulForm::kAB : MatMulForm::kABt;
}

MatMulForm FormOfB(MatMulForm form) {
  return form == MatMulForm::kAtB ? MatMulForm::kAB : MatMulForm::kAtB;
}

}  // namespace

TensorView Repeated(const TensorView& view, const TensorView& a) {
  Shape shape = Lead(a.shape, 2);
  const size_t lead = shape.size();
  for (const size_t i : {1, 0}) shape.push_back(view.shape.FromBack(i));
  TensorView repeated = Broadcast(view, shape);
  repeated.strides[lead] = view.strides.FromBack(1);
  repeated.strides[lead + 1] = view.strides.back();
  return repeated;
}

void Multiply(const Factors& factors, const TensorView& c, float* workspace) {
  MultiplyEach(factors.form, factors.absorbs == Absorbs::kWeight, factors.a,
               Repeated(factors.b, factors.a), c, false, workspace);
}

// C = A·B:  dA += dC·Bᵀ,  dB += Aᵀ·dC
// C = A·Bᵀ: dA += dC·B,   dB += dCᵀ·A
// C = Aᵀ·B: dA += B·dCᵀ,  dB += A·dC
void MultiplyBackward(const Factors& factors, const TensorView& dc,
                      const TensorView& da, const TensorView& db,
                      float* workspace) {
  const TensorView& a = factors.a;
  const TensorView b = Repeated(factors.b, a);
  const bool swap_a = factors.form == MatMulForm::kAtB;
  const bool swap_b = factors.form == MatMulForm::kABt;
  MultiplyEach(FormOfA(factors.form), factors.absorbs == Absorbs::kGradient,
               swap_a ? b : dc, swap_a ? dc : b, da, true, workspace);
  MultiplyEach(FormOfB(factors.form), factors.absorbs != Absorbs::kNothing,
               swap_b ? dc : a, swap_b ? a : dc, Repeated(db, a), true,
               workspace);
}

size_t MultiplyWorkspace(const Factors& factors) {
  const auto size = [](const TensorView& view, size_t i) {
    return static_cast<size_t>(view.shape.FromBack(i));
  };
  const MatMulForm form = factors.form;
  const bool swap_a = form == MatMulForm::kAtB;
  const bool swap_b = form == MatMulForm::kABt;
  const size_t m = size(factors.a, swap_a ? 0 : 1);
  const size_t k = size(factors.a, swap_a ? 1 : 0);
  const size_t n = size(factors.b, swap_b ? 1 : 0);
  return std::max({kernels::MatMulWorkspace(form, m, n, k),
                   kernels::MatMulWorkspace(FormOfA(form), swap_a ? k : m,
                                            swap_a ? m : k, n),
                   kernels::MatMulWorkspace(FormOfB(form), swap_b ? n : k,
                                            swap_b ? k : n, m)});
}

std::vector<int> ExplainProducts(const Call& call, int64_t count, Walk a,
                                 Walk b, Expression* expression,
                                 Absorbs absorbs) {
  std::vector<int> terms;
  for (int64_t k = 0; k < count; ++k) {
    const int left = OperandAt(call, a.slot, a.first, expression);
    const int right = OperandAt(call, b.slot, b.first, expression);
    const int weight = absorbs == Absorbs::kWeight ? left : -1;
    terms.push_back(expression->Weigh(left, right, weight));
    ++a.first[a.axis];
    ++b.first[b.axis];
  }
  return terms;
}

std::vector<Index> ReachOfProduct(const Call& call, int slot,
                                  const Index& index, bool transposed) {
  const Shape& shape = call.outputs[0].shape;
  const size_t last = shape.size() - 1;
  if (slot == 0) {
    Index row = Lead(index, 2);
    row.push_back(index.FromBack(transposed ? 0 : 1));
    row.push_back(0);
    return Line(shape, row, last);
  }
  Index column = Lead(index, 2);
  column.push_back(0);
  column.push_back(index.FromBack(transposed ? 1 : 0));
  Shape factor = Lead(call.inputs[slot].shape, 2);
  factor.push_back(1);
  factor.push_back(shape[last]);
  return Widen(factor, column, shape);
}

}  // namespace clearhead
