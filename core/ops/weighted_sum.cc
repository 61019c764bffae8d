// Mixes the values by the weights: A·V, head by head. The result lies in memory
// as [B, T, H, D], so that joining the heads is a view.
#include <algorithm>

#include "core/ops/heads_of.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"
#include "core/ops/products.h"

namespace clearhead {
namespace {

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

// A·V, with A or its gradient and V or its gradient.
Factors FactorsOf(const std::vector<TensorView>& views, int64_t groups) {
  return {kernels::MatMulForm::kAB, Grouped(views[kWeights], groups),
          Grouped(views[kV], groups), Absorbs::kWeight};
}

int64_t GroupsOf(const std::vector<TensorView>& inputs) {
  return inputs[kV].shape[1];
}

size_t Workspace(const std::vector<TensorView>& inputs, const Attributes&) {
  return MultiplyWorkspace(FactorsOf(inputs, GroupsOf(inputs)));
}

// O = A·V, where a weight of exactly 0 absorbs its value
void Forward(const Call& call) {
  const int64_t groups = GroupsOf(call.inputs);
  Multiply(FactorsOf(call.inputs, groups), Grouped(call.outputs[0], groups),
           call.workspace);
}

// dA += dO·Vᵀ, dV += Aᵀ·dO, where a weight of exactly 0 absorbs
void Backward(const BackwardCall& call) {
  const int64_t groups = GroupsOf(call.inputs);
  const Factors gradients = FactorsOf(call.dinputs, groups);
  MultiplyBackward(FactorsOf(call.inputs, groups),
                   Grouped(call.doutput, groups), gradients.a, gradients.b,
                   call.workspace);
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const Shape& weights = call.inputs[kWeights].shape;
  const int64_t group = GroupOf(index[1], weights[1], GroupsOf(call.inputs));
  expression->Sum(ExplainProducts(
      call, weights[3], {kWeights, {index[0], index[1], index[2], 0}, 3},
      {kV, {index[0], group, 0, index[3]}, 2}, expression, Absorbs::kWeight));
}

std::vector<Index> Reach(const Call& call, int slot, const Index& index) {
  const Shape& shape = call.outputs[0].shape;
  if (slot == kWeights) return Line(shape, index, 3);
  return ReachOfGroup(shape, index[0], index[1], GroupsOf(call.inputs),
                      index[3]);
}

}  // namespace

const Operation& WeightedSumOperation() {
  static constexpr Operation operation{
      .schema = {.name = "weighted_sum",
                 .summary = "Mixes the values: out[b,h,t,d] = "
                            "Σ_s weights[b,h,t,s]·v[b,g,s,d], where "
                            "g = ⌊h·G/H⌋. A weight of 0 takes nothing of its "
                            "value, be that ∞ or NaN.",
                 .source = "Vaswani et al. 2017, equation 1; Ainslie et al. "
                           "2023 (groups)",
                 .inputs = {{.name = "weights", .axes = "B H T S"},
                            {.name = "v",
                             .axes = "B G S D",
                             .absorbs = Absorbs::kWeight}},
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

Tensor WeightedSum(Graph& graph, Tensor weights, Tensor v,
                   std::string_view name) {
  return graph.Apply(WeightedSumOperation(), {weights, v}, {}, name);
}

}  // namespace clearhead
