// Opens one number: a cell becomes the arithmetic that made it, a gradient cell
// becomes the chain rule over everything that reads it.
#ifndef CLEARHEAD_CORE_GRAPH_EXPLAIN_H_
#define CLEARHEAD_CORE_GRAPH_EXPLAIN_H_

#include <optional>

#include "core/graph/expression.h"
#include "core/graph/gradients.h"
#include "core/graph/graph.h"

namespace clearhead {

struct Explanation {
  Tensor tensor;  // the stored tensor: views are followed to their cells
  Index index;
  double value = 0;  // the stored number, which is the one drawn
  const Operation* operation = nullptr;  // null: an input
  std::optional<double> was;  // before an intervention; explained below
  // Operands: `slot` is the value id, `index` its stored cell, `gradient` says
  // that the cell of its gradient is meant. Empty for inputs.
  Expression expression;
};

// Fails when `index` lies outside the value's shape.
Status CheckIndex(const Value& value, const Index& index);

// The cell of `tensor` at `index`. `limit`: largest terms kept of every
// sum and every maximum, 0 for all.
Result<Explanation> Explain(const Graph& graph, Tensor tensor,
                            const Index& index, size_t limit);

// dL/d(cell) = Σ over the cells o that read it of dL/do · ∂o/∂cell.
Result<Explanation> ExplainGradient(const Graph& graph,
                                    const Gradients& gradients, Tensor tensor,
                                    const Index& index, size_t limit);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_EXPLAIN_H_
