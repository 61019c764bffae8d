// Runs a composite on a graph of any recording level, and reads by name.
#ifndef CLEARHEAD_TESTS_SUPPORT_COMPOSITE_RUN_H_
#define CLEARHEAD_TESTS_SUPPORT_COMPOSITE_RUN_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/gradients.h"
#include "core/graph/graph.h"
#include "tests/support/composite_cases.h"
#include "tests/support/operation_run.h"

namespace clearhead::test {

struct CompositeRun {
  CompositeRun(const OperationCase& c, Recording recording,
               std::vector<Intervention> interventions = {})
      : graph(std::make_shared<Budget>(), recording),
        gradients(graph.budget()) {
    graph.SetInterventions(std::move(interventions));
    std::vector<Tensor> inputs;
    for (size_t slot = 0; slot < c.inputs.size(); ++slot) {
      inputs.push_back(MakeInput(graph, Item(c.operation->schema.inputs, slot),
                                 c.inputs[slot], Layout::kDense));
    }
    output = graph.Perform(*c.operation, inputs, c.attributes, "output");
  }

  std::string error() const {
    return graph.status() ? "" : graph.status().error().message;
  }
  Array<double> operator[](const std::string& name) const {
    const Tensor tensor = graph.Find(name);
    return tensor.valid() ? Read(graph.Cells(tensor)) : Array<double>();
  }
  // dL/d(name) of L = Σ output·seed, where seed falls from 1 to 0.
  Array<double> Gradient(const std::string& name) {
    if (seed.empty()) {
      const int64_t count = CountOf(graph.Cells(output).shape);
      for (int64_t i = 0; i < count; ++i) {
        seed.push_back(1 - static_cast<float>(i) / static_cast<float>(count));
      }
      CH_CHECK(gradients.Compute(graph, Weighted(graph, output, seed)),
               "the output is differentiable");
    }
    return Read(gradients.Of(graph, graph.Find(name)));
  }

  Graph graph;
  Gradients gradients;
  Tensor output;
  std::vector<float> seed;
};

// "" where both hold the same cells but for rounding, relative to the largest.
inline std::string Difference(const std::string& what, const Array<double>& a,
                              const Array<double>& b) {
  if (!(a.shape == b.shape)) {
    return what + ": shapes " + ToString(a.shape) + " and " +
           ToString(b.shape) + "\n";
  }
  double largest = 0;
  for (const double cell : b.cells) largest = std::max(largest, std::abs(cell));
  for (size_t i = 0; i < a.cells.size(); ++i) {
    if (std::abs(a.cells[i] - b.cells[i]) <= 2e-6 + 1e-5 * largest) continue;
    return what + ": cell " + std::to_string(i) + " is " +
           std::to_string(a.cells[i]) + " and " + std::to_string(b.cells[i]) +
           "\n";
  }
  return "";
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_COMPOSITE_RUN_H_
