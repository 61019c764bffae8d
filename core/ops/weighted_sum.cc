// Mixes the values by the weights: A·V, head by head. The result lies in memory
// as [B, T, H, D], so that joining the heads is a view.
#include <algorithm>

#include "core/ops/heads_of.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

using kernels::MatMulForm;

enum Slot { kWeights, kV };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& weights = inputs[kWeights].shape;
  const Shape& v = inputs[kV].shape;
  CH_RETURN_IF_ERROR(CheckHeads("weighted_sum", weights, v));
  return std::vector<OutputSpec>{
      {.shape = {weights[0], weights[1], weights[2], v[3]},
       .type = DataType::kFloat32,
       .order = {0, 2, 1, 3}}};
}

struct Sizes {
  size_t queries, keys, width;
};

Sizes SizesOf(const std::vector<TensorView>& inputs) {
  return {static_cast<size_t>(inputs[kWeights].shape[2]),
          static_cast<size_t>(inputs[kWeights].shape[3]),
          static_cast<size_t>(inputs[kV].shape[3])};
}

size_t Workspace(const std::vector<TensorView>& inputs, const Attributes&) {
  const Sizes n = SizesOf(inputs);
  return std::max(
      {kernels::MatMulWorkspace(MatMulForm::kAB, n.queries, n.width, n.keys),
       kernels::MatMulWorkspace(MatMulForm::kABt, n.queries, n.keys, n.width),
       kernels::MatMulWorkspace(MatMulForm::kAtB, n.keys, n.width, n.queries)});
}

// O = A·V
void Forward(const Call& call) {
  const TensorView& weights = call.inputs[kWeights];
  const TensorView& v = call.inputs[kV];
  const TensorView& out = call.outputs[0];
  const Sizes n = SizesOf(call.inputs);
  ForEachHead(weights.shape, {&weights, &v, &out}, [&](Offsets at) {
    kernels::MatMul(MatMulForm::kAB, n.queries, n.width, n.keys,
                    MatrixAt(weights, at[0]), MatrixAt(v, at[1]),
                    MutableMatrixAt(out, at[2]), 1, false, call.workspace);
  });
}

// dA += dO·Vᵀ, dV += Aᵀ·dO
void Backward(const BackwardCall& call) {
  const TensorView& weights = call.inputs[kWeights];
  const TensorView& v = call.inputs[kV];
  const TensorView& dout = call.doutput;
  const TensorView& dweights = call.dinputs[kWeights];
  const TensorView& dv = call.dinputs[kV];
  const Sizes n = SizesOf(call.inputs);
  ForEachHead(weights.shape, {&weights, &v, &dout}, [&](Offsets at) {
    const kernels::Matrix d = MatrixAt(dout, at[2]);
    if (dweights.present()) {
      kernels::MatMul(MatMulForm::kABt, n.queries, n.keys, n.width, d,
                      MatrixAt(v, at[1]), MutableMatrixAt(dweights, at[0]), 1,
                      true, call.workspace);
    }
    if (dv.present()) {
      kernels::MatMul(MatMulForm::kAtB, n.keys, n.width, n.queries,
                      MatrixAt(weights, at[0]), d, MutableMatrixAt(dv, at[1]),
                      1, true, call.workspace);
    }
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const TensorView& weights = call.inputs[kWeights];
  const TensorView& v = call.inputs[kV];
  const int64_t group = GroupOf(index[1], weights.shape[1], v.shape[1]);
  std::vector<int> terms;
  for (int64_t key = 0; key < weights.shape[3]; ++key) {
    const Index weight = {index[0], index[1], index[2], key};
    const Index value = {index[0], group, key, index[3]};
    const int a = expression->Operand(kWeights, weight, weights.At(weight));
    const int b = expression->Operand(kV, value, v.At(value));
    terms.push_back(expression->Product(a, b));
  }
  expression->Sum(std::move(terms));
}

std::vector<Index> Reach(const Call& call, int slot, const Index& index) {
  const Shape& shape = call.outputs[0].shape;
  std::vector<Index> cells;
  if (slot == kWeights) {
    for (int64_t d = 0; d < shape[3]; ++d) {
      cells.push_back({index[0], index[1], index[2], d});
    }
    return cells;
  }
  ForEachQueryHead(index[1], shape[1], call.inputs[kV].shape[1],
                   [&](int64_t head) {
                     for (int64_t query = 0; query < shape[2]; ++query) {
                       cells.push_back({index[0], head, query, index[3]});
                     }
                   });
  return cells;
}

}  // namespace

const Operation& WeightedSumOperation() {
  static constexpr Operation operation{
      .schema = {.name = "weighted_sum",
                 .summary = "Mixes the values: out[b,h,t,d] = "
                            "Σ_s weights[b,h,t,s]·v[b,g,s,d], where "
                            "g = ⌊h·G/H⌋.",
                 .source = "Vaswani et al. 2017, equation 1; Ainslie et al. "
                           "2023 (groups)",
                 .inputs = {{.name = "weights", .axes = "B H T S"},
                            {.name = "v", .axes = "B G S D"}},
                 .attributes = {},
                 .outputs = {{.name = "output", .axes = "B H T D"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach,
      .workspace = Workspace};
  return operation;
}

Tensor WeightedSum(Graph& graph, Tensor weights, Tensor v, std::string name) {
  return graph.Apply(WeightedSumOperation(), {weights, v}, {}, std::move(name));
}

}  // namespace clearhead
