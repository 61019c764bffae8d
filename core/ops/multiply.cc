// Multiplies cell by cell: the gate of a gated feed-forward layer.
#include "core/kernels/elementwise.h"
#include "core/kernels/reduce.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Slot { kA, kB };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  CH_RETURN_IF_ERROR(
      CheckBroadcast("multiply: b", inputs[kB].shape, inputs[kA].shape));
  return OneOutput(inputs[kA].shape);
}

// out = a·b
void Forward(const Call& call) {
  const TensorView& a = call.inputs[kA];
  const TensorView b = Broadcast(call.inputs[kB], a.shape);
  const TensorView& out = call.outputs[0];
  ForEachRow({&a, &b, &out}, [&](size_t n, Offsets at) {
    const float* row = a.floats() + at[0];
    const float* other = b.floats() + at[1];
    float* product = out.floats() + at[2];
    if (RowRepeats(b)) {
      kernels::Scale(n, *other, row, product);
    } else {
      kernels::Multiply(n, row, other, product);
    }
  });
}

// da += dout·b, db += dout·a summed over the axes along which b repeats
void Backward(const BackwardCall& call) {
  const TensorView& dout = call.doutput;
  const TensorView& a = call.inputs[kA];
  const TensorView& da = call.dinputs[kA];
  const TensorView b = Broadcast(call.inputs[kB], a.shape);
  const TensorView db = Broadcast(call.dinputs[kB], a.shape);
  ForEachRow({&dout, &a, &b, &da, &db}, [&](size_t n, Offsets at) {
    const float* drow = dout.floats() + at[0];
    const float* row = a.floats() + at[1];
    const float* other = b.floats() + at[2];
    float* sum_a = da.floats() + at[3];
    float* sum_b = db.floats() + at[4];
    if (RowRepeats(b)) {
      kernels::MultiplyAdd(n, *other, drow, sum_a);
      *sum_b += static_cast<float>(kernels::Dot(n, drow, row));
    } else {
      kernels::MultiplyAccumulate(n, drow, other, sum_a);
      kernels::MultiplyAccumulate(n, drow, row, sum_b);
    }
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const Index other = Narrow(call.inputs[kB].shape, index);
  const int a = OperandAt(call, kA, index, expression);
  const int b = OperandAt(call, kB, other, expression);
  expression->Product(a, b);
}

}  // namespace

const Operation& MultiplyOperation() {
  static constexpr Operation operation{
      .schema = {.name = "multiply",
                 .summary = "Multiplies a by b cell by cell, repeating b along "
                            "axes of size 1 and missing leading axes: "
                            "out = a·b.",
                 .source = "Dauphin et al. 2017, equation 1; Shazeer 2020",
                 .inputs = {{.name = "a", .axes = "..."},
                            {.name = "b", .axes = "...", .broadcast = true}},
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
