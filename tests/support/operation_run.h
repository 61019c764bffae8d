// Runs a case of the table on a graph, its inputs dense or seen through views.
#ifndef CLEARHEAD_TESTS_SUPPORT_OPERATION_RUN_H_
#define CLEARHEAD_TESTS_SUPPORT_OPERATION_RUN_H_

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/explain.h"
#include "core/graph/gradients.h"
#include "core/graph/graph.h"
#include "tests/support/operation_cases.h"

namespace clearhead::test {

// kGap: rows with cells between them that nobody may read. kHeads: [B, H, T, D]
// lying in memory as [B, T, H, D], as split heads do; other ranks are dense.
enum class Layout { kDense, kGap, kHeads };

inline void WriteCell(const TensorView& view, const Index& index,
                      double value) {
  const int64_t offset = view.Offset(index);
  switch (view.type) {
    case DataType::kInt32:
      view.as<int32_t>()[offset] = static_cast<int32_t>(value);
      return;
    case DataType::kUint8:
      view.as<uint8_t>()[offset] = static_cast<uint8_t>(value);
      return;
    default:
      view.floats()[offset] = static_cast<float>(value);
  }
}

// Shape of the storage, and how the view reads it.
struct Placement {
  Shape storage;
  Strides strides;
  int64_t offset;
};

inline Placement PlacementOf(const Shape& shape, Layout layout) {
  if (layout == Layout::kHeads && shape.size() == 4) {
    const int64_t row = shape[1] * shape[3];
    return {{shape[0], shape[2], shape[1], shape[3]},
            {shape[2] * row, shape[3], row, 1},
            0};
  }
  if (layout == Layout::kGap) {
    Shape storage = shape;
    if (shape.empty()) return {{4}, {}, 2};
    storage.back() += 3;
    return {storage, DenseStrides(storage), 2};
  }
  return {shape, DenseStrides(shape), 0};
}

inline Tensor MakeInput(Graph& graph, const InputSchema& input,
                        const Array<double>& cells, Layout layout) {
  if (!cells.present) return {};
  const Placement place = PlacementOf(cells.shape, layout);
  const bool view = layout != Layout::kDense;
  const std::string name = std::string(input.name) + (view ? ".base" : "");
  const auto roles = [](const Shape& shape) {
    return std::vector<AxisRole>(shape.size(), AxisRole::kFeature);
  };
  const Tensor base = graph.Input(
      name, input.type, place.storage, roles(place.storage),
      [&](const TensorView& storage) {
        // What lies between the rows spoils every result that reads it.
        ForEachIndex(storage.shape, [&](const Index& index) {
          WriteCell(storage, index,
                    input.type == DataType::kFloat32 ? NAN : 99);
        });
        TensorView seen = storage;
        seen.shape = cells.shape;
        seen.strides = place.strides;
        seen.data = storage.as<std::byte>() +
                    place.offset * static_cast<int64_t>(SizeOf(input.type));
        ForEachIndex(cells.shape, [&](const Index& index) {
          WriteCell(seen, index, cells[index]);
        });
      });
  if (!view) return base;
  return graph.View(base, input.name, cells.shape, place.strides, place.offset,
                    roles(cells.shape));
}

// The sum of `tensor` weighted cell by cell; `weights` outlive the gradients.
inline GradientTarget Weighted(const Graph& graph, Tensor tensor,
                               const std::vector<float>& weights) {
  const Shape shape = graph.Cells(tensor).shape;
  return {tensor,
          std::nullopt,
          {DataType::kFloat32, shape, DenseStrides(shape),
           const_cast<float*>(weights.data())}};
}

// As one node, or by its steps where it has no other form: views, composites,
// attention with past keys.
inline bool ByItsSteps(const OperationCase& c) {
  const int past = InputNumber(c.operation->schema, "past_key");
  return c.operation->forward == nullptr ||
         (past >= 0 && c.inputs[static_cast<size_t>(past)].present);
}

struct OperationRun {
  explicit OperationRun(const OperationCase& c, Layout layout = Layout::kDense,
                        bool shared = false,
                        std::vector<Intervention> interventions = {})
      : graph(std::make_shared<Budget>(), Recording::kTrain),
        gradients(graph.budget()) {
    graph.SetInterventions(std::move(interventions));
    for (size_t slot = 0; slot < c.inputs.size(); ++slot) {
      const bool same = shared && slot > 0 &&
                        Item(c.operation->schema.inputs, slot).differentiable &&
                        c.inputs[slot].present &&
                        c.inputs[slot].shape == c.inputs[0].shape;
      inputs.push_back(same ? inputs[0]
                            : MakeInput(graph,
                                        Item(c.operation->schema.inputs, slot),
                                        c.inputs[slot], layout));
    }
    output = ByItsSteps(c)
                 ? graph.Perform(*c.operation, inputs, c.attributes, "output")
                 : graph.Apply(*c.operation, inputs, c.attributes, "output");
  }

  std::string error() const {
    return graph.status() ? "" : graph.status().error().message;
  }
  Array<double> Cells(Tensor tensor) const { return Read(graph.Cells(tensor)); }
  Array<double> Gradient(Tensor tensor) const {
    return Read(gradients.Of(graph, tensor));
  }

  Graph graph;
  Gradients gradients;
  std::vector<Tensor> inputs;
  Tensor output;
};

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_OPERATION_RUN_H_
