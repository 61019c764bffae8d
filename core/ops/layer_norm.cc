// Layer normalisation over the last axis, statistics in double.
#include "core/kernels/norm.h"
#include "core/ops/loops.h"
#include "core/ops/norms.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

enum Slot { kX, kWeight, kBias };
enum Output { kOut, kMean, kInverseDeviation };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  return NormOutputs("layer_norm", inputs[kX], 2);
}

// out = (x − μ)/√(σ² + ε)·weight + bias
void Forward(const Call& call) {
  const size_t n = NormWidth(call);
  kernels::LayerNormRows(
      NormRows(call), n, call.inputs[kX].floats(), n,
      call.inputs[kWeight].floats(), call.inputs[kBias].floats(),
      static_cast<float>(call.attributes[0].number),
      call.outputs[kOut].floats(), n, call.outputs[kMean].floats(),
      call.outputs[kInverseDeviation].floats());
}

// With x̂ = (x − μ)/σ and g = dout·weight:
// dx += (g − mean(g) − x̂·mean(g·x̂))/σ, dweight += dout·x̂, dbias += dout
void Backward(const BackwardCall& call) {
  kernels::LayerNormBackwardRows(
      NormRows(call), NormWidth(call), call.inputs[kX].floats(),
      call.outputs[kInverseDeviation].floats(), call.inputs[kWeight].floats(),
      call.doutput.floats(), call.dinputs[kX].floats(),
      call.dinputs[kWeight].floats(), call.dinputs[kBias].floats());
}

void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  Index cell = Lead(index, output == kOut ? 1 : 0);
  std::vector<int> cells = RowAt(call, cell, expression);
  const int count =
      expression->Constant(static_cast<double>(cells.size()), "C");
  const int mean = expression->Quotient(expression->Sum(cells), count, "μ");
  if (output == kMean) return;
  for (int& term : cells) term = expression->Difference(term, mean);
  ExplainNorm(call, cells, output == kInverseDeviation, index, "σ²", "σ",
              expression);
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
                 .attributes = {kEpsilonAttribute},
                 .outputs = {{.name = "output", .axes = "... C"},
                             {.name = "mean", .axes = "..."},
                             {.name = "inverse_deviation", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = NormReach};
  return operation;
}

}  // namespace clearhead
