// Reverse-mode differentiation of a recorded graph (Linnainmaa 1976; Baydin et
// al. 2018, "Automatic Differentiation in Machine Learning: a Survey", 3.2).
#ifndef CLEARHEAD_CORE_GRAPH_GRADIENTS_H_
#define CLEARHEAD_CORE_GRAPH_GRADIENTS_H_

#include <memory>
#include <optional>
#include <vector>

#include "core/graph/graph.h"

namespace clearhead {

// What is differentiated: the sum of a tensor's cells, one of them, or each
// times its weight.
struct GradientTarget {
  // dL/d(tensor) at `index`.
  double WeightAt(const Index& index) const {
    if (cell) return *cell == index;
    return weights.present() ? weights.At(index) : 1;
  }

  Tensor tensor;
  std::optional<Index> cell = {};
  // Of the tensor's shape. Outlives the gradients; they keep no copy.
  TensorView weights = {};
};

class Gradients {
 public:
  explicit Gradients(std::shared_ptr<Budget> budget)
      : arena_(std::move(budget)) {}

  // dL/d(every differentiable tensor of the graph). May be called again with
  // another target; the memory is used again.
  Status Compute(const Graph& graph, const GradientTarget& target);
  // The gradient as the cells of `tensor` are read; no data where it has none.
  TensorView Of(const Graph& graph, Tensor tensor) const;
  // L itself.
  double value() const { return value_; }
  const GradientTarget& target() const { return target_; }
  size_t bytes() const { return arena_.bytes(); }
  // As Graph::Take.
  Buffer Take(const Graph& graph, Tensor tensor) {
    const TensorView cells = Of(graph, tensor);
    return cells.dense() ? arena_.Take(cells.data) : Buffer();
  }

 private:
  Status Prepare(const Graph& graph);
  Status Seed(const Graph& graph);
  Status Backward(const Graph& graph, const Node& node);

  Arena arena_;
  GradientTarget target_;
  double value_ = 0;
  std::vector<float*> cells_;  // by storage; null where not differentiable
};

// True when a gradient can flow into the stored cells: float32.
bool IsDifferentiable(const Graph& graph, int storage);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_GRADIENTS_H_
