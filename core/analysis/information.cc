// What two variables say about each other.
#include <iterator>

#include "core/analysis/analysis.h"
#include "core/analysis/entropy.h"
#include "core/analysis/spectral.h"
#include "core/ops/loops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

// Every output as a sum of H(X), H(Y) and H(X,Y).
constexpr int kParts = 3;
constexpr const char* kPartNames[kParts] = {"H(X)", "H(Y)", "H(X,Y)"};
constexpr int kSigns[][kParts] = {{1, 1, -1}, {1, 0, 0},  {0, 1, 0},
                                  {0, 0, 1},  {0, -1, 1}, {-1, 0, 1}};
constexpr size_t kOutputs = std::size(kSigns);

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& shape = inputs[0].shape;
  CH_RETURN_IF_ERROR(CheckCells("information", shape));
  return std::vector<OutputSpec>(kOutputs, {Lead(shape, 2)});
}

// A matrix of p and its sums.
struct Joint {
  int64_t rows, columns;
  const float* cells;
  int64_t stride;

  double At(int64_t i, int64_t j) const { return cells[i * stride + j]; }
  double Row(int64_t i) const {
    double sum = 0;
    for (int64_t j = 0; j < columns; ++j) sum += At(i, j);
    return sum;
  }
  double Column(int64_t j) const {
    double sum = 0;
    for (int64_t i = 0; i < rows; ++i) sum += At(i, j);
    return sum;
  }
};

Joint JointAt(const TensorView& p, int64_t offset) {
  return {p.shape.FromBack(1), p.shape.back(), p.floats() + offset,
          p.strides.FromBack(1)};
}

// H(X,Y) = −Σ p_ij·log p_ij; H(X) and H(Y) of the sums of rows and columns
void Forward(const Call& call) {
  const TensorView& p = call.inputs[0];
  const double unit = NatsPerUnit(call.attributes);
  int64_t matrix = 0;
  ForEach(Lead(p.shape, 2), {&p}, [&](Offsets at) {
    const Joint joint = JointAt(p, at[0]);
    double parts[kParts] = {};
    for (int64_t i = 0; i < joint.rows; ++i) {
      parts[0] -= XLogX(joint.Row(i));
      for (int64_t j = 0; j < joint.columns; ++j) {
        parts[2] -= XLogX(joint.At(i, j));
      }
    }
    for (int64_t j = 0; j < joint.columns; ++j) {
      parts[1] -= XLogX(joint.Column(j));
    }
    for (size_t output = 0; output < kOutputs; ++output) {
      double sum = 0;
      for (int part = 0; part < kParts; ++part) {
        sum += kSigns[output][part] * parts[part];
      }
      call.outputs[output].floats()[matrix] = static_cast<float>(sum / unit);
    }
    ++matrix;
  });
}

// dp_ij += dout·(l(p_ij) − l(Σ_j p_ij) − l(Σ_i p_ij)), l(x) = (ln x + 1)/ln 2
void Backward(const BackwardCall& call) {
  const TensorView& p = call.inputs[0];
  const TensorView& dp = call.dinputs[0];
  const TensorView& dout = call.doutput;
  ForEach(dout.shape, {&p, &dp, &dout}, [&](Offsets at) {
    const Joint joint = JointAt(p, at[0]);
    const double scale = dout.floats()[at[2]] / NatsPerUnit(call.attributes);
    for (int64_t j = 0; j < joint.columns; ++j) {
      const double column = XLogXSlope(joint.Column(j));
      for (int64_t i = 0; i < joint.rows; ++i) {
        const double slope =
            XLogXSlope(joint.At(i, j)) - column - XLogXSlope(joint.Row(i));
        dp.floats()[at[1] + i * dp.strides.FromBack(1) + j] +=
            static_cast<float>(scale * slope);
      }
    }
  });
}

void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  const Shape& shape = call.inputs[0].shape;
  const int64_t rows = shape.FromBack(1), columns = shape.back();
  std::vector<int> cells;
  Index cell = index;
  cell.push_back(0);
  cell.push_back(0);
  for (int64_t i = 0; i < rows * columns; ++i) {
    cell[index.size()] = i / columns;
    cell.back() = i % columns;
    cells.push_back(OperandAt(call, 0, cell, expression));
  }
  // The sums of every row, or of every column.
  const auto sums = [&](int64_t count, int64_t step, int64_t n, int64_t along) {
    std::vector<int> all;
    for (int64_t i = 0; i < count; ++i) {
      std::vector<int> line;
      for (int64_t j = 0; j < n; ++j) {
        line.push_back(cells[static_cast<size_t>(i * step + j * along)]);
      }
      all.push_back(expression->Sum(line));
    }
    return all;
  };
  std::vector<int> parts;
  for (int part = 0; part < kParts; ++part) {
    const int sign = kSigns[output][part];
    if (sign == 0) continue;
    std::vector<int> p = cells;
    if (part == 0) p = sums(rows, columns, columns, 1);
    if (part == 1) p = sums(columns, 1, rows, columns);
    const int entropy = ExplainEntropy(p, InBits(call.attributes),
                                       kPartNames[part], expression);
    parts.push_back(sign > 0 ? entropy
                             : expression->Apply(TermKind::kNegative, entropy));
  }
  if (parts.size() > 1) expression->Sum(parts);
}

std::vector<Index> Reach(const Call&, int, const Index& index) {
  return {Lead(index, 2)};
}

}  // namespace

const Operation& InformationOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "information",
           .summary = "Mutual information of a joint distribution p(x, y), x a "
                      "row and y a column: out = I(X;Y) = H(X) + H(Y) − "
                      "H(X,Y); H(X|Y) = H(X,Y) − H(Y).",
           .source =
               "Shannon 1948, section 6; Cover and Thomas 2006, chapter 2",
           .inputs = {{.name = "p", .axes = "... M N"}},
           .attributes = {kUnitAttribute},
           .outputs = {{.name = "output", .axes = "..."},
                       {.name = "entropy_x", .axes = "..."},
                       {.name = "entropy_y", .axes = "..."},
                       {.name = "joint_entropy", .axes = "..."},
                       {.name = "x_given_y", .axes = "..."},
                       {.name = "y_given_x", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

}  // namespace clearhead
