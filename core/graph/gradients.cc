#include "core/graph/gradients.h"

#include "core/base/text.h"
#include "core/graph/as_computed.h"

namespace clearhead {

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
  std::vector<TensorView> doutputs;
  for (const int id : node.outputs) doutputs.push_back(Of(graph, {id}));
  const TensorView& doutput = doutputs.front();
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
  const AsComputed computed(graph, node, cells_.data());
  node.operation->backward({{inputs, outputs, node.attributes, workspace},
                            dinputs,
                            doutputs,
                            doutput});
  return {};
}

TensorView Gradients::Of(const Graph& graph, Tensor tensor) const {
  const Value& value = graph.value(tensor);
  float* cells = cells_[value.storage];
  if (cells == nullptr) return {};
  return {DataType::kFloat32, value.shape, value.strides, cells + value.offset};
}

}  // namespace clearhead
