// The general matrix product over the last two axes; leading axes of b repeat.
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"
#include "core/ops/products.h"

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
  return OneOutput(shape);
}

Factors FactorsOf(const std::vector<TensorView>& inputs,
                  const Attributes& attributes) {
  const MatMulForm form = attributes[kTransposeA].flag()   ? MatMulForm::kAtB
                          : attributes[kTransposeB].flag() ? MatMulForm::kABt
                                                           : MatMulForm::kAB;
  return {form, inputs[kA], inputs[kB]};
}

size_t Workspace(const std::vector<TensorView>& inputs,
                 const Attributes& attributes) {
  return MultiplyWorkspace(FactorsOf(inputs, attributes));
}

// C = A·B, A·Bᵀ or Aᵀ·B
void Forward(const Call& call) {
  Multiply(FactorsOf(call.inputs, call.attributes), call.outputs[0],
           call.workspace);
}

// dA and dB: see MultiplyBackward.
void Backward(const BackwardCall& call) {
  MultiplyBackward(FactorsOf(call.inputs, call.attributes), call.doutput,
                   call.dinputs[kA], call.dinputs[kB], call.workspace);
}

// Swaps the last two places when `transposed`.
Index Entry(Index lead, int64_t row, int64_t column, bool transposed) {
  lead.push_back(transposed ? column : row);
  lead.push_back(transposed ? row : column);
  return lead;
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const bool a = call.attributes[kTransposeA].flag();
  const bool b = call.attributes[kTransposeB].flag();
  const Index lead = Lead(index, 2);
  const Index lead_b = Narrow(Lead(call.inputs[kB].shape, 2), lead);
  expression->Sum(ExplainProducts(
      call, SizesOf(call.inputs, call.attributes).k,
      {kA, Entry(lead, index.FromBack(1), 0, a), lead.size() + (a ? 0 : 1)},
      {kB, Entry(lead_b, 0, index.back(), b), lead_b.size() + (b ? 1 : 0)},
      expression));
}

std::vector<Index> Reach(const Call& call, int slot, const Index& index) {
  return ReachOfProduct(call, slot, index, call.attributes[slot].flag());
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

Tensor MatMul(Graph& graph, Tensor a, Tensor b, bool transpose_b,
              std::string_view name) {
  return graph.Apply(MatMulOperation(), {a, b},
                     NumbersOf({0, transpose_b ? 1.0 : 0.0}), name);
}

}  // namespace clearhead
