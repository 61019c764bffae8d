// One operation of the table on the caller's tensors.
#include <optional>
#include <utility>

#include "core/attention/fused.h"
#include "core/session/dense.h"
#include "core/session/program.h"
#include "core/session/session.h"

namespace clearhead {
namespace {

// The given tensors as inputs of the graph, in schema order.
Result<std::vector<Tensor>> BorrowInputs(const Schema& schema,
                                         const NamedViews& given,
                                         Graph* graph) {
  std::vector<Tensor> inputs(schema.inputs.size());
  for (const auto& [name, tensor] : given) {
    CH_ASSIGN_OR_RETURN(const int slot, SlotNamed(schema, name));
    CH_ASSIGN_OR_RETURN(const TensorView view, DenseView(name, tensor));
    inputs[slot] = graph->Borrow(
        name, view,
        std::vector<AxisRole>(view.shape.size(), AxisRole::kFeature));
  }
  return inputs;
}

// The key of a tensor: other outputs of the operation "output" are called as
// its schema calls them.
std::string KeyOf(const Value& value) {
  constexpr std::string_view kPrefix = "output.";
  return value.name.rfind(kPrefix, 0) == 0 ? value.name.substr(kPrefix.size())
                                           : value.name;
}

// The outputs in the order of the schema, and at level inspect all that lies
// within. Moves what it can: the graph is dropped next.
Status MoveTensors(const Schema& schema, size_t given,
                   const std::shared_ptr<Budget>& budget, Graph* graph,
                   NamedTensors* tensors) {
  const auto outputs = static_cast<int>(schema.outputs.size());
  const bool all = graph->recording() == Recording::kInspect;
  for (int place = 0; place < outputs + (all ? 1 : 0); ++place) {
    for (size_t id = given; id < graph->values().size(); ++id) {
      const Tensor tensor{static_cast<int>(id)};
      const std::string key = KeyOf(graph->value(tensor));
      const int number = OutputNumber(schema, key);
      if ((number < 0 ? outputs : number) != place) continue;
      CH_ASSIGN_OR_RETURN(
          DenseTensor cells,
          DenseOf(budget, graph->Cells(tensor), graph->Take(tensor)));
      tensors->emplace_back(key, std::move(cells));
    }
  }
  return {};
}

Status MoveGradients(const Graph& graph, const Schema& schema,
                     const std::vector<Tensor>& inputs,
                     const std::shared_ptr<Budget>& budget,
                     Gradients* gradients, NamedTensors* moved) {
  for (size_t slot = 0; slot < inputs.size(); ++slot) {
    const Tensor input = inputs[slot];
    if (!input.valid() || !Item(schema.inputs, slot).differentiable) continue;
    CH_ASSIGN_OR_RETURN(DenseTensor cells,
                        DenseOf(budget, gradients->Of(graph, input),
                                gradients->Take(graph, input)));
    moved->emplace_back(Item(schema.inputs, slot).name, std::move(cells));
  }
  return {};
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

// log_sum_exp, which no stage of attention computes, from the fused twin.
Status AddLogSumExp(const ApplyRequest& request, const Attributes& attributes,
                    const std::shared_ptr<Budget>& budget,
                    NamedTensors* tensors) {
  const Operation& attention = AttentionOperation();
  Graph twin(budget, Recording::kTrain);
  CH_ASSIGN_OR_RETURN(const std::vector<Tensor> inputs,
                      BorrowInputs(attention.schema, request.inputs, &twin));
  const Tensor output = twin.Perform(attention, inputs, attributes, "output");
  CH_RETURN_IF_ERROR(twin.status());
  const Tensor other = twin.OtherOutput(output, 1);
  CH_ASSIGN_OR_RETURN(DenseTensor cells,
                      DenseOf(budget, twin.Cells(other), twin.Take(other)));
  tensors->emplace_back(KeyOf(twin.value(other)), std::move(cells));
  return {};
}

}  // namespace

Result<ApplyResult> Session::Apply(const ApplyRequest& request) const {
  CH_ASSIGN_OR_RETURN(const Operation* operation,
                      OperationNamed(request.operation));
  const Schema& schema = operation->schema;
  CH_ASSIGN_OR_RETURN(const Attributes& attributes,
                      CheckAttributes(schema, request.attributes));
  Graph graph(budget_,
              request.stages ? Recording::kInspect : Recording::kTrain);
  CH_ASSIGN_OR_RETURN(const std::vector<Tensor>& inputs,
                      BorrowInputs(schema, request.inputs, &graph));
  NamedTensors extra;
  if (operation == &AttentionOperation() && request.stages) {
    CH_RETURN_IF_ERROR(AddLogSumExp(request, attributes, budget_, &extra));
  }
  const size_t given = graph.values().size();
  const Tensor output = graph.Perform(*operation, inputs, attributes, "output");
  CH_RETURN_IF_ERROR(graph.status());
  ApplyResult result;
  if (request.output_gradient) {
    CH_ASSIGN_OR_RETURN(const TensorView& seed,
                        DenseView("outputGradient", *request.output_gradient));
    CH_RETURN_IF_ERROR(CheckOutputGradient(graph, output, seed));
    Gradients gradients(budget_);
    CH_RETURN_IF_ERROR(gradients.Compute(graph, {output, std::nullopt, seed}));
    CH_RETURN_IF_ERROR(MoveGradients(graph, schema, inputs, budget_, &gradients,
                                     &result.gradients));
  }
  CH_RETURN_IF_ERROR(
      MoveTensors(schema, given, budget_, &graph, &result.tensors));
  for (auto& tensor : extra) {
    result.tensors.insert(result.tensors.begin() + 1, std::move(tensor));
  }
  return result;
}

}  // namespace clearhead
