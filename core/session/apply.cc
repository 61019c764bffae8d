// One operation of the table on the caller's tensors.
#include <utility>

#include "core/attention/fused.h"
#include "core/attention/scaled_dot_product.h"
#include "core/base/text.h"
#include "core/session/dense.h"
#include "core/session/session.h"

namespace clearhead {
namespace {

std::string OperationNames() {
  std::string names;
  for (const Operation* operation : Operations()) {
    names += Text("%%", names.empty() ? "" : ", ", operation->schema.name);
  }
  return names;
}

// Also of what is empty: beside a size of 0 the others still count in strides
// and in outputs.
Status CheckExtent(const std::string& name, const Shape& shape) {
  int64_t extent = 1;
  for (const int64_t size : shape) {
    if (size <= 0) continue;
    if (__builtin_mul_overflow(extent, size, &extent) || extent > kMaxExtent) {
      return Fail(ErrorCode::kMemory,
                  "% has the shape %; its sizes may multiply to at most %",
                  name, shape, kMaxExtent);
    }
  }
  return {};
}

// The given tensors as inputs of the graph, in schema order.
Result<std::vector<Tensor>> BorrowInputs(const Schema& schema,
                                         const NamedViews& given,
                                         Graph* graph) {
  std::vector<Tensor> inputs(schema.inputs.size());
  for (const auto& [name, tensor] : given) {
    const int slot = InputNumber(schema, name);
    if (slot < 0) {
      std::string names;
      for (const InputSchema& input : schema.inputs) {
        names += Text("%%", names.empty() ? "" : ", ", input.name);
      }
      return Fail(ErrorCode::kUnknown, "% has no input '%'; it takes %",
                  schema.name, name, (names.empty() ? "none" : names));
    }
    CH_RETURN_IF_ERROR(CheckExtent(name, tensor.shape));
    inputs[slot] = graph->Borrow(
        name, tensor,
        std::vector<AxisRole>(tensor.shape.size(), AxisRole::kFeature));
  }
  return inputs;
}

// The stages of attention check nothing that only the fused twin would; let its
// own rules speak first.
Status CheckComposite(const Operation& operation, const Graph& graph,
                      const std::vector<Tensor>& inputs,
                      const Attributes& attributes) {
  std::vector<TensorView> views;
  for (const Tensor input : inputs) {
    views.push_back(input.valid() ? graph.Cells(input) : TensorView{});
  }
  CH_RETURN_IF_ERROR(CheckInputs(operation.schema, views));
  return operation.infer(views, attributes).status();
}

// Every tensor that was computed, the result first.
Status CopyTensors(const Graph& graph, Tensor output,
                   const std::shared_ptr<Budget>& budget,
                   NamedTensors* tensors) {
  for (const bool first : {true, false}) {
    for (size_t id = 0; id < graph.values().size(); ++id) {
      const Value& value = graph.values()[id];
      const bool computed = graph.storages()[value.storage].node >= 0;
      if (!computed || (static_cast<int>(id) == output.id) != first) continue;
      CH_ASSIGN_OR_RETURN(DenseTensor copy,
                          DenseCopy(budget, graph.Cells(static_cast<int>(id))));
      tensors->emplace_back(value.name, std::move(copy));
    }
  }
  return {};
}

Status CopyGradients(const Graph& graph, const Schema& schema,
                     const std::vector<Tensor>& inputs,
                     const Gradients& gradients,
                     const std::shared_ptr<Budget>& budget,
                     NamedTensors* copies) {
  for (size_t slot = 0; slot < inputs.size(); ++slot) {
    if (!inputs[slot].valid() || !schema.inputs[slot].differentiable) continue;
    CH_ASSIGN_OR_RETURN(DenseTensor copy,
                        DenseCopy(budget, gradients.Of(graph, inputs[slot])));
    copies->emplace_back(schema.inputs[slot].name, std::move(copy));
  }
  return {};
}

std::vector<float> Weights(const TensorView& tensor) {
  return {tensor.floats(), tensor.floats() + CountOf(tensor.shape)};
}

Status CheckOutputGradient(const Graph& graph, Tensor output,
                           const TensorView& gradient) {
  const Shape shape = graph.Cells(output).shape;
  if (gradient.type == DataType::kFloat32 && gradient.shape == shape) return {};
  return Fail(ErrorCode::kShape,
              "outputGradient has the shape %; give a float32 tensor of the "
              "output's shape %",
              gradient.shape, shape);
}

}  // namespace

Result<ApplyResult> Session::Apply(const ApplyRequest& request) const {
  const Operation* operation = FindOperation(request.operation);
  if (operation == nullptr) {
    return Fail(ErrorCode::kUnknown, "there is no operation '%'; there are %",
                request.operation, OperationNames());
  }
  const Schema& schema = operation->schema;
  CH_ASSIGN_OR_RETURN(const Attributes& attributes,
                      CheckAttributes(schema, request.attributes));
  Graph graph(budget_,
              request.stages ? Recording::kInspect : Recording::kTrain);
  CH_ASSIGN_OR_RETURN(const std::vector<Tensor>& inputs,
                      BorrowInputs(schema, request.inputs, &graph));
  Tensor output;
  if (operation == &AttentionOperation() && request.stages) {
    CH_RETURN_IF_ERROR(CheckComposite(*operation, graph, inputs, attributes));
    output = ScaledDotProductAttention(
        graph,
        {inputs[kAttentionQ], inputs[kAttentionK], inputs[kAttentionV],
         inputs[kAttentionMask], inputs[kAttentionBias]},
        attributes, {"", "output"});
  } else {
    output = graph.Apply(*operation, inputs, attributes, "output");
  }
  CH_RETURN_IF_ERROR(graph.status());
  ApplyResult result;
  CH_RETURN_IF_ERROR(CopyTensors(graph, output, budget_, &result.tensors));
  if (!request.output_gradient) return result;
  const TensorView& seed = *request.output_gradient;
  CH_RETURN_IF_ERROR(CheckOutputGradient(graph, output, seed));
  Gradients gradients(budget_);
  CH_RETURN_IF_ERROR(gradients.Compute(graph, {output, Weights(seed)}));
  CH_RETURN_IF_ERROR(CopyGradients(graph, schema, inputs, gradients, budget_,
                                   &result.gradients));
  return result;
}

}  // namespace clearhead
