// Projects the last axis: x·W + bias.
#include <algorithm>

#include "core/kernels/elementwise.h"
#include "core/kernels/reduce.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"
#include "core/ops/products.h"

namespace clearhead {
namespace {

enum Slot { kX, kWeight, kBias };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  Shape shape = inputs[kX].shape;
  shape.back() = inputs[kWeight].shape[1];
  return OneOutput(shape);
}

// [..., K] as [rows, K] where `merge` says that the rows lie one after another
// in memory; a single axis as one row; otherwise unchanged.
TensorView AsRows(TensorView view, bool merge) {
  if (!merge && view.shape.size() > 1) return view;
  const int64_t n = view.shape.back();
  view.shape = {CountOf(Lead(view.shape, 1)), n};
  view.strides = {n, 1};
  return view;
}

// x·W, with x or its gradient and W or its gradient.
Factors FactorsOf(const std::vector<TensorView>& views, bool merge) {
  return {kernels::MatMulForm::kAB, AsRows(views[kX], merge), views[kWeight]};
}

size_t Workspace(const std::vector<TensorView>& inputs, const Attributes&) {
  return MultiplyWorkspace(FactorsOf(inputs, inputs[kX].dense()));
}

// out = x·W + bias
void Forward(const Call& call) {
  const bool merge = call.inputs[kX].dense();
  const TensorView& out = call.outputs[0];
  Multiply(FactorsOf(call.inputs, merge), AsRows(out, merge), call.workspace);
  if (!call.inputs[kBias].present()) return;
  const TensorView bias = Broadcast(call.inputs[kBias], out.shape);
  ForEachRow({&out, &bias}, [&](size_t n, Offsets at) {
    kernels::Accumulate(n, bias.floats() + at[1], out.floats() + at[0]);
  });
}

// dx += dout·Wᵀ, dW += xᵀ·dout, dbias += Σ_rows dout
void Backward(const BackwardCall& call) {
  const bool merge = call.inputs[kX].dense();
  const TensorView dout = AsRows(call.doutput, merge);
  const TensorView& dbias = call.dinputs[kBias];
  const TensorView dx = AsRows(call.dinputs[kX], merge);
  MultiplyBackward(FactorsOf(call.inputs, merge), dout, dx,
                   call.dinputs[kWeight], call.workspace);
  if (!dbias.present()) return;
  ForEach(Lead(dout.shape, 2), {&dout}, [&](Offsets at) {
    const kernels::Matrix rows = MatrixAt(dout, at[0]);
    kernels::SumRows(static_cast<size_t>(dout.shape.FromBack(1)),
                     static_cast<size_t>(dout.shape.back()), rows.data,
                     static_cast<size_t>(rows.stride), dbias.floats());
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const Index column = {index.back()};
  Index row = index;
  row.back() = 0;
  std::vector<int> terms = ExplainProducts(
      call, call.inputs[kWeight].shape[0], {kX, row, row.size() - 1},
      {kWeight, {0, index.back()}, 0}, expression);
  if (call.inputs[kBias].present()) {
    terms.push_back(OperandAt(call, kBias, column, expression));
  }
  expression->Sum(std::move(terms));
}

std::vector<Index> Reach(const Call& call, int slot, const Index& index) {
  const Shape& shape = call.outputs[0].shape;
  if (slot == kX) return Line(shape, index, shape.size() - 1);
  return Widen({shape.back()}, {index.back()}, shape);
}

}  // namespace

const Operation& LinearOperation() {
  static constexpr Operation operation{
      .schema = {.name = "linear",
                 .summary = "Projects the last axis: out = x·W + bias, with W "
                            "of shape [in, out].",
                 .source = "Vaswani et al. 2017, section 3.2.2",
                 .inputs = {{.name = "x", .axes = "... K"},
                            {.name = "weight", .axes = "K N"},
                            {.name = "bias", .axes = "N", .optional = true}},
                 .attributes = {},
                 .outputs = {{.name = "output", .axes = "... N"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach,
      .workspace = Workspace};
  return operation;
}

Tensor Linear(Graph& graph, Tensor x, Tensor weight, Tensor bias,
              std::string_view name) {
  return graph.Apply(LinearOperation(), {x, weight, bias}, {}, name);
}

}  // namespace clearhead
