// Layer normalisation over the last axis, statistics in double.
#include <cmath>

#include "core/kernels/norm.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Slot { kX, kWeight, kBias };
enum Output { kOut, kMean, kInverseDeviation };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const TensorView& x = inputs[kX];
  if (!x.dense() || x.shape.back() == 0) {
    return Fail(ErrorCode::kShape,
                "layer_norm: x has the shape %; give a dense tensor whose last "
                "axis is not empty",
                x.shape);
  }
  const Shape rows = Lead(x.shape, 1);
  return std::vector<OutputSpec>{{x.shape}, {rows}, {rows}};
}

size_t Width(const Call& call) {
  return static_cast<size_t>(call.inputs[kX].shape.back());
}
size_t Rows(const Call& call) {
  return static_cast<size_t>(CountOf(Lead(call.inputs[kX].shape, 1)));
}

// out = (x − μ)/√(σ² + ε)·weight + bias
void Forward(const Call& call) {
  const size_t n = Width(call);
  kernels::LayerNormRows(
      Rows(call), n, call.inputs[kX].floats(), n, call.inputs[kWeight].floats(),
      call.inputs[kBias].floats(),
      static_cast<float>(call.attributes[0].number),
      call.outputs[kOut].floats(), n, call.outputs[kMean].floats(),
      call.outputs[kInverseDeviation].floats());
}

// With x̂ = (x − μ)/σ and g = dout·weight:
// dx += (g − mean(g) − x̂·mean(g·x̂))/σ, dweight += dout·x̂, dbias += dout
void Backward(const BackwardCall& call) {
  kernels::LayerNormBackwardRows(
      Rows(call), Width(call), call.inputs[kX].floats(),
      call.outputs[kInverseDeviation].floats(), call.inputs[kWeight].floats(),
      call.doutput.floats(), call.dinputs[kX].floats(),
      call.dinputs[kWeight].floats(), call.dinputs[kBias].floats());
}

void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  const TensorView& x = call.inputs[kX];
  const int64_t n = x.shape.back();
  Index cell = Lead(index, output == kOut ? 1 : 0);
  cell.push_back(0);
  std::vector<int> cells;
  for (int64_t c = 0; c < n; ++c) {
    cell.back() = c;
    cells.push_back(OperandAt(call, kX, cell, expression));
  }
  const int count = expression->Constant(static_cast<double>(n), "C");
  const int mean = expression->Quotient(expression->Sum(cells), count, "μ");
  if (output == kMean) return;
  std::vector<int> deviations;
  std::vector<int> squares;
  for (const int value : cells) {
    deviations.push_back(expression->Difference(value, mean));
    squares.push_back(
        expression->Product(deviations.back(), deviations.back()));
  }
  const int variance =
      expression->Quotient(expression->Sum(std::move(squares)), count, "σ²");
  const int epsilon = expression->Constant(call.attributes[0].number, "ε");
  const int deviation = expression->Apply(
      TermKind::kSquareRoot, expression->Sum({variance, epsilon}), "σ");
  if (output == kInverseDeviation) {
    expression->Quotient(expression->Constant(1), deviation);
    return;
  }
  const Index column = {index.back()};
  int result = expression->Quotient(deviations[index.back()], deviation);
  if (call.inputs[kWeight].present()) {
    result = expression->Product(result,
                                 OperandAt(call, kWeight, column, expression));
  }
  if (call.inputs[kBias].present()) {
    expression->Sum({result, OperandAt(call, kBias, column, expression)});
  }
}

std::vector<Index> Reach(const Call& call, int slot, const Index& index) {
  const Shape& shape = call.outputs[kOut].shape;
  if (slot == kX) return Line(shape, index, shape.size() - 1);
  return Widen({shape.back()}, index, shape);
}

}  // namespace

const Operation& LayerNormOperation() {
  static constexpr Operation operation{
      .schema = {.name = "layer_norm",
                 .summary = "Normalises the last axis: "
                            "out = (x − μ)/√(σ² + ε)·weight + bias.",
                 .source = "Ba et al. 2016, equation 3",
                 .inputs = {{.name = "x", .axes = "... C"},
                            {.name = "weight", .axes = "C", .optional = true},
                            {.name = "bias", .axes = "C", .optional = true}},
                 .attributes = {{.name = "epsilon",
                                 .type = AttributeType::kNumber,
                                 .summary = "Added to the variance.",
                                 .fallback = 1e-5,
                                 .required = false,
                                 .minimum = 0}},
                 .outputs = {{.name = "output", .axes = "... C"},
                             {.name = "mean", .axes = "..."},
                             {.name = "inverse_deviation", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

}  // namespace clearhead
