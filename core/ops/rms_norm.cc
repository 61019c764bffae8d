// Layer normalisation without the mean: only the size of a row is normalised.
#include "core/kernels/norm.h"
#include "core/ops/loops.h"
#include "core/ops/norms.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

enum Slot { kX, kWeight };
enum Output { kOut, kInverseRms };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  return NormOutputs("rms_norm", inputs[kX], 1);
}

// out = x/√(mean(x²) + ε)·weight
void Forward(const Call& call) {
  const size_t n = NormWidth(call);
  kernels::RmsNormRows(NormRows(call), n, call.inputs[kX].floats(), n,
                       call.inputs[kWeight].floats(),
                       static_cast<float>(call.attributes[0].number),
                       call.outputs[kOut].floats(), n,
                       call.outputs[kInverseRms].floats());
}

// With x̂ = x/RMS and g = dout·weight:
// dx += (g − x̂·mean(g·x̂))/RMS, dweight += dout·x̂
void Backward(const BackwardCall& call) {
  kernels::RmsNormBackwardRows(
      NormRows(call), NormWidth(call), call.inputs[kX].floats(),
      call.outputs[kInverseRms].floats(), call.inputs[kWeight].floats(),
      call.doutput.floats(), call.dinputs[kX].floats(),
      call.dinputs[kWeight].floats());
}

void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  const bool inverse = output == kInverseRms;
  const Index row = inverse ? index : Lead(index, 1);
  ExplainNorm(call, RowAt(call, row, expression), inverse, index, "mean(x²)",
              "RMS", expression);
}

}  // namespace

const Operation& RmsNormOperation() {
  static constexpr Operation operation{
      .schema = {.name = "rms_norm",
                 .summary = "Divides the last axis by its root mean square: "
                            "out = x/√(mean(x²) + ε)·weight.",
                 .source = "Zhang and Sennrich 2019, equation 4",
                 .inputs = {{.name = "x", .axes = "... C"},
                            {.name = "weight", .axes = "C", .optional = true}},
                 .attributes = {kEpsilonAttribute},
                 .outputs = {{.name = "output", .axes = "... C"},
                             {.name = "inverse_rms", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = NormReach};
  return operation;
}

}  // namespace clearhead
