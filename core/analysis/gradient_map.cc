#include "core/analysis/gradient_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/analysis/attention_jacobian.h"
#include "core/analysis/attention_stages.h"
#include "core/base/order.h"
#include "core/graph/gradients.h"
#include "core/kernels/reduce.h"

namespace clearhead {
namespace {

using Doubles = std::vector<double>;

constexpr size_t kMostTerms = 4096;

std::vector<float> Roots(const Doubles& squares) {
  std::vector<float> roots;
  for (const double square : squares) {
    roots.push_back(static_cast<float>(std::sqrt(std::max(square, 0.0))));
  }
  return roots;
}

Span Among(int64_t positions, Span span) {
  const int64_t begin = std::clamp(span.begin, int64_t{0}, positions);
  return {begin, std::clamp(span.end, begin, positions)};
}

// ∂out_i/∂x_j of all heads: [features of out, C].
Result<Rows> BlockOf(const Graph& graph, int64_t i, int64_t j) {
  Rows all{graph.Cells(graph.Find("x")).shape[2], {}};
  const int64_t heads = graph.Cells(graph.Find("weights")).shape[1];
  for (int64_t h = 0; h < heads; ++h) {
    HeadJacobian head(graph, h);
    head.At(i);
    CH_ASSIGN_OR_RETURN(const Rows block, head.Block(j));
    all.cells.insert(all.cells.end(), block.cells.begin(), block.cells.end());
  }
  return all;
}

}  // namespace

Result<std::vector<float>> GradientMap(const Graph& graph, Tensor output,
                                       Tensor input, const Progress& progress) {
  const Shape out = graph.Cells(output).shape;
  const Shape in = graph.Cells(input).shape;
  Doubles squares(static_cast<size_t>(out[1] * in[1]));
  Gradients gradients(graph.budget());
  for (int64_t i = 0; i < out[1]; ++i) {
    CH_RETURN_IF_ERROR(
        progress.At(static_cast<double>(i) / static_cast<double>(out[1])));
    for (int64_t e = 0; e < out[2]; ++e) {
      CH_RETURN_IF_ERROR(gradients.Compute(graph, {output, Index{0, i, e}}));
      const TensorView dx = gradients.Of(graph, input);
      for (int64_t j = 0; j < in[1]; ++j) {
        const float* row = dx.floats() + dx.Offset({0, j, 0});
        squares[i * in[1] + j] +=
            kernels::Dot(static_cast<size_t>(in[2]), row, row);
      }
    }
  }
  return Roots(squares);
}

Result<std::vector<float>> SelfAttentionGradientMap(const Graph& graph,
                                                    Span outputs, Span inputs) {
  CH_RETURN_IF_ERROR(CheckStages(graph));
  const Shape shape = graph.Cells(graph.Find("weights")).shape;
  outputs = Among(shape[2], outputs);
  inputs = Among(shape[2], inputs);
  Doubles squares(static_cast<size_t>((outputs.end - outputs.begin) *
                                      (inputs.end - inputs.begin)));
  for (int64_t h = 0; h < shape[1]; ++h) {
    HeadJacobian head(graph, h);
    double* square = squares.data();
    for (int64_t i = outputs.begin; i < outputs.end; ++i) {
      head.At(i);
      for (int64_t j = inputs.begin; j < inputs.end; ++j) {
        CH_ASSIGN_OR_RETURN(const double own, head.Square(j));
        *square++ += own;
      }
    }
  }
  return Roots(squares);
}

Result<Expression> ExplainGradientMap(const Graph& graph, const Index& index,
                                      size_t limit) {
  CH_RETURN_IF_ERROR(CheckStages(graph));
  CH_ASSIGN_OR_RETURN(const Rows block, BlockOf(graph, index[0], index[1]));
  const auto count = static_cast<int>(block.cells.size());
  const int most =
      static_cast<int>(limit == 0 ? kMostTerms : std::min(limit, kMostTerms));
  const std::vector<int> order = OrderOf(count, [&](int a, int b) {
    if (count <= most) return false;
    return std::abs(block.cells[a]) > std::abs(block.cells[b]);
  });
  const int x = graph.Find("x").id;
  Expression expression;
  std::vector<int> squares;
  for (const int cell : order) {
    if (squares.size() == static_cast<size_t>(most)) break;
    const double value = block.cells[cell];
    const int derivative =
        expression.Operand(x, {0, index[1], cell % block.width}, value);
    expression.terms()[derivative].gradient = true;
    expression.terms()[derivative].of = {0, index[0], cell / block.width};
    squares.push_back(expression.Product(derivative, derivative));
  }
  double rest = 0;
  for (int n = most; n < count; ++n) {
    rest += static_cast<double>(block.cells[order[n]]) * block.cells[order[n]];
  }
  const int sum = expression.Sum(std::move(squares));
  Term& total = expression.terms()[sum];
  total.value += rest;
  total.omitted_count = std::max(0, count - most);
  total.omitted_value = rest;
  expression.Apply(TermKind::kSquareRoot, sum);
  expression.Differentiate();
  return expression;
}

}  // namespace clearhead
