// The best approximation of a matrix by one of lower rank, in two factors: what
// makes a latent's projections down and up of given ones.
#include <algorithm>
#include <cmath>

#include "core/analysis/analysis.h"
#include "core/analysis/spectral.h"
#include "core/ops/loops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Output { kLeft, kRight, kError };

int64_t RankOf(const Attributes& attributes) { return attributes[0].integer(); }

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const Shape& shape = inputs[0].shape;
  CH_RETURN_IF_ERROR(CheckCells("low_rank", shape));
  const int64_t rank = RankOf(attributes);
  const int64_t most = std::min(shape.FromBack(1), shape.back());
  if (rank > most) {
    return Fail(ErrorCode::kRange,
                "low_rank: rank is %; x has the shape %, give at most %", rank,
                shape, most);
  }
  Shape left = Lead(shape, 1), right = Lead(shape, 2);
  left.push_back(rank);
  right.push_back(rank);
  right.push_back(shape.back());
  return Outputs({left, right, Lead(shape, 2)});
}

// Whether the largest of a vector's cells is negative: of u·vᵀ = (−u)·(−v)ᵀ
// the one is taken whose u is not so.
bool PointsDown(size_t n, const double* u) {
  double largest = 0;
  for (size_t i = 0; i < n; ++i) {
    if (std::abs(u[i]) > std::abs(largest)) largest = u[i];
  }
  return largest < 0;
}

// left = U·√σ, right = √σ·Vᵀ, of the largest σ;
// error = √(Σ_{k > rank} σ²/Σ σ²)
void Forward(const Call& call) {
  const auto rank = static_cast<size_t>(RankOf(call.attributes));
  float* left = call.outputs[kLeft].floats();
  float* right = call.outputs[kRight].floats();
  float* error = call.outputs[kError].floats();
  ForEachSvd(call, [&](size_t m, size_t n, const kernels::Svd& svd) {
    double all = 0, rest = 0;
    for (size_t k = 0; k < svd.count; ++k) {
      const double* u = svd.left + k * m;
      const double* v = svd.right + k * n;
      const double value = svd.values[k];
      all += value * value;
      if (k >= rank) {
        rest += value * value;
        continue;
      }
      const double root =
          std::copysign(std::sqrt(value), PointsDown(m, u) ? -1.0 : 1.0);
      for (size_t i = 0; i < m; ++i) {
        left[i * rank + k] = static_cast<float>(root * u[i]);
      }
      for (size_t j = 0; j < n; ++j) {
        *right++ = static_cast<float>(root * v[j]);
      }
    }
    left += m * rank;
    *error++ = static_cast<float>(all == 0 ? 0 : std::sqrt(rest / all));
  });
}

// Of Σ values² the terms of all that are written out, and what the others are.
struct Squares {
  std::vector<int> terms;
  double rest = 0;

  void Add(int term, Expression* expression) {
    terms.push_back(expression->Product(term, term));
  }
};

// error = ‖x − left·right‖/‖x‖. left·right stands there as a constant: as it is
// the best, its own change by a cell of x changes nothing in first order.
void ExplainError(const Call& call, const Index& lead, Expression* expression) {
  const Shape& shape = call.inputs[0].shape;
  const int64_t n = shape.back(), count = shape.FromBack(1) * n;
  const int64_t rank = RankOf(call.attributes);
  Index cell = lead;
  cell.push_back(0);
  cell.push_back(0);
  const auto start = [&](int output) {
    const TensorView& factor = call.outputs[output];
    return factor.floats() + factor.Offset(cell);
  };
  const float* left = start(kLeft);
  const float* right = start(kRight);
  Squares differences, cells;
  for (int64_t flat = 0; flat < count; ++flat) {
    const int64_t row = cell[lead.size()] = flat / n;
    const int64_t column = cell.back() = flat % n;
    double product = 0;
    for (int64_t k = 0; k < rank; ++k) {
      product +=
          static_cast<double>(left[row * rank + k]) * right[k * n + column];
    }
    if (flat < kMostTerms) {
      const int x = OperandAt(call, 0, cell, expression);
      cells.Add(x, expression);
      differences.Add(expression->Difference(
                          x, expression->Constant(product, "left·right")),
                      expression);
    } else {
      const double x = call.inputs[0].At(cell);
      cells.rest += x * x;
      differences.rest += (x - product) * (x - product);
    }
  }
  const auto length = [&](const Squares& squares, const char* name) {
    const int sum = SumWithRest(squares.terms, count, squares.rest, expression);
    return expression->Apply(TermKind::kSquareRoot, sum, name);
  };
  const int whole = length(cells, "‖x‖");
  if (expression->value(whole) == 0) {
    expression->Constant(0, "‖x‖ = 0", {whole});
  } else {
    expression->Quotient(length(differences, "‖x − left·right‖"), whole);
  }
}

// U, σ and V come of rotations that have no formula.
void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  if (output == kError) return ExplainError(call, index, expression);
  expression->Constant(call.outputs[output].At(index),
                       output == kLeft ? "U·√σ" : "√σ·Vᵀ");
}

}  // namespace

const Operation& LowRankOperation() {
  static constexpr Operation operation{
      .schema = {.name = "low_rank",
                 .summary =
                     "The best approximation of x by a matrix of lower rank, "
                     "x ≈ out·right with out = U·√σ and right = √σ·Vᵀ of the "
                     "largest singular values; error = ‖x − out·right‖/‖x‖ "
                     "(Frobenius) = √(Σ_{k > rank} σ²/Σ σ²). The largest cell "
                     "of a column of out is positive. At most 262144 cells a "
                     "matrix.",
                 .source = "Eckart and Young 1936",
                 .inputs = {{.name = "x",
                             .axes = "... M N",
                             .differentiable = false}},
                 .attributes = {{.name = "rank",
                                 .type = AttributeType::kInteger,
                                 .summary = "R, at most the shorter side of x.",
                                 .required = true,
                                 .minimum = 1,
                                 .maximum = 65536}},
                 .outputs = {{.name = "output", .axes = "... M R"},
                             {.name = "right", .axes = "... R N"},
                             {.name = "error", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = NoBackward,
      .explain = Explain,
      .reach = NoReach,
      .workspace = SvdWorkspace};
  return operation;
}

}  // namespace clearhead
