// The general matrix product over the last two axes; leading axes of b repeat.
#include <algorithm>

#include "core/base/text.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

using kernels::MatMulForm;

enum Slot { kA, kB };
enum AttributeNumber { kTransposeA, kTransposeB };

struct Sizes {
  int64_t m, n, k;
};

Sizes SizesOf(const std::vector<TensorView>& inputs,
              const Attributes& attributes) {
  const size_t a = attributes[kTransposeA].flag() ? 0 : 1;
  const size_t b = attributes[kTransposeB].flag() ? 1 : 0;
  return {inputs[kA].shape.FromBack(a), inputs[kB].shape.FromBack(b),
          inputs[kA].shape.FromBack(1 - a)};
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const Shape& a = inputs[kA].shape;
  const Shape& b = inputs[kB].shape;
  if (attributes[kTransposeA].flag() && attributes[kTransposeB].flag()) {
    return Fail(ErrorCode::kArgument,
                "matmul: both transposes are asked for; multiply b by a and "
                "transpose the result instead: Aᵀ·Bᵀ = (B·A)ᵀ");
  }
  const Sizes n = SizesOf(inputs, attributes);
  const int64_t other = b.FromBack(attributes[kTransposeB].flag() ? 0 : 1);
  if (other != n.k) {
    return Fail(ErrorCode::kShape,
                "matmul: a has the shape % and b %; the inner sizes % and % "
                "must be equal",
                a, b, n.k, other);
  }
  Shape shape = Lead(a, 2);
  CH_RETURN_IF_ERROR(
      CheckBroadcast("matmul: leading axes of b", Lead(b, 2), shape));
  shape.push_back(n.m);
  shape.push_back(n.n);
  return std::vector<OutputSpec>{{shape}};
}

// b with its leading axes repeated to those of a.
TensorView Repeated(const TensorView& b, const TensorView& a) {
  Shape shape = Lead(a.shape, 2);
  shape.push_back(b.shape.FromBack(1));
  shape.push_back(b.shape.back());
  TensorView repeated = Broadcast(b, shape);
  repeated.strides[shape.size() - 2] = b.strides.FromBack(1);
  repeated.strides[shape.size() - 1] = b.strides.back();
  return repeated;
}

MatMulForm FormOf(const Attributes& attributes) {
  if (attributes[kTransposeA].flag()) return MatMulForm::kAtB;
  return attributes[kTransposeB].flag() ? MatMulForm::kABt : MatMulForm::kAB;
}

size_t Workspace(const std::vector<TensorView>& inputs,
                 const Attributes& attributes) {
  const Sizes n = SizesOf(inputs, attributes);
  size_t floats = 0;
  for (const auto& [rows, columns, inner] : {Sizes{n.m, n.n, n.k},
                                             {n.m, n.k, n.n},
                                             {n.k, n.m, n.n},
                                             {n.k, n.n, n.m},
                                             {n.n, n.k, n.m}}) {
    for (const MatMulForm form :
         {MatMulForm::kAB, MatMulForm::kABt, MatMulForm::kAtB}) {
      floats = std::max(
          floats, kernels::MatMulWorkspace(form, static_cast<size_t>(rows),
                                           static_cast<size_t>(columns),
                                           static_cast<size_t>(inner)));
    }
  }
  return floats;
}

// One product of the last two axes, repeated over the leading axes of `lead`.
void Multiply(MatMulForm form, const Shape& lead, Sizes n, const TensorView& a,
              const TensorView& b, const TensorView& c, bool accumulate,
              float* workspace) {
  ForEach(lead, {&a, &b, &c}, [&](Offsets at) {
    kernels::MatMul(form, static_cast<size_t>(n.m), static_cast<size_t>(n.n),
                    static_cast<size_t>(n.k), MatrixAt(a, at[0]),
                    MatrixAt(b, at[1]), MutableMatrixAt(c, at[2]), 1,
                    accumulate, workspace);
  });
}

// C = A·B, A·Bᵀ or Aᵀ·B
void Forward(const Call& call) {
  const TensorView& a = call.inputs[kA];
  const TensorView b = Repeated(call.inputs[kB], a);
  Multiply(FormOf(call.attributes), Lead(a.shape, 2),
           SizesOf(call.inputs, call.attributes), a, b, call.outputs[0], false,
           call.workspace);
}

