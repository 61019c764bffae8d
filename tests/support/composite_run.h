// Runs a composite on a graph of any recording level, and reads by name.
#ifndef CLEARHEAD_TESTS_SUPPORT_COMPOSITE_RUN_H_
#define CLEARHEAD_TESTS_SUPPORT_COMPOSITE_RUN_H_

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/gradients.h"
#include "core/graph/graph.h"
#include "tests/support/composite_cases.h"
#include "tests/support/evaluate.h"
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

// "" where both hold the same cells but for rounding, relative to the largest;
// ∞ and NaN must stand in the same places.
inline std::string Difference(const std::string& what, const Array<double>& a,
                              const Array<double>& b) {
  if (!(a.shape == b.shape)) {
    return what + ": shapes " + ToString(a.shape) + " and " +
           ToString(b.shape) + "\n";
  }
  double largest = 0;
  for (const double cell : b.cells) {
    if (std::isfinite(cell)) largest = std::max(largest, std::abs(cell));
  }
  for (size_t i = 0; i < a.cells.size(); ++i) {
    if (Same(a.cells[i], b.cells[i])) continue;
    if (std::abs(a.cells[i] - b.cells[i]) <= 2e-6 + 1e-5 * largest) continue;
    return what + ": cell " + std::to_string(i) + " is " +
           std::to_string(a.cells[i]) + " and " + std::to_string(b.cells[i]) +
           "\n";
  }
  return "";
}

// Opens about `samples` cells of every tensor and of every gradient, and says
// which is not what it is opened to; "" where all are. Counts what was
// computed.
inline std::string Unopened(CompositeRun& run, int64_t samples,
                            int* computed = nullptr) {
  run.Gradient("output");
  for (size_t id = 0; id < run.graph.values().size(); ++id) {
    const Tensor tensor{static_cast<int>(id)};
    const Value& value = run.graph.value(tensor);
    const int64_t count = CountOf(value.shape);
    for (int64_t flat = 0; flat < count; flat += 1 + count / samples) {
      const Index index = IndexAt(value.shape, flat);
      const auto fails = [&](const Explanation& opened, double stored) {
        return !Same(opened.value, stored) ||
               (!opened.expression.terms().empty() &&
                !Agrees(stored, Evaluate(opened.expression.terms())));
      };
      const Result<Explanation> opened = Explain(run.graph, tensor, index, 0);
      if (computed != nullptr) *computed += opened->operation != nullptr;
      if (fails(*opened, run.graph.Cells(tensor).At(index))) {
        return value.name + ToString(index);
      }
      if (value.type != DataType::kFloat32) continue;
      const Result<Explanation> gradient =
          ExplainGradient(run.graph, run.gradients, tensor, index, 0);
      const double stored = run.gradients.Of(run.graph, tensor).At(index);
      if (fails(*gradient, stored)) return "d" + value.name + ToString(index);
    }
  }
  return "";
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_COMPOSITE_RUN_H_
