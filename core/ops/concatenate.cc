// Two tensors one after the other along an axis.
#include <algorithm>

#include "core/kernels/elementwise.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const Shape& b = inputs[1].shape;
  Shape shape = inputs[0].shape;
  CH_RETURN_IF_ERROR(CheckAxis("concatenate", shape, attributes[0]));
  const size_t axis = AxisOf(shape, attributes[0]);
  Shape wanted = shape;
  if (b.size() == shape.size()) wanted[axis] = b[axis];
  if (!(b == wanted)) {
    return Fail(ErrorCode::kShape,
                "concatenate: a has the shape % and b %; give equal sizes on "
                "all axes but axis %",
                shape, b, axis);
  }
  shape[axis] += b[axis];
  return OneOutput(shape);
}

// The part of the result, or of its gradient, that the input `slot` fills.
TensorView PartOf(const Call& call, const TensorView& whole, int slot) {
  TensorView part = whole;
  part.shape = call.inputs[slot].shape;
  const size_t axis = AxisOf(part.shape, call.attributes[0]);
  const int64_t start = slot == 0 ? 0 : call.inputs[0].shape[axis];
  part.data = whole.floats() + start * whole.strides[axis];
  return part;
}

// out = a, then b
void Forward(const Call& call) {
  for (const int slot : {0, 1}) {
    const TensorView& from = call.inputs[slot];
    const TensorView to = PartOf(call, call.outputs[0], slot);
    ForEachRow({&from, &to}, [&](size_t n, Offsets at) {
      std::copy_n(from.floats() + at[0], n, to.floats() + at[1]);
    });
  }
}

// da += the first part of dout, db += the second
void Backward(const BackwardCall& call) {
  for (const int slot : {0, 1}) {
    const TensorView& to = call.dinputs[slot];
    const TensorView from = PartOf(call, call.doutput, slot);
    ForEachRow({&to, &from}, [&](size_t n, Offsets at) {
      kernels::Accumulate(n, from.floats() + at[1], to.floats() + at[0]);
    });
  }
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const Shape& a = call.inputs[0].shape;
  const size_t axis = AxisOf(a, call.attributes[0]);
  const bool second = index[axis] >= a[axis];
  Index cell = index;
  if (second) cell[axis] -= a[axis];
  OperandAt(call, second ? 1 : 0, cell, expression);
}

std::vector<Index> Reach(const Call& call, int slot, const Index& index) {
  const Shape& a = call.inputs[0].shape;
  const size_t axis = AxisOf(a, call.attributes[0]);
  Index cell = index;
  if (slot == 1) cell[axis] += a[axis];
  return {cell};
}

}  // namespace

const Operation& ConcatenateOperation() {
  static constexpr Operation operation{
      .schema = {.name = "concatenate",
                 .summary = "a, then b, along an axis.",
                 .source = "Vaswani et al. 2017, section 3.2.2",
                 .inputs = {{.name = "a", .axes = "..."},
                            {.name = "b", .axes = "..."}},
                 .attributes = {kAxisAttribute},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

Tensor Concatenate(Graph& graph, Tensor a, Tensor b, int64_t axis,
                   std::string_view name) {
  return graph.Apply(ConcatenateOperation(), {a, b},
                     NumbersOf({static_cast<double>(axis)}), name);
}

}  // namespace clearhead
