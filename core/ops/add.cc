// Adds two tensors; the second may repeat along axes of size 1.
#include "core/kernels/elementwise.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Slot { kA, kB };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  CH_RETURN_IF_ERROR(
      CheckBroadcast("add: b", inputs[kB].shape, inputs[kA].shape));
  return OneOutput(inputs[kA].shape);
}

// out = a + b
void Forward(const Call& call) {
  const TensorView& a = call.inputs[kA];
  const TensorView b = Broadcast(call.inputs[kB], a.shape);
  const TensorView& out = call.outputs[0];
  ForEachRow({&a, &b, &out}, [&](size_t n, Offsets at) {
    const float* row = a.floats() + at[0];
    const float* other = b.floats() + at[1];
    float* sum = out.floats() + at[2];
    if (RowRepeats(b)) {
      for (size_t i = 0; i < n; ++i) sum[i] = row[i] + *other;
    } else {
      kernels::Add(n, row, other, sum);
    }
  });
}

// da += dout, db += dout summed over the axes along which b repeats
void Backward(const BackwardCall& call) {
  const TensorView& dout = call.doutput;
  for (const int slot : {kA, kB}) {
    const TensorView dx = Broadcast(call.dinputs[slot], dout.shape);
    ForEachRow({&dout, &dx}, [&](size_t n, Offsets at) {
      const float* row = dout.floats() + at[0];
      float* sum = dx.floats() + at[1];
      if (RowRepeats(dx)) {
        for (size_t i = 0; i < n; ++i) *sum += row[i];
      } else {
        kernels::Accumulate(n, row, sum);
      }
    });
  }
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const Index other = Narrow(call.inputs[kB].shape, index);
  const int a = OperandAt(call, kA, index, expression);
  const int b = OperandAt(call, kB, other, expression);
  expression->Sum({a, b});
}

}  // namespace

const Operation& AddOperation() {
  static constexpr Operation operation{
      .schema = {.name = "add",
                 .summary = "Adds b to a, repeating b along axes of size 1 and "
                            "missing leading axes: out = a + b.",
                 .source = "Vaswani et al. 2017, section 3.5",
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

Tensor Add(Graph& graph, Tensor a, Tensor b, std::string_view name) {
  return graph.Apply(AddOperation(), {a, b}, {}, name);
}

}  // namespace clearhead