// C = A·B:  dA += dC·Bᵀ,  dB += Aᵀ·dC
// C = A·Bᵀ: dA += dC·B,   dB += dCᵀ·A
// C = Aᵀ·B: dA += B·dCᵀ,  dB += A·dC
void Backward(const BackwardCall& call) {
  const TensorView& a = call.inputs[kA];
  const TensorView b = Repeated(call.inputs[kB], a);
  const TensorView& dc = call.doutput;
  const Shape lead = Lead(a.shape, 2);
  const Sizes n = SizesOf(call.inputs, call.attributes);
  const MatMulForm form = FormOf(call.attributes);
  if (call.dinputs[kA].present()) {
    const TensorView& da = call.dinputs[kA];
    if (form == MatMulForm::kAtB) {
      Multiply(MatMulForm::kABt, lead, {n.k, n.m, n.n}, b, dc, da, true,
               call.workspace);
    } else {
      Multiply(form == MatMulForm::kAB ? MatMulForm::kABt : MatMulForm::kAB,
               lead, {n.m, n.k, n.n}, dc, b, da, true, call.workspace);
    }
  }
  if (call.dinputs[kB].present()) {
    const TensorView db = Repeated(call.dinputs[kB], a);
    if (form == MatMulForm::kABt) {
      Multiply(MatMulForm::kAtB, lead, {n.n, n.k, n.m}, dc, a, db, true,
               call.workspace);
    } else {
      Multiply(form == MatMulForm::kAB ? MatMulForm::kAtB : MatMulForm::kAB,
               lead, {n.k, n.n, n.m}, a, dc, db, true, call.workspace);
    }
  }
}

// Swaps the last two places when `transposed`.
Index Entry(Index lead, int64_t row, int64_t column, bool transposed) {
  lead.push_back(transposed ? column : row);
  lead.push_back(transposed ? row : column);
  return lead;
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const TensorView& a = call.inputs[kA];
  const TensorView& b = call.inputs[kB];
  const Index lead = Lead(index, 2);
  const Index lead_b = Narrow(Lead(b.shape, 2), lead);
  std::vector<int> terms;
  for (int64_t k = 0; k < SizesOf(call.inputs, call.attributes).k; ++k) {
    const Index left =
        Entry(lead, index.FromBack(1), k, call.attributes[kTransposeA].flag());
    const Index right =
        Entry(lead_b, k, index.back(), call.attributes[kTransposeB].flag());
    const int x = expression->Operand(kA, left, a.At(left));
    const int y = expression->Operand(kB, right, b.At(right));
    terms.push_back(expression->Product(x, y));
  }
  expression->Sum(std::move(terms));
}

std::vector<Index> Reach(const Call& call, int slot, const Index& index) {
  const Sizes n = SizesOf(call.inputs, call.attributes);
  std::vector<Index> cells;
  if (slot == kA) {
    const bool transposed = call.attributes[kTransposeA].flag();
    for (int64_t j = 0; j < n.n; ++j) {
      cells.push_back(
          Entry(Lead(index, 2), index.FromBack(transposed ? 0 : 1), j, false));
    }
    return cells;
  }
  const bool transposed = call.attributes[kTransposeB].flag();
  const int64_t column = index.FromBack(transposed ? 1 : 0);
  for (const Index& lead : Widen(Lead(call.inputs[kB].shape, 2), Lead(index, 2),
                                 Lead(call.outputs[0].shape, 2))) {
    for (int64_t i = 0; i < n.m; ++i) {
      cells.push_back(Entry(lead, i, column, false));
    }
  }
  return cells;
}

}  // namespace

const Operation& MatMulOperation() {
  static constexpr Operation operation{
      .schema = {.name = "matmul",
                 .summary = "Matrix product of the last two axes, "
                            "out = A·B; b repeats along missing leading axes.",
                 .source = "Golub and Van Loan 2013, section 1.1",
                 .inputs = {{.name = "a", .axes = "... M K"},
                            {.name = "b", .axes = "... P N"}},
                 .attributes = {{.name = "transpose_a",
                                 .type = AttributeType::kBoolean,
                                 .summary = "Aᵀ·B; a is then [..., K, M].",
                                 .fallback = false},
                                {.name = "transpose_b",
                                 .type = AttributeType::kBoolean,
                                 .summary = "A·Bᵀ; b is then [..., N, K].",
                                 .fallback = false}},
                 .outputs = {{.name = "output", .axes = "... M N"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach,
      .workspace = Workspace};
  return operation;
}

}  // namespace clearhead
