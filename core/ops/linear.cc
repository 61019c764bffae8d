// Projects the last axis: x·W + bias.
#include <algorithm>

#include "core/kernels/elementwise.h"
#include "core/kernels/reduce.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

using kernels::MatMulForm;

enum Slot { kX, kWeight, kBias };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  Shape shape = inputs[kX].shape;
  shape.back() = inputs[kWeight].shape[1];
  return std::vector<OutputSpec>{{shape}};
}

struct Sizes {
  size_t rows, in, out;  // of one matrix of x, and of the result
};

Sizes SizesOf(const TensorView& x, const TensorView& weight) {
  return {static_cast<size_t>(x.shape.FromBack(1)),
          static_cast<size_t>(weight.shape[0]),
          static_cast<size_t>(weight.shape[1])};
}

size_t Workspace(const std::vector<TensorView>& inputs, const Attributes&) {
  const Sizes n =
      SizesOf(AsRows(inputs[kX], inputs[kX].dense()), inputs[kWeight]);
  return std::max(
      {kernels::MatMulWorkspace(MatMulForm::kAB, n.rows, n.out, n.in),
       kernels::MatMulWorkspace(MatMulForm::kABt, n.rows, n.in, n.out),
       kernels::MatMulWorkspace(MatMulForm::kAtB, n.in, n.out, n.rows)});
}

// out = x·W + bias
void Forward(const Call& call) {
  const bool merge = call.inputs[kX].dense();
  const TensorView x = AsRows(call.inputs[kX], merge);
  const TensorView out = AsRows(call.outputs[0], merge);
  const TensorView& weight = call.inputs[kWeight];
  const TensorView& bias = call.inputs[kBias];
  const Sizes n = SizesOf(x, weight);
  ForEach(Lead(x.shape, 2), {&x, &out}, [&](Offsets at) {
    const kernels::MutableMatrix y = MutableMatrixAt(out, at[1]);
    kernels::MatMul(MatMulForm::kAB, n.rows, n.out, n.in, MatrixAt(x, at[0]),
                    MatrixAt(weight, 0), y, 1, false, call.workspace);
    if (!bias.present()) return;
    for (size_t row = 0; row < n.rows; ++row) {
      float* cells = y.data + static_cast<ptrdiff_t>(row) * y.stride;
      kernels::Accumulate(n.out, bias.floats(), cells);
    }
  });
}

// dx += dout·Wᵀ, dW += xᵀ·dout, dbias += Σ_rows dout
void Backward(const BackwardCall& call) {
  const bool merge = call.inputs[kX].dense();
  const TensorView x = AsRows(call.inputs[kX], merge);
  const TensorView dout = AsRows(call.doutput, merge);
  const TensorView& weight = call.inputs[kWeight];
  const Sizes n = SizesOf(x, weight);
  const TensorView& dweight = call.dinputs[kWeight];
  const TensorView& dbias = call.dinputs[kBias];
  const TensorView dx = call.dinputs[kX].present()
                            ? AsRows(call.dinputs[kX], merge)
                            : TensorView{};
  ForEach(Lead(x.shape, 2), {&x, &dout}, [&](Offsets at) {
    const kernels::Matrix dy = MatrixAt(dout, at[1]);
    if (dx.present()) {
      kernels::MatMul(MatMulForm::kABt, n.rows, n.in, n.out, dy,
                      MatrixAt(weight, 0), MutableMatrixAt(dx, at[0]), 1, true,
                      call.workspace);
    }
    if (dweight.present()) {
      kernels::MatMul(MatMulForm::kAtB, n.in, n.out, n.rows, MatrixAt(x, at[0]),
                      dy, MutableMatrixAt(dweight, 0), 1, true, call.workspace);
    }
    if (dbias.present()) {
      kernels::SumRows(n.rows, n.out, dy.data, static_cast<size_t>(dy.stride),
                       dbias.floats());
    }
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const int64_t column = index.back();
  std::vector<int> terms;
  Index cell = index;
  for (int64_t k = 0; k < call.inputs[kWeight].shape[0]; ++k) {
    cell.back() = k;
    const int x = expression->Operand(kX, cell, call.inputs[kX].At(cell));
    const Index entry = {k, column};
    const int weight =
        expression->Operand(kWeight, entry, call.inputs[kWeight].At(entry));
    terms.push_back(expression->Product(x, weight));
  }
  if (call.inputs[kBias].present()) {
    terms.push_back(
        expression->Operand(kBias, {column}, call.inputs[kBias].At({column})));
  }
  expression->Sum(std::move(terms));
}

std::vector<Index> Reach(const Call& call, int slot, const Index& index) {
  const Shape& shape = call.outputs[0].shape;
  std::vector<Index> cells;
  if (slot == kX) {
    Index cell = index;
    for (cell.back() = 0; cell.back() < shape.back(); ++cell.back()) {
      cells.push_back(cell);
    }
    return cells;
  }
  const Shape lead = Lead(shape, 1);
  for (int64_t row = 0; row < CountOf(lead); ++row) {
    Index cell = IndexAt(lead, row);
    cell.push_back(index.back());
    cells.push_back(cell);
  }
  return cells;
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
              std::string name) {
  return graph.Apply(LinearOperation(), {x, weight, bias}, {}, std::move(name));
}

}  // namespace clearhead
