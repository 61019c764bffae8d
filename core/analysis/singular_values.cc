// How a matrix stretches: its singular values and vectors, and its rank.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/analysis/analysis.h"
#include "core/analysis/entropy.h"
#include "core/analysis/spectral.h"
#include "core/base/math.h"
#include "core/kernels/elementwise.h"
#include "core/ops/loops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Output { kValues, kLeft, kRight, kRank, kEffective };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& shape = inputs[0].shape;
  CH_RETURN_IF_ERROR(CheckCells("singular_values", shape));
  const int64_t rows = shape.FromBack(1), columns = shape.back();
  const Shape lead = Lead(shape, 2);
  Shape values = lead, left = lead, right = lead;
  values.push_back(std::min(rows, columns));
  left.push_back(rows);
  left.push_back(values.back());
  right.push_back(values.back());
  right.push_back(columns);
  return Outputs({values, left, right, lead, lead});
}

// A σ counts that is above threshold·σ₁.
double ThresholdOf(const Call& call) {
  const Shape& shape = call.inputs[0].shape;
  const double given = call.attributes[0].number;
  const int64_t longer = std::max(shape.FromBack(1), shape.back());
  return std::isnan(given) ? 0x1p-23 * static_cast<double>(longer) : given;
}

float RankOf(const kernels::Svd& svd, double threshold) {
  if (svd.count == 0) return 0;
  if (std::isnan(svd.values[0])) return static_cast<float>(svd.values[0]);
  size_t rank = 0;
  while (rank < svd.count && svd.values[rank] > threshold * svd.values[0]) {
    ++rank;
  }
  return static_cast<float>(rank);
}

// e^H of σ/Σσ; 0 for a matrix of zeros.
double EffectiveRankOf(const kernels::Svd& svd) {
  double sum = 0, nats = 0;
  for (size_t k = 0; k < svd.count; ++k) sum += svd.values[k];
  if (sum == 0) return 0;
  for (size_t k = 0; k < svd.count; ++k) nats -= XLogX(svd.values[k] / sum);
  return Exp(nats);
}

// A = U·diag(σ)·Vᵀ
void Forward(const Call& call) {
  float* values = call.outputs[kValues].floats();
  float* left = call.outputs[kLeft].floats();
  float* right = call.outputs[kRight].floats();
  float* rank = call.outputs[kRank].floats();
  float* effective = call.outputs[kEffective].floats();
  ForEachSvd(call, [&](size_t m, size_t n, const kernels::Svd& svd) {
    const size_t count = svd.count;
    for (size_t k = 0; k < count; ++k) {
      *values++ = static_cast<float>(svd.values[k]);
      for (size_t i = 0; i < m; ++i) {
        left[i * count + k] = static_cast<float>(svd.left[k * m + i]);
      }
      for (size_t j = 0; j < n; ++j) {
        *right++ = static_cast<float>(svd.right[k * n + j]);
      }
    }
    left += m * count;
    *rank++ = RankOf(svd, ThresholdOf(call));
    *effective++ = static_cast<float>(EffectiveRankOf(svd));
  });
}

// dA += U·diag(dσ)·Vᵀ
void Backward(const BackwardCall& call) {
  const TensorView& da = call.dinputs[0];
  const TensorView& dout = call.doutput;
  const int64_t m = da.shape.FromBack(1), n = da.shape.back();
  const int64_t count = dout.shape.back();
  const float* left = call.outputs[kLeft].floats();
  const float* right = call.outputs[kRight].floats();
  ForEach(Lead(da.shape, 2), {&da, &dout}, [&](Offsets at) {
    for (int64_t i = 0; i < m; ++i) {
      float* row = da.floats() + at[0] + i * da.strides.FromBack(1);
      for (int64_t k = 0; k < count; ++k) {
        kernels::MultiplyAdd(static_cast<size_t>(n),
                             *left++ * dout.floats()[at[1] + k], right + k * n,
                             row);
      }
    }
    right += count * n;
  });
}

// e^H of the values, which are opened by themselves.
void ExplainEffectiveRank(const Call& call, const Index& index,
                          Expression* expression) {
  Index cell = index;
  cell.push_back(0);
  std::vector<int> values;
  const TensorView& stored = call.outputs[kValues];
  for (; cell.back() < stored.shape.back(); ++cell.back()) {
    values.push_back(expression->Constant(stored.At(cell), "σ"));
  }
  const int sum = expression->Sum(values, "Σ");
  if (expression->value(sum) == 0) return;
  for (int& value : values) value = expression->Quotient(value, sum);
  expression->Apply(TermKind::kExponential,
                    ExplainEntropy(values, false, "H", expression));
}

// σ_k = u_kᵀ·A·v_k. U, V and the rank come of rotations that have no formula.
void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  if (output == kEffective) {
    return ExplainEffectiveRank(call, index, expression);
  }
  if (output != kValues) {
    expression->Constant(call.outputs[output].At(index),
                         output == kRank ? "σ > threshold·σ₁" : "A = U·σ·Vᵀ");
    return;
  }
  const int64_t k = index.back();
  const Index lead = Lead(index, 1);
  Index column = lead, row = lead;
  column.push_back(0);
  column.push_back(k);
  row.push_back(k);
  row.push_back(0);
  const TensorView& left = call.outputs[kLeft];
  const TensorView& right = call.outputs[kRight];
  ExplainBilinear(
      call, lead,
      {left.floats() + left.Offset(column), left.strides.FromBack(1)},
      {right.floats() + right.Offset(row), 1}, expression);
}

std::vector<Index> Reach(const Call& call, int, const Index& index) {
  const Shape& shape = call.outputs[kValues].shape;
  Index first = Lead(index, 1);
  first.back() = 0;
  return Line(shape, first, shape.size() - 1);
}

}  // namespace

const Operation& SingularValuesOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "singular_values",
           .summary = "How a matrix stretches, largest first: a = "
                      "left·diag(out)·right with orthonormal columns of left "
                      "(U) and rows of right (Vᵀ), 0 where σ is. rank counts "
                      "the values "
                      "above threshold·σ₁, effective_rank is e^H of σ/Σσ. At "
                      "most 262144 cells a matrix.",
           .source = "Golub and Van Loan 2013, section 8.6; Roy and Vetterli "
                     "2007",
           .inputs = {{.name = "a", .axes = "... M N"}},
           .attributes = {{.name = "threshold",
                           .summary = "Of the rank, relative to σ₁; where not "
                                      "given, the longer side times 2^−23.",
                           .fallback = std::numeric_limits<double>::quiet_NaN(),
                           .minimum = 0,
                           .maximum = 1}},
           .outputs = {{.name = "output", .axes = "... K"},
                       {.name = "left", .axes = "... M K"},
                       {.name = "right", .axes = "... K N"},
                       {.name = "rank", .axes = "..."},
                       {.name = "effective_rank", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach,
      .workspace = SvdWorkspace};
  return operation;
}

}  // namespace clearhead
