// Compares every query with every key: QKᵀ, head by head.
#include <algorithm>

#include "core/ops/heads_of.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

using kernels::MatMulForm;

enum Slot { kQ, kK };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& q = inputs[kQ].shape;
  const Shape& k = inputs[kK].shape;
  CH_RETURN_IF_ERROR(CheckHeads("scores", q, k));
  return std::vector<OutputSpec>{{{q[0], q[1], q[2], k[2]}}};
}

struct Sizes {
  size_t queries, keys, width;
};

Sizes SizesOf(const std::vector<TensorView>& inputs) {
  return {static_cast<size_t>(inputs[kQ].shape[2]),
          static_cast<size_t>(inputs[kK].shape[2]),
          static_cast<size_t>(inputs[kQ].shape[3])};
}

size_t Workspace(const std::vector<TensorView>& inputs, const Attributes&) {
  const Sizes n = SizesOf(inputs);
  return std::max(
      {kernels::MatMulWorkspace(MatMulForm::kABt, n.queries, n.keys, n.width),
       kernels::MatMulWorkspace(MatMulForm::kAB, n.queries, n.width, n.keys),
       kernels::MatMulWorkspace(MatMulForm::kAtB, n.keys, n.width, n.queries)});
}

// S = Q·Kᵀ
void Forward(const Call& call) {
  const TensorView& q = call.inputs[kQ];
  const TensorView& k = call.inputs[kK];
  const TensorView& out = call.outputs[0];
  const Sizes n = SizesOf(call.inputs);
  ForEachHead(q.shape, {&q, &k, &out}, [&](Offsets at) {
    kernels::MatMul(MatMulForm::kABt, n.queries, n.keys, n.width,
                    MatrixAt(q, at[0]), MatrixAt(k, at[1]),
                    MutableMatrixAt(out, at[2]), 1, false, call.workspace);
  });
}

// dQ += dS·K, dK += dSᵀ·Q
void Backward(const BackwardCall& call) {
  const TensorView& q = call.inputs[kQ];
  const TensorView& k = call.inputs[kK];
  const TensorView& dout = call.doutput;
  const TensorView& dq = call.dinputs[kQ];
  const TensorView& dk = call.dinputs[kK];
  const Sizes n = SizesOf(call.inputs);
  ForEachHead(q.shape, {&q, &k, &dout}, [&](Offsets at) {
    const kernels::Matrix ds = MatrixAt(dout, at[2]);
    if (dq.present()) {
      kernels::MatMul(MatMulForm::kAB, n.queries, n.width, n.keys, ds,
                      MatrixAt(k, at[1]), MutableMatrixAt(dq, at[0]), 1, true,
                      call.workspace);
    }
    if (dk.present()) {
      kernels::MatMul(MatMulForm::kAtB, n.keys, n.width, n.queries, ds,
                      MatrixAt(q, at[0]), MutableMatrixAt(dk, at[1]), 1, true,
                      call.workspace);
    }
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const TensorView& q = call.inputs[kQ];
  const TensorView& k = call.inputs[kK];
  const int64_t group = GroupOf(index[1], q.shape[1], k.shape[1]);
  std::vector<int> terms;
  for (int64_t d = 0; d < q.shape[3]; ++d) {
    const Index query = {index[0], index[1], index[2], d};
    const Index key = {index[0], group, index[3], d};
    const int a = expression->Operand(kQ, query, q.At(query));
    const int b = expression->Operand(kK, key, k.At(key));
    terms.push_back(expression->Product(a, b));
  }
  expression->Sum(std::move(terms), "q·k");
}

std::vector<Index> Reach(const Call& call, int slot, const Index& index) {
  const Shape& shape = call.outputs[0].shape;
  std::vector<Index> cells;
  if (slot == kQ) {
    for (int64_t key = 0; key < shape[3]; ++key) {
      cells.push_back({index[0], index[1], index[2], key});
    }
    return cells;
  }
  ForEachQueryHead(index[1], shape[1], call.inputs[kK].shape[1],
                   [&](int64_t head) {
                     for (int64_t query = 0; query < shape[2]; ++query) {
                       cells.push_back({index[0], head, query, index[2]});
                     }
                   });
  return cells;
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
                 .inputs = {{.name = "q", .axes = "B H T D"},
                            {.name = "k", .axes = "B G S D"}},
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

Tensor Scores(Graph& graph, Tensor q, Tensor k, std::string name) {
  return graph.Apply(ScoresOperation(), {q, k}, {}, std::move(name));
}

}  // namespace clearhead
