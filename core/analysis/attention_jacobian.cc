#include "core/analysis/attention_jacobian.h"

#include <algorithm>

#include "core/kernels/elementwise.h"
#include "core/kernels/matmul.h"
#include "core/kernels/reduce.h"
#include "core/ops/loops.h"

namespace clearhead {
namespace {

// Cells as stored, as computed before an edit, or the factor of the gradient
// that the edit lets through.
enum class Read { kStored, kComputed, kPassed };

// One head of [1, H, T, W].
Rows RowsOf(const Graph& graph, const char* name, int64_t head,
            Read read = Read::kStored) {
  const Value& value = graph.value(graph.Find(name));
  const Storage& storage = graph.storages()[value.storage];
  const auto* stored = reinterpret_cast<const float*>(storage.data);
  std::vector<float> cells(stored, stored + storage.count);
  if (read == Read::kPassed) std::fill(cells.begin(), cells.end(), 1.0f);
  if (read != Read::kStored) {
    for (const Edit& edit : storage.edits) {
      cells[edit.offset] =
          static_cast<float>(read == Read::kPassed ? edit.factor : edit.was);
    }
  }
  const TensorView view{DataType::kFloat32, value.shape, value.strides,
                        cells.data() + value.offset};
  Rows rows{view.shape[3], {}};
  for (int64_t t = 0; t < view.shape[2]; ++t) {
    const float* row = view.floats() + view.Offset({0, head, t, 0});
    rows.cells.insert(rows.cells.end(), row, row + rows.width);
  }
  return rows;
}

// The head's columns of a projection [C, H·W], as [C, W].
TensorView WeightOf(const Graph& graph, const char* name, int64_t head,
                    int64_t width) {
  TensorView weight = graph.Cells(graph.Find(name));
  weight.data = weight.floats() + weight.Offset({0, head * width});
  weight.shape[1] = width;
  return weight;
}

Rows Transposed(const TensorView& a) {
  Rows rows{a.shape[0], {}};
  for (int64_t c = 0; c < a.shape[1]; ++c) {
    for (int64_t r = 0; r < a.shape[0]; ++r) {
      rows.cells.push_back(a.floats()[a.Offset({r, c})]);
    }
  }
  return rows;
}

Rows Zeros(int64_t count, int64_t width) {
  return {width, std::vector<float>(static_cast<size_t>(count * width))};
}

double Dot(const std::vector<float>& a, const float* b) {
  return kernels::Dot(a.size(), a.data(), b);
}

bool AllOnes(int64_t n, const float* row) {
  return std::all_of(row, row + n, [](float factor) { return factor == 1; });
}

kernels::Matrix MatrixOf(const Rows& rows) {
  return {rows.cells.data(), static_cast<ptrdiff_t>(rows.width)};
}

kernels::MutableMatrix MatrixOf(Rows* rows) {
  return {rows->cells.data(), static_cast<ptrdiff_t>(rows->width)};
}

// What the edits of scores, scaled and masked let through together.
Rows PassesScores(const Graph& graph, int64_t head) {
  Rows product = RowsOf(graph, "scores", head, Read::kPassed);
  for (const char* stage : {"scaled", "masked"}) {
    const Rows factor = RowsOf(graph, stage, head, Read::kPassed);
    kernels::Multiply(product.cells.size(), product.cells.data(),
                      factor.cells.data(), product.cells.data());
  }
  return product;
}

// 1/√d_k or 1: the inverse of what the scores were divided by.
double ScaleOf(const Graph& graph) {
  const int storage = graph.value(graph.Find("scaled")).storage;
  const Node& node = graph.nodes()[graph.storages()[storage].node];
  return 1 / node.attributes[0].number;
}

}  // namespace

HeadJacobian::HeadJacobian(const Graph& graph, int64_t head)
    : graph_(graph),
      scale_(ScaleOf(graph)),
      q_(RowsOf(graph, "heads.query", head)),
      k_(RowsOf(graph, "heads.key", head)),
      v_(RowsOf(graph, "heads.value", head)),
      weights_(RowsOf(graph, "weights", head)),
      computed_(RowsOf(graph, "weights", head, Read::kComputed)),
      passes_q_(RowsOf(graph, "heads.query", head, Read::kPassed)),
      passes_k_(RowsOf(graph, "heads.key", head, Read::kPassed)),
      passes_v_(RowsOf(graph, "heads.value", head, Read::kPassed)),
      passes_scores_(PassesScores(graph, head)),
      passes_weights_(RowsOf(graph, "weights", head, Read::kPassed)),
      passes_output_(RowsOf(graph, "head_outputs", head, Read::kPassed)),
      value_(Transposed(WeightOf(graph, "value.weight", head, v_.width))),
      query_weight_(WeightOf(graph, "query.weight", head, q_.width)),
      key_weight_(WeightOf(graph, "key.weight", head, k_.width)),
      b_(Zeros(v_.size(), v_.width)) {
  for (int64_t d = 0; d < value_.size(); ++d) {
    value_squares_.push_back(
        kernels::Dot(static_cast<size_t>(value_.width), value_[d], value_[d]));
  }
}

void HeadJacobian::At(int64_t i) {
  i_ = i;
  const auto width = static_cast<size_t>(v_.width);
  std::vector<float> mean(width);
  for (int64_t l = 0; l < v_.size(); ++l) {
    kernels::MultiplyAdd(width, passes_weights_[i][l] * computed_[i][l], v_[l],
                         mean.data());
  }
  for (int64_t l = 0; l < v_.size(); ++l) {
    const double outer = scale_ * passes_scores_[i][l] * computed_[i][l];
    for (int64_t d = 0; d < v_.width; ++d) {
      b_[l][d] = static_cast<float>(
          outer * (passes_weights_[i][l] * v_[l][d] - mean[d]));
    }
  }
  const std::vector<float> ones(static_cast<size_t>(q_.width), 1.0f);
  untouched_ = PullOf(ones.data());
}

HeadJacobian::Pull HeadJacobian::PullOf(const float* passes_k) const {
  const auto width = static_cast<size_t>(q_.width);
  std::vector<float> q(width);
  kernels::Multiply(width, passes_k, q_[i_], q.data());
  Pull pull;
  for (int64_t c = 0; c < key_weight_.shape[0]; ++c) {
    const float* row = key_weight_.floats() + key_weight_.Offset({c, 0});
    pull.g.push_back(static_cast<float>(Dot(q, row)));
  }
  for (int64_t d = 0; d < value_.size(); ++d) {
    pull.values.push_back(Dot(pull.g, value_[d]));
  }
  pull.square = Dot(pull.g, pull.g.data());
  return pull;
}

// block += (Bᵀ K ∘ F_q,i) W_Qᵀ, which is Σ_l b_il (W_Q (F_q,i ∘ k_l))ᵀ
Status HeadJacobian::AddQueries(Rows* block) const {
  using kernels::MatMulForm;
  const auto tokens = static_cast<size_t>(k_.size());
  const auto values = static_cast<size_t>(b_.width);
  const auto keys = static_cast<size_t>(k_.width);
  const auto features = static_cast<size_t>(block->width);
  Rows mixed = Zeros(b_.width, k_.width);
  CH_ASSIGN_OR_RETURN(
      float* workspace,
      graph_.Workspace(std::max(
          kernels::MatMulWorkspace(MatMulForm::kAtB, values, keys, tokens),
          kernels::MatMulWorkspace(MatMulForm::kABt, values, features, keys))));
  kernels::MatMul(MatMulForm::kAtB, values, keys, tokens, MatrixOf(b_),
                  MatrixOf(k_), MatrixOf(&mixed), 1, false, workspace);
  for (int64_t d = 0; d < mixed.size(); ++d) {
    kernels::Multiply(keys, passes_q_[i_], mixed[d], mixed[d]);
  }
  kernels::MatMul(MatMulForm::kABt, values, features, keys, MatrixOf(mixed),
                  MatrixAt(query_weight_, 0), MatrixOf(block), 1, true,
                  workspace);
  return {};
}

Result<Rows> HeadJacobian::Block(int64_t j) const {
  const Pull pull = PullOf(passes_k_[j]);
  Rows block = Zeros(value_.size(), value_.width);
  if (i_ == j) CH_RETURN_IF_ERROR(AddQueries(&block));
  const auto features = static_cast<size_t>(block.width);
  for (int64_t d = 0; d < block.size(); ++d) {
    kernels::MultiplyAdd(features, weights_[i_][j] * passes_v_[j][d], value_[d],
                         block[d]);
    kernels::MultiplyAdd(features, b_[j][d], pull.g.data(), block[d]);
    kernels::Scale(features, passes_output_[i_][d], block[d], block[d]);
  }
  return block;
}

Result<double> HeadJacobian::Square(int64_t j) const {
  if (i_ == j) {
    CH_ASSIGN_OR_RETURN(const Rows block, Block(j));
    return Dot(block.cells, block.cells.data());
  }
  // ‖w F_v V_d + b_d g‖² of every row V_d of W_Vᵀ
  const bool plain = AllOnes(k_.width, passes_k_[j]);
  const Pull edited = plain ? Pull{} : PullOf(passes_k_[j]);
  const Pull& pull = plain ? untouched_ : edited;
  double square = 0;
  for (int64_t d = 0; d < value_.size(); ++d) {
    const double own = weights_[i_][j] * passes_v_[j][d];
    const double b = b_[j][d];
    const double passed = passes_output_[i_][d];
    square += passed * passed *
              (own * own * value_squares_[d] + 2 * own * b * pull.values[d] +
               b * b * pull.square);
  }
  return square;
}

}  // namespace clearhead
