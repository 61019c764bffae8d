// Keeps the lower or the upper triangle of the last two axes.
#include <algorithm>

#include "core/kernels/elementwise.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum AttributeNumber { kUpper, kOffset };

// The columns [first, last) of `row` that are kept.
struct Kept {
  int64_t first, last;
};

Kept KeptIn(const Attributes& attributes, int64_t row, int64_t columns) {
  const int64_t diagonal = row + attributes[kOffset].integer();
  if (attributes[kUpper].flag()) {
    return {std::clamp<int64_t>(diagonal, 0, columns), columns};
  }
  return {0, std::clamp<int64_t>(diagonal + 1, 0, columns)};
}

// Calls visit(offsets, columns kept) for every row.
void ForEachKept(const Attributes& attributes, const TensorView& a,
                 const TensorView& b, FunctionRef<void(Offsets, Kept)> visit) {
  const int64_t rows = a.shape.FromBack(1);
  int64_t row = 0;
  ForEach(Lead(a.shape, 1), {&a, &b}, [&](Offsets at) {
    visit(at, KeptIn(attributes, row, a.shape.back()));
    row = row + 1 == rows ? 0 : row + 1;
  });
}

// out[i, j] = a[i, j] where j ≤ i + offset (lower) or j ≥ i + offset (upper)
void Forward(const Call& call) {
  const TensorView& a = call.inputs[0];
  const TensorView& out = call.outputs[0];
  ForEachKept(call.attributes, a, out, [&](Offsets at, Kept kept) {
    const float* row = a.floats() + at[0];
    std::copy(row + kept.first, row + kept.last,
              out.floats() + at[1] + kept.first);
  });
}

// da += dout in the kept triangle
void Backward(const BackwardCall& call) {
  const TensorView& da = call.dinputs[0];
  const TensorView& dout = call.doutput;
  ForEachKept(call.attributes, da, dout, [&](Offsets at, Kept kept) {
    kernels::Accumulate(static_cast<size_t>(kept.last - kept.first),
                        dout.floats() + at[1] + kept.first,
                        da.floats() + at[0] + kept.first);
  });
}

bool IsKept(const Call& call, const Index& index) {
  const Kept kept =
      KeptIn(call.attributes, index.FromBack(1), call.inputs[0].shape.back());
  return index.back() >= kept.first && index.back() < kept.last;
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  if (IsKept(call, index)) {
    OperandAt(call, 0, index, expression);
  } else {
    expression->Constant(0);
  }
}

std::vector<Index> Reach(const Call& call, int, const Index& index) {
  if (!IsKept(call, index)) return {};
  return {index};
}

}  // namespace

const Operation& TriangleOperation() {
  static constexpr Operation operation{
      .schema = {.name = "triangle",
                 .summary = "Keeps a triangle of the last two axes and writes "
                            "0 elsewhere: out[i,j] = a[i,j] where "
                            "j ≤ i + offset (lower) or j ≥ i + offset (upper).",
                 .source = "ONNX operator Trilu, version 14",
                 .inputs = {{.name = "a", .axes = "... M N"}},
                 .attributes = {{.name = "upper",
                                 .type = AttributeType::kBoolean,
                                 .summary = "The upper triangle instead of the "
                                            "lower one.",
                                 .fallback = false},
                                {.name = "offset",
                                 .type = AttributeType::kInteger,
                                 .summary = "The diagonal that bounds it; 0 is "
                                            "the main one.",
                                 .fallback = 0,
                                 .required = false,
                                 .minimum = -1e9,
                                 .maximum = 1e9}},
                 .outputs = {{.name = "output", .axes = "... M N"}}},
      .infer = LikeFirst,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

}  // namespace clearhead
