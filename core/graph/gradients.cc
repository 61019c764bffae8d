#include "core/graph/gradients.h"

#include <list>
#include <utility>

#include "core/base/text.h"

namespace clearhead {
namespace {

// While a node's backward runs, the edited cells of an output hold what the
// node computed there, and the gradient that reaches them is multiplied by the
// edit's factor: what was set by hand does not depend on what was computed.
// Afterwards both are as they were.
class AsComputed {
 public:
  AsComputed(const Storage& storage, float* gradient)
      : storage_(storage), gradient_(gradient) {
    for (const Edit& edit : storage.edits) {
      cells_.push_back(Exchange(Cells(), edit, edit.was));
      if (gradient == nullptr) continue;
      const float passed = static_cast<float>(edit.factor);
      kept_.push_back(Exchange(gradient, edit, passed * gradient[edit.offset]));
    }
  }
  ~AsComputed() {
    for (size_t i = 0; i < storage_.edits.size(); ++i) {
      Exchange(Cells(), storage_.edits[i], cells_[i]);
      if (gradient_ != nullptr) {
        Exchange(gradient_, storage_.edits[i], kept_[i]);
      }
    }
  }
  AsComputed(const AsComputed&) = delete;
  AsComputed& operator=(const AsComputed&) = delete;

 private:
  float* Cells() const { return reinterpret_cast<float*>(storage_.data); }
  static float Exchange(float* cells, const Edit& edit, double value) {
    return std::exchange(cells[edit.offset], static_cast<float>(value));
  }

  const Storage& storage_;
  float* gradient_;
  std::vector<float> cells_;
  std::vector<float> kept_;
};

}  // namespace

bool IsDifferentiable(const Graph& graph, int storage) {
  const int owner = graph.storages()[storage].owner;
  return graph.values()[owner].type == DataType::kFloat32;
}

Status Gradients::Compute(const Graph& graph, const GradientTarget& target) {
  target_ = target;
  CH_RETURN_IF_ERROR(Prepare(graph));
  CH_RETURN_IF_ERROR(Seed(graph));
  for (size_t n = graph.nodes().size(); n-- > 0;) {
    CH_RETURN_IF_ERROR(Backward(graph, graph.nodes()[n]));
  }
  return {};
}

Status Gradients::Prepare(const Graph& graph) {
  if (graph.recording() == Recording::kNone) {
    return Fail(ErrorCode::kArgument,
                "the run was recorded at level none, which keeps nothing to "
                "differentiate; record train or inspect");
  }
  arena_.Reset();
  cells_.assign(graph.storages().size(), nullptr);
  for (size_t s = 0; s < cells_.size(); ++s) {
    if (!IsDifferentiable(graph, static_cast<int>(s))) continue;
    CH_ASSIGN_OR_RETURN(
        void* zeros, arena_.Allocate(graph.storages()[s].count, sizeof(float)));
    cells_[s] = static_cast<float*>(zeros);
  }
  return {};
}

Status Gradients::Seed(const Graph& graph) {
  const TensorView cells = graph.Cells(target_.tensor);
  const TensorView gradient = Of(graph, target_.tensor);
  if (!gradient.present()) {
    return Fail(ErrorCode::kArgument,
                "% holds no float32 numbers, so it has no gradient; choose "
                "another tensor",
                graph.value(target_.tensor).name);
  }
  CH_CHECK(!target_.weights.present() || target_.weights.shape == cells.shape,
           "every cell of the target has one weight");
  value_ = 0;
  const int64_t count = target_.cell ? 1 : CountOf(cells.shape);
  for (int64_t flat = 0; flat < count; ++flat) {
    const Index index =
        target_.cell ? *target_.cell : IndexAt(cells.shape, flat);
    const double weight = target_.WeightAt(index);
    if (weight == 0) continue;
    value_ += weight * cells.At(index);
    gradient.floats()[gradient.Offset(index)] += static_cast<float>(weight);
  }
  return {};
}

Status Gradients::Backward(const Graph& graph, const Node& node) {
  const Tensor output{node.outputs.front()};
  const TensorView doutput = Of(graph, output);
  if (!doutput.present()) return {};
  std::vector<TensorView> dinputs;
  for (size_t slot = 0; slot < node.inputs.size(); ++slot) {
    const bool wanted =
        node.inputs[slot] >= 0 &&
        Item(node.operation->schema.inputs, slot).differentiable;
    dinputs.push_back(wanted ? Of(graph, {node.inputs[slot]}) : TensorView{});
  }
  const std::vector<TensorView> inputs = graph.InputsOf(node);
  const std::vector<TensorView> outputs = graph.OutputsOf(node);
  const size_t floats =
      node.operation->workspace == nullptr
          ? 0
          : node.operation->workspace(inputs, node.attributes);
  CH_ASSIGN_OR_RETURN(float* workspace, graph.Workspace(floats));
  std::list<AsComputed> computed;
  for (const int id : node.outputs) {
    const int storage = graph.values()[id].storage;
    computed.emplace_back(graph.storages()[storage], cells_[storage]);
  }
  node.operation->backward(
      {{inputs, outputs, node.attributes, workspace}, dinputs, doutput});
  return {};
}

TensorView Gradients::Of(const Graph& graph, Tensor tensor) const {
  const Value& value = graph.value(tensor);
  float* cells = cells_[value.storage];
  if (cells == nullptr) return {};
  return {DataType::kFloat32, value.shape, value.strides, cells + value.offset};
}

}  // namespace clearhead
