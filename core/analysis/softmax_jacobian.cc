// How much weights of softmax still move with their scores: the length of the
// matrix of derivatives ∂p_i/∂s_j = p_i·(δ_ij − p_j), J = diag(p) − p·pᵀ.
#include <cmath>

#include "core/analysis/analysis.h"
#include "core/ops/loops.h"
#include "core/ops/norms.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  return OneOutput(Lead(inputs[0].shape, 1));
}

double SquaresOf(int64_t n, const float* p) {
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += static_cast<double>(p[i]) * p[i];
  return sum;
}

// With s = Σ p², row i of J has the square p_i²·(1 − p_i)² + Σ_{j≠i} p_i²·p_j²
// = p_i²·(1 + s − 2·p_i), never below 0: out = √Σ p²·(1 + s − 2p).
void Forward(const Call& call) {
  const TensorView& weights = call.inputs[0];
  const int64_t n = weights.shape.back();
  float* out = call.outputs[0].floats();
  ForEach(Lead(weights.shape, 1), {&weights}, [&](Offsets at) {
    const float* row = weights.floats() + at[0];
    const double s = SquaresOf(n, row);
    double sum = 0;
    for (int64_t i = 0; i < n; ++i) {
      const double p = row[i];
      sum += p * p * (1 + s - 2 * p);
    }
    *out++ = static_cast<float>(std::sqrt(sum));
  });
}

// dp += dout·p·(1 + 2s − 3p)/out, 0 where out is 0 or ∞
void Backward(const BackwardCall& call) {
  const TensorView& weights = call.inputs[0];
  const TensorView& dweights = call.dinputs[0];
  const TensorView& out = call.outputs[0];
  const TensorView& dout = call.doutput;
  const int64_t n = weights.shape.back();
  ForEach(out.shape, {&weights, &dweights, &out, &dout}, [&](Offsets at) {
    const double norm = out.floats()[at[2]];
    if (norm == 0 || std::isinf(norm)) return;
    const float* row = weights.floats() + at[0];
    const double s = SquaresOf(n, row), scale = dout.floats()[at[3]] / norm;
    for (int64_t i = 0; i < n; ++i) {
      const double p = row[i];
      dweights.floats()[at[1] + i] +=
          static_cast<float>(scale * p * (1 + 2 * s - 3 * p));
    }
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  std::vector<int> rows = RowAt(call, index, expression), squares;
  for (const int p : rows) squares.push_back(expression->Product(p, p));
  const int sum = expression->Sum(squares, "Σ p²");
  const int two = expression->Constant(2);
  const int most = expression->Sum({expression->Constant(1), sum});
  for (size_t i = 0; i < rows.size(); ++i) {
    const int rest =
        expression->Difference(most, expression->Product(two, rows[i]));
    rows[i] = expression->Product(squares[i], rest);
  }
  expression->Apply(TermKind::kSquareRoot, expression->Sum(rows, "‖J‖²"));
}

}  // namespace

const Operation& SoftmaxJacobianOperation() {
  static constexpr Operation operation{
      .schema = {.name = "softmax_jacobian",
                 .summary = "How much weights move with their scores: the "
                            "Frobenius norm of J = diag(p) − p·pᵀ of every "
                            "row, out² = Σ p² − 2·Σ p³ + (Σ p²)²; 0 where "
                            "one weight is 1.",
                 .source = "Vaswani et al. 2017, section 3.2.1; Goodfellow et "
                           "al. 2016, section 6.2.2.3",
                 .inputs = {{.name = "weights", .axes = "... N"}},
                 .attributes = {},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = ReachRow};
  return operation;
}

}  // namespace clearhead
