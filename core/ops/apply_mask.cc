// Hides scores: −∞ where the mask is 0, so that their weight is exactly 0.
#include <cmath>

#include "core/kernels/elementwise.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Slot { kA, kVisible };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& a = inputs[kA].shape;
  const Shape& visible = inputs[kVisible].shape;
  CH_RETURN_IF_ERROR(CheckBroadcast("apply_mask: visible", visible, a));
  const bool whole_rows =
      a.empty() || (!visible.empty() && visible.back() == a.back());
  if (!whole_rows) {
    return Fail(ErrorCode::kShape,
                "apply_mask: visible has the shape %; its last axis must have "
                "the size %, one bit a key",
                visible, a.back());
  }
  return OneOutput(a);
}

// out = visible ? a : −∞
void Forward(const Call& call) {
  const TensorView& a = call.inputs[kA];
  const TensorView visible = Broadcast(call.inputs[kVisible], a.shape);
  const TensorView& out = call.outputs[0];
  ForEachRow({&a, &visible, &out}, [&](size_t n, Offsets at) {
    kernels::MaskFill(n, visible.as<uint8_t>() + at[1], a.floats() + at[0],
                      -HUGE_VALF, out.floats() + at[2]);
  });
}

// da += visible ? dout : 0
void Backward(const BackwardCall& call) {
  const TensorView& da = call.dinputs[kA];
  const TensorView& dout = call.doutput;
  const TensorView visible = Broadcast(call.inputs[kVisible], da.shape);
  ForEachRow({&da, &visible, &dout}, [&](size_t n, Offsets at) {
    kernels::MaskAccumulate(n, visible.as<uint8_t>() + at[1], 1,
                            dout.floats() + at[2], da.floats() + at[0]);
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const Index bit = Narrow(call.inputs[kVisible].shape, index);
  const int address = OperandAt(call, kVisible, bit, expression);
  if (expression->value(address) != 0) {
    expression->Operand(kA, index, call.inputs[kA].At(index), {address});
  } else {
    expression->Constant(-HUGE_VAL, "−∞", {address});
  }
}

std::vector<Index> Reach(const Call& call, int, const Index& index) {
  const TensorView& visible = call.inputs[kVisible];
  if (visible.At(Narrow(visible.shape, index)) == 0) return {};
  return {index};
}

}  // namespace

const Operation& ApplyMaskOperation() {
  static constexpr Operation operation{
      .schema = {.name = "apply_mask",
                 .summary = "Hides cells: out = a where visible is 1, −∞ where "
                            "it is 0.",
                 .source = "Vaswani et al. 2017, section 3.2.3",
                 .inputs = {{.name = "a", .axes = "..."},
                            {.name = "visible",
                             .axes = "...",
                             .type = DataType::kUint8,
                             .differentiable = false,
                             .broadcast = true}},
                 .attributes = {},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

Tensor ApplyMask(Graph& graph, Tensor a, Tensor visible,
                 std::string_view name) {
  return graph.Apply(ApplyMaskOperation(), {a, visible}, {}, name);
}

}  // namespace clearhead
