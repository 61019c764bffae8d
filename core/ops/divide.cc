// Divides cell by cell: what share of a whole something is.
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Slot { kA, kDivisor };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& shape = inputs[kA].shape;
  CH_RETURN_IF_ERROR(
      CheckBroadcast("divide: divisor", inputs[kDivisor].shape, shape));
  return OneOutput(shape);
}

// out = a/divisor
void Forward(const Call& call) {
  const TensorView& a = call.inputs[kA];
  const TensorView divisor = Broadcast(call.inputs[kDivisor], a.shape);
  const TensorView& out = call.outputs[0];
  ForEach(a.shape, {&a, &divisor, &out}, [&](Offsets at) {
    out.floats()[at[2]] = a.floats()[at[0]] / divisor.floats()[at[1]];
  });
}

// da += dout/divisor, ddivisor −= dout·out/divisor summed over the axes along
// which the divisor repeats
void Backward(const BackwardCall& call) {
  const TensorView& dout = call.doutput;
  const TensorView& out = call.outputs[0];
  const TensorView divisor = Broadcast(call.inputs[kDivisor], dout.shape);
  const TensorView& da = call.dinputs[kA];
  const TensorView ddivisor = Broadcast(call.dinputs[kDivisor], dout.shape);
  ForEach(dout.shape, {&dout, &out, &divisor, &da, &ddivisor}, [&](Offsets at) {
    const float slope = dout.floats()[at[0]] / divisor.floats()[at[2]];
    da.floats()[at[3]] += slope;
    ddivisor.floats()[at[4]] -= slope * out.floats()[at[1]];
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const Index other = Narrow(call.inputs[kDivisor].shape, index);
  const int a = OperandAt(call, kA, index, expression);
  const int b = OperandAt(call, kDivisor, other, expression);
  expression->Quotient(a, b);
}

}  // namespace

const Operation& DivideOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "divide",
           .summary = "Divides a by a divisor cell by cell, repeating it "
                      "along axes of size 1 and missing leading axes: "
                      "out = a/divisor.",
           .source = "Zhang and Nanda 2024 (normalised logit difference)",
           .inputs = {{.name = "a", .axes = "..."},
                      {.name = "divisor", .axes = "...", .broadcast = true}},
           .attributes = {},
           .outputs = {{.name = "output", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = ReachRepeated};
  return operation;
}

}  // namespace clearhead
