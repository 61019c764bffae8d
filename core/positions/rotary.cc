// Turns pairs of features by the angle of their position.
#include "core/positions/rotary.h"

#include <algorithm>

#include "core/kernels/elementwise.h"
#include "core/kernels/rotate.h"
#include "core/ops/loops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Slot { kX, kCos, kSin };

bool Interleaved(const Attributes& attributes) {
  return attributes[0].text == Item(kRotaryLayouts, 1);
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& x = inputs[kX].shape;
  const Shape& cos = inputs[kCos].shape;
  const Shape& sin = inputs[kSin].shape;
  if (!(cos == sin) || cos.empty() || 2 * cos.back() > x.back()) {
    return Fail(ErrorCode::kShape,
                "rotary: cos has the shape % and sin %; give equal shapes, one "
                "cell for each pair of the % features or fewer",
                cos, sin, x.back());
  }
  return OneOutput(x);
}

int64_t PairsOf(const std::vector<TensorView>& inputs) {
  return inputs[kCos].shape.back();
}

// cos or sin as [B, H, T, F]: the same for every head.
TensorView ByHead(const Call& call, int slot) {
  const Shape& x = call.inputs[kX].shape;
  const int64_t pairs = PairsOf(call.inputs);
  TensorView table = Broadcast(call.inputs[slot], {x[0], x[2], pairs});
  const Strides& strides = table.strides;
  table.strides = {strides[0], 0, strides[1], strides[2]};
  table.shape = {x[0], x[1], x[2], pairs};
  return table;
}

// Calls turn(from, cos, sin, to) for every row of D features.
void ForEachTurn(
    const Call& call, const TensorView& from, const TensorView& to,
    FunctionRef<void(const float*, const float*, const float*, float*)> turn) {
  const TensorView cos = ByHead(call, kCos), sin = ByHead(call, kSin);
  ForEach(Lead(from.shape, 1), {&from, &cos, &sin, &to}, [&](Offsets at) {
    turn(from.floats() + at[0], cos.floats() + at[1], sin.floats() + at[2],
         to.floats() + at[3]);
  });
}

// out_a = x_a·cos − x_b·sin, out_b = x_b·cos + x_a·sin
void Forward(const Call& call) {
  const auto pairs = static_cast<size_t>(PairsOf(call.inputs));
  const auto width = static_cast<size_t>(call.inputs[kX].shape.back());
  ForEachTurn(
      call, call.inputs[kX], call.outputs[0],
      [&](const float* x, const float* cos, const float* sin, float* out) {
        kernels::Rotate(pairs, Interleaved(call.attributes), 1, cos, sin, x,
                        out);
        std::copy(x + 2 * pairs, x + width, out + 2 * pairs);
      });
}

// dx_a += dout_a·cos + dout_b·sin, dx_b += dout_b·cos − dout_a·sin
void Backward(const BackwardCall& call) {
  const auto pairs = static_cast<size_t>(PairsOf(call.inputs));
  const auto width = static_cast<size_t>(call.inputs[kX].shape.back());
  ForEachTurn(
      call, call.doutput, call.dinputs[kX],
      [&](const float* dout, const float* cos, const float* sin, float* dx) {
        kernels::Rotate(pairs, Interleaved(call.attributes), -1, cos, sin, dout,
                        call.workspace);
        kernels::Accumulate(2 * pairs, call.workspace, dx);
        kernels::Accumulate(width - 2 * pairs, dout + 2 * pairs,
                            dx + 2 * pairs);
      });
}

size_t Workspace(const std::vector<TensorView>& inputs, const Attributes&) {
  return 2 * static_cast<size_t>(PairsOf(inputs));
}

// The feature that turns with `feature`, and the number of their pair.
struct Pair {
  int64_t partner, number;
  bool first;
};
Pair PairOf(const Call& call, int64_t feature) {
  const int64_t pairs = PairsOf(call.inputs);
  if (Interleaved(call.attributes)) {
    return {feature ^ 1, feature / 2, feature % 2 == 0};
  }
  const bool first = feature < pairs;
  return {first ? feature + pairs : feature - pairs, feature % pairs, first};
}

bool Turns(const Call& call, const Index& index) {
  return index[3] < 2 * PairsOf(call.inputs);
}

Index PartnerOf(const Call& call, Index index) {
  index[3] = PairOf(call, index[3]).partner;
  return index;
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const int own = OperandAt(call, kX, index, expression);
  if (!Turns(call, index)) return;
  const Pair pair = PairOf(call, index[3]);
  const Index cell =
      Narrow(call.inputs[kCos].shape, {index[0], index[2], pair.number});
  const int kept =
      expression->Product(own, OperandAt(call, kCos, cell, expression));
  const int other = expression->Product(
      OperandAt(call, kX, PartnerOf(call, index), expression),
      OperandAt(call, kSin, cell, expression));
  if (pair.first) {
    expression->Difference(kept, other);
  } else {
    expression->Sum({kept, other});
  }
}

std::vector<Index> Reach(const Call& call, int, const Index& index) {
  if (!Turns(call, index)) return {index};
  return {index, PartnerOf(call, index)};
}

}  // namespace

const Operation& RotaryOperation() {
  static constexpr Operation operation{
      .schema = {.name = "rotary",
                 .summary =
                     "Turns each pair (a, b) of features by the angle of "
                     "its position: a·cos − b·sin, b·cos + a·sin. "
                     "Features beyond the pairs pass through.",
                 .source = "Su et al. 2021, equation 34",
                 .inputs = {{.name = "x", .axes = "B H T D"},
                            {.name = "cos",
                             .axes = "B T F",
                             .differentiable = false,
                             .broadcast = true},
                            {.name = "sin",
                             .axes = "B T F",
                             .differentiable = false,
                             .broadcast = true}},
                 .attributes = {{.name = "layout",
                                 .type = AttributeType::kString,
                                 .summary = "Pair i is (i, i + F) in half and "
                                            "(2i, 2i + 1) in interleaved.",
                                 .required = true,
                                 .words = kRotaryLayouts}},
                 .outputs = {{.name = "output", .axes = "B H T D"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach,
      .workspace = Workspace};
  return operation;
}

Tensor Rotary(Graph& graph, Tensor x, Tensor cos, Tensor sin,
              RotaryLayout layout, std::string_view name) {
  return graph.Apply(RotaryOperation(), {x, cos, sin},
                     {Item(kRotaryLayouts, static_cast<size_t>(layout))}, name);
}

}  // namespace clearhead
