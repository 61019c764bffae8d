// Mean, variance and range of every row.
#include <cmath>

#include "core/analysis/analysis.h"
#include "core/ops/loops.h"
#include "core/ops/norms.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Output { kMean, kVariance, kLeast, kLargest };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& shape = inputs[0].shape;
  if (shape.back() == 0) {
    return Fail(ErrorCode::kShape,
                "statistics: x has the shape %; give rows of at least one cell",
                shape);
  }
  const Shape rows = Lead(shape, 1);
  return Outputs({rows, rows, rows, rows});
}

double MeanOf(int64_t n, const float* row) {
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += row[i];
  return sum / static_cast<double>(n);
}

// mean = Σ x/n, variance = Σ (x − mean)²/n
void Forward(const Call& call) {
  const TensorView& x = call.inputs[0];
  const int64_t n = x.shape.back();
  int64_t place = 0;
  ForEach(Lead(x.shape, 1), {&x}, [&](Offsets at) {
    const float* row = x.floats() + at[0];
    const double mean = MeanOf(n, row);
    double squares = 0, least = row[0], largest = row[0];
    for (int64_t i = 0; i < n; ++i) {
      const double cell = row[i];
      squares += (cell - mean) * (cell - mean);
      if (cell < least || std::isnan(cell)) least = cell;
      if (cell > largest || std::isnan(cell)) largest = cell;
    }
    const double all[] = {mean, squares / static_cast<double>(n), least,
                          largest};
    for (int output = 0; output <= kLargest; ++output) {
      call.outputs[output].floats()[place] = static_cast<float>(all[output]);
    }
    ++place;
  });
}

// dx += (dmean + dvariance·2·(x − mean))/n
void Backward(const BackwardCall& call) {
  const TensorView& x = call.inputs[0];
  const TensorView& dx = call.dinputs[0];
  const TensorView& dmean = call.doutputs[kMean];
  const TensorView& dvariance = call.doutputs[kVariance];
  const int64_t n = x.shape.back();
  ForEach(dmean.shape, {&x, &dx, &dmean, &dvariance}, [&](Offsets at) {
    const float* row = x.floats() + at[0];
    const double mean = MeanOf(n, row), dspread = dvariance.floats()[at[3]];
    for (int64_t i = 0; i < n; ++i) {
      const double slope = dspread == 0 ? 0 : 2 * dspread * (row[i] - mean);
      dx.floats()[at[1] + i] += static_cast<float>(
          (dmean.floats()[at[2]] + slope) / static_cast<double>(n));
    }
  });
}

void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  std::vector<int> cells = RowAt(call, index, expression);
  const auto apply = [&](int term) {
    return expression->Apply(TermKind::kNegative, term);
  };
  if (output == kLargest) {
    expression->Maximum(cells);
  } else if (output == kLeast) {
    for (int& term : cells) term = apply(term);
    apply(expression->Maximum(cells));
  } else {
    const int count =
        expression->Constant(static_cast<double>(cells.size()), "n");
    const int mean = expression->Quotient(expression->Sum(cells), count, "μ");
    if (output == kMean) return;
    for (int& term : cells) {
      term = expression->Difference(term, mean);
      term = expression->Product(term, term);
    }
    expression->Quotient(expression->Sum(cells), count);
  }
}

}  // namespace

const Operation& StatisticsOperation() {
  static constexpr Operation operation{
      .schema = {.name = "statistics",
                 .summary = "Of every row the mean, out = Σ x/n, the variance "
                            "Σ (x − mean)²/n (biased: not over n − 1), the "
                            "least and the largest cell. Mean and variance "
                            "have gradients.",
                 .source = "Casella and Berger 2002, section 5.2",
                 .inputs = {{.name = "x", .axes = "... N"}},
                 .attributes = {},
                 .outputs = {{.name = "output", .axes = "..."},
                             {.name = "variance", .axes = "..."},
                             {.name = "least", .axes = "..."},
                             {.name = "largest", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = ReachRow,
      .gradients = 2};
  return operation;
}

}  // namespace clearhead
