// Whether a matrix is symmetric, and whether xᵀ·A·x can be negative.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/analysis/analysis.h"
#include "core/analysis/spectral.h"
#include "core/kernels/elementwise.h"
#include "core/kernels/svd.h"
#include "core/ops/loops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Output { kSmallest, kAsymmetry, kVector };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& shape = inputs[0].shape;
  CH_RETURN_IF_ERROR(CheckCells("symmetry", shape));
  if (shape.back() == 0) {
    return Fail(ErrorCode::kShape, "symmetry: a has the shape %; it is empty",
                shape);
  }
  const Shape lead = Lead(shape, 2);
  return Outputs({lead, lead, Lead(shape, 1)});
}

size_t Workspace(const std::vector<TensorView>& inputs, const Attributes&) {
  const auto n = static_cast<size_t>(inputs[0].shape.back());
  return 2 * kernels::SvdScratch(n, n);
}

struct Square {
  int64_t n;
  const float* cells;
  int64_t stride;

  double At(int64_t i, int64_t j) const { return cells[i * stride + j]; }
  double Symmetric(int64_t i, int64_t j) const {
    return (At(i, j) + At(j, i)) / 2;
  }
  // Where |A_ij − A_ji| is largest; the first NaN, if there is one.
  std::pair<int64_t, int64_t> LeastSymmetric() const {
    std::pair<int64_t, int64_t> worst{0, 0};
    double most = 0;
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j <= i; ++j) {
        const double distance = std::abs(At(i, j) - At(j, i));
        if (std::isnan(distance)) return {i, j};
        if (distance > most) {
          most = distance;
          worst = {i, j};
        }
      }
    }
    return worst;
  }
};

Square SquareAt(const TensorView& a, int64_t offset) {
  return {a.shape.back(), a.floats() + offset, a.strides.FromBack(1)};
}

// No eigenvalue of S is below −bound (Gershgorin 1931), so S + bound·I has its
// eigenvalues as singular values: λ = σ − bound.
double BoundOf(const Square& a) {
  double bound = 0;
  for (int64_t i = 0; i < a.n; ++i) {
    double sum = 0;
    for (int64_t j = 0; j < a.n; ++j) sum += std::abs(a.Symmetric(i, j));
    bound = std::max(bound, sum);
  }
  return bound;
}

// out = min λ of S = (A + Aᵀ)/2, asymmetry = max |A − Aᵀ|
void Forward(const Call& call) {
  const TensorView& a = call.inputs[0];
  const auto n = static_cast<size_t>(a.shape.back());
  float* smallest = call.outputs[kSmallest].floats();
  float* asymmetry = call.outputs[kAsymmetry].floats();
  float* vector = call.outputs[kVector].floats();
  ForEach(Lead(a.shape, 2), {&a}, [&](Offsets at) {
    const Square square = SquareAt(a, at[0]);
    const double bound = BoundOf(square);
    const auto cell = [&](size_t i, size_t j) {
      return square.Symmetric(static_cast<int64_t>(i),
                              static_cast<int64_t>(j)) +
             (i == j ? bound : 0);
    };
    const kernels::Svd svd = kernels::Decompose(
        n, n, cell, reinterpret_cast<double*>(call.workspace));
    *smallest++ = static_cast<float>(svd.values[n - 1] - bound);
    for (size_t i = 0; i < n; ++i) {
      *vector++ = static_cast<float>(svd.right[(n - 1) * n + i]);
    }
    const auto [row, column] = square.LeastSymmetric();
    *asymmetry++ = static_cast<float>(
        std::abs(square.At(row, column) - square.At(column, row)));
  });
}

// dA += dout·v·vᵀ
void Backward(const BackwardCall& call) {
  const TensorView& da = call.dinputs[0];
  const TensorView& dout = call.doutput;
  const TensorView& vector = call.outputs[kVector];
  const int64_t n = da.shape.back();
  ForEach(dout.shape, {&da, &dout, &vector}, [&](Offsets at) {
    const float* v = vector.floats() + at[2];
    for (int64_t i = 0; i < n; ++i) {
      kernels::MultiplyAdd(static_cast<size_t>(n), v[i] * dout.floats()[at[1]],
                           v, da.floats() + at[0] + i * da.strides.FromBack(1));
    }
  });
}

void ExplainAsymmetry(const Call& call, const Index& lead,
                      Expression* expression) {
  Index first = lead;
  first.push_back(0);
  first.push_back(0);
  const auto [row, column] =
      SquareAt(call.inputs[0], call.inputs[0].Offset(first)).LeastSymmetric();
  Index second = first;
  first[lead.size()] = second.back() = row;
  second[lead.size()] = first.back() = column;
  const int difference =
      expression->Difference(OperandAt(call, 0, first, expression),
                             OperandAt(call, 0, second, expression));
  expression->Maximum(
      {difference, expression->Apply(TermKind::kNegative, difference)});
}

// λ = vᵀ·S·v = vᵀ·A·v. The vector comes of rotations that have no formula.
void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  const TensorView& vector = call.outputs[kVector];
  if (output == kAsymmetry) {
    ExplainAsymmetry(call, index, expression);
  } else if (output == kVector) {
    expression->Constant(vector.At(index), "A·v = λ·v");
  } else {
    Index first = index;
    first.push_back(0);
    const Strided v{vector.floats() + vector.Offset(first), 1};
    ExplainBilinear(call, index, v, v, expression);
  }
}

std::vector<Index> Reach(const Call&, int, const Index& index) {
  return {Lead(index, 2)};
}

}  // namespace

const Operation& SymmetryOperation() {
  static constexpr Operation operation{
      .schema = {.name = "symmetry",
                 .summary = "The smallest eigenvalue λ of (a + aᵀ)/2 with its "
                            "vector: xᵀ·a·x ≥ λ·xᵀ·x, so a is positive "
                            "semidefinite where λ ≥ 0. asymmetry = "
                            "max |a − aᵀ|. At most 262144 cells a matrix.",
                 .source = "Horn and Johnson 2013, section 4.2",
                 .inputs = {{.name = "a", .axes = "... N N"}},
                 .attributes = {},
                 .outputs = {{.name = "output", .axes = "..."},
                             {.name = "asymmetry", .axes = "..."},
                             {.name = "vector", .axes = "... N"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach,
      .workspace = Workspace};
  return operation;
}

}  // namespace clearhead
