// How far two tensors are apart, cell by cell and at most: what a swap of words
// or a shift of positions does to scores.
#include <cmath>

#include "core/kernels/elementwise.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Slot { kA, kB };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& shape = inputs[kA].shape;
  CH_RETURN_IF_ERROR(CheckBroadcast("difference: b", inputs[kB].shape, shape));
  return Outputs({shape, Lead(shape, 2)});
}

// Of n cells the one of the largest size; the first NaN, if there is one.
int64_t Furthest(const float* cells, int64_t n) {
  int64_t furthest = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (std::isnan(cells[i])) return i;
    if (std::abs(cells[i]) > std::abs(cells[furthest])) furthest = i;
  }
  return furthest;
}

// out = a − b, largest = max |a − b| of every matrix, 0 of an empty one
void Forward(const Call& call) {
  const TensorView& a = call.inputs[kA];
  const TensorView b = Broadcast(call.inputs[kB], a.shape);
  const TensorView& out = call.outputs[0];
  ForEach(a.shape, {&a, &b, &out}, [&](Offsets at) {
    out.floats()[at[2]] = a.floats()[at[0]] - b.floats()[at[1]];
  });
  const int64_t n = a.shape.FromBack(0) * a.shape.FromBack(1);
  float* largest = call.outputs[1].floats();
  ForEach(Lead(a.shape, 2), {&out}, [&](Offsets at) {
    const float* cells = out.floats() + at[0];
    *largest++ = n == 0 ? 0 : std::abs(cells[Furthest(cells, n)]);
  });
}

// da += dout, db −= dout summed over the axes along which b repeats
void Backward(const BackwardCall& call) {
  const TensorView& dout = call.doutput;
  for (const int slot : {kA, kB}) {
    const float sign = slot == kA ? 1 : -1;
    const TensorView dx = Broadcast(call.dinputs[slot], dout.shape);
    ForEach(dout.shape, {&dout, &dx}, [&](Offsets at) {
      dx.floats()[at[1]] += sign * dout.floats()[at[0]];
    });
  }
}

void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  Index cell = index;
  if (output == 1) {
    const TensorView& out = call.outputs[0];
    const int64_t columns = out.shape.FromBack(0);
    const int64_t n = out.shape.FromBack(1) * columns;
    if (n == 0) {
      expression->Constant(0);
      return;
    }
    cell.push_back(0);
    cell.push_back(0);
    const int64_t at = Furthest(out.floats() + out.Offset(cell), n);
    cell[index.size()] = at / columns;
    cell.back() = at % columns;
  }
  const Index other = Narrow(call.inputs[kB].shape, cell);
  const int a = OperandAt(call, kA, cell, expression);
  const int b = OperandAt(call, kB, other, expression);
  const int difference = expression->Difference(a, b);
  if (output == 0) return;
  expression->Maximum(
      {difference, expression->Apply(TermKind::kNegative, difference)});
}

}  // namespace

const Operation& DifferenceOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "difference",
           .summary = "How far a is from b, which repeats along axes of "
                      "size 1 and missing leading axes: out = a − b, "
                      "largest = max |a − b| of every matrix.",
           .source = "The maximum norm",
           .inputs = {{.name = "a", .axes = "... M N"},
                      {.name = "b", .axes = "... M N", .broadcast = true}},
           .attributes = {},
           .outputs = {{.name = "output", .axes = "... M N"},
                       {.name = "largest", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = ReachRepeated};
  return operation;
}

}  // namespace clearhead
