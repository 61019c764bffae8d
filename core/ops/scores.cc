// Compares every query with every key: QKᵀ, head by head.
#include <algorithm>

#include "core/ops/heads_of.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"
#include "core/ops/products.h"

namespace clearhead {
namespace {

enum Slot { kQ, kK };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& q = inputs[kQ].shape;
  const Shape& k = inputs[kK].shape;
  CH_RETURN_IF_ERROR(CheckHeads("scores", q, k));
  return OneOutput({q[0], q[1], q[2], k[2]});
}

// Q·Kᵀ, with Q or its gradient and K or its gradient.
Factors FactorsOf(const std::vector<TensorView>& views, int64_t groups) {
  return {kernels::MatMulForm::kABt, Grouped(views[kQ], groups),
          Grouped(views[kK], groups), Absorbs::kGradient};
}

int64_t GroupsOf(const std::vector<TensorView>& inputs) {
  return inputs[kK].shape[1];
}

size_t Workspace(const std::vector<TensorView>& inputs, const Attributes&) {
  return MultiplyWorkspace(FactorsOf(inputs, GroupsOf(inputs)));
}

// S = Q·Kᵀ
void Forward(const Call& call) {
  const int64_t groups = GroupsOf(call.inputs);
  Multiply(FactorsOf(call.inputs, groups), Grouped(call.outputs[0], groups),
           call.workspace);
}

// dQ += dS·K, dK += dSᵀ·Q, where a dS of exactly 0 absorbs
void Backward(const BackwardCall& call) {
  const int64_t groups = GroupsOf(call.inputs);
  const Factors gradients = FactorsOf(call.dinputs, groups);
  MultiplyBackward(FactorsOf(call.inputs, groups),
                   Grouped(call.doutput, groups), gradients.a, gradients.b,
                   call.workspace);
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const Shape& q = call.inputs[kQ].shape;
  const int64_t group = GroupOf(index[1], q[1], GroupsOf(call.inputs));
  expression->Sum(
      ExplainProducts(call, q[3], {kQ, {index[0], index[1], index[2], 0}, 3},
                      {kK, {index[0], group, index[3], 0}, 3}, expression),
      "q·k");
}

std::vector<Index> Reach(const Call& call, int slot, const Index& index) {
  const Shape& shape = call.outputs[0].shape;
  if (slot == kQ) return Line(shape, index, 3);
  return ReachOfGroup(shape, index[0], index[1], GroupsOf(call.inputs),
                      index[2]);
}

}  // namespace

const Operation& ScoresOperation() {
  static constexpr Operation operation{
      .schema = {.name = "scores",
                 .summary = "Dot product of every query with every key: "
                            "out[b,h,t,s] = Σ_d q[b,h,t,d]·k[b,g,s,d], where "
                            "g = ⌊h·G/H⌋.",
                 .source = "Vaswani et al. 2017, equation 1; Ainslie et al. "
                           "2023 (groups)",
                 .inputs = {{.name = "q",
                             .axes = "B H T D",
                             .absorbs = Absorbs::kGradient},
                            {.name = "k",
                             .axes = "B G S D",
                             .absorbs = Absorbs::kGradient}},
                 .attributes = {},
                 .outputs = {{.name = "output", .axes = "B H T S"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach,
      .workspace = Workspace};
  return operation;
}

Tensor Scores(Graph& graph, Tensor q, Tensor k, std::string_view name) {
  return graph.Apply(ScoresOperation(), {q, k}, {}, name);
}

}  // namespace clearhead
