// The length of every row, as in ‖α_ij·v_j‖ = |α_ij|·‖v_j‖, what a key really
// adds to a query's output.
#include <cmath>

#include "core/kernels/elementwise.h"
#include "core/kernels/reduce.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  Shape shape = Lead(inputs[0].shape, 1);
  if (attributes[0].flag()) shape.push_back(1);
  return OneOutput(shape);
}

// out = √Σ x²
void Forward(const Call& call) {
  const TensorView& x = call.inputs[0];
  const auto n = static_cast<size_t>(x.shape.back());
  float* out = call.outputs[0].floats();
  ForEach(Lead(x.shape, 1), {&x}, [&](Offsets at) {
    const float* row = x.floats() + at[0];
    *out++ = static_cast<float>(std::sqrt(kernels::Dot(n, row, row)));
  });
}

// dx += dout·x/out, 0 where out is 0 or ∞
void Backward(const BackwardCall& call) {
  const TensorView& x = call.inputs[0];
  const TensorView& dx = call.dinputs[0];
  const auto n = static_cast<size_t>(x.shape.back());
  const Shape rows = Lead(x.shape, 1);
  const TensorView out = call.outputs[0];
  ForEach(rows, {&x, &dx, &out, &call.doutput}, [&](Offsets at) {
    const float norm = out.floats()[at[2]];
    if (norm == 0 || std::isinf(norm)) return;
    kernels::MultiplyAdd(n, call.doutput.floats()[at[3]] / norm,
                         x.floats() + at[0], dx.floats() + at[1]);
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  Index cell = index;
  if (cell.size() < call.inputs[0].shape.size()) cell.push_back(0);
  std::vector<int> squares;
  for (; cell.back() < call.inputs[0].shape.back(); ++cell.back()) {
    const int x = OperandAt(call, 0, cell, expression);
    squares.push_back(expression->Product(x, x));
  }
  expression->Apply(TermKind::kSquareRoot, expression->Sum(squares, "Σ x²"));
}

std::vector<Index> Reach(const Call& call, int, const Index& index) {
  Index row = Lead(index, 1);
  if (call.attributes[0].flag()) row.push_back(0);
  return {row};
}

}  // namespace

const Operation& NormOperation() {
  static constexpr Operation operation{
      .schema = {.name = "norm",
                 .summary = "The length of every row: out = √Σ x².",
                 .source = "Kobayashi et al. 2020, equation 4",
                 .inputs = {{.name = "x", .axes = "... C"}},
                 .attributes = {{.name = "keep_axis",
                                 .type = AttributeType::kBoolean,
                                 .summary = "The last axis stays, of size 1."}},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

}  // namespace clearhead
