#include "core/session/program.h"

#include <cstring>
#include <memory>
#include <utility>

#include "core/base/text.h"
#include "core/session/table.h"

namespace clearhead {
namespace {

Status CheckName(const Graph& graph, const std::string& name) {
  if (!name.empty() && !graph.Find(name).valid()) return {};
  return Fail(ErrorCode::kArgument,
              "two tensors are called '%', or one has no name; give each a "
              "name of its own",
              name);
}

// The given tensors as inputs of the graph; the cells are copied.
Status TakeInputs(const NamedViews& given, Graph* graph) {
  for (const auto& [name, tensor] : given) {
    CH_RETURN_IF_ERROR(CheckName(*graph, name));
    CH_ASSIGN_OR_RETURN(const TensorView view, DenseView(name, tensor));
    const size_t bytes =
        static_cast<size_t>(CountOf(view.shape)) * SizeOf(view.type);
    graph->Input(name, view.type, view.shape,
                 std::vector<AxisRole>(view.shape.size(), AxisRole::kFeature),
                 [&](const TensorView& cells) {
                   if (bytes > 0) std::memcpy(cells.data, view.data, bytes);
                 });
  }
  return graph->status();
}

// Two composites whose names have the same scope call what lies within them
// alike.
Status CheckNewNames(const Graph& graph, size_t before,
                     const std::string& step) {
  for (size_t id = before; id < graph.values().size(); ++id) {
    const std::string& name = graph.values()[id].name;
    if (graph.Find(name).id == static_cast<int>(id)) continue;
    return Fail(ErrorCode::kArgument,
                "step '%' records '%', which there is already; call the step "
                "'%.output', so that what lies within it begins with '%.'",
                step, name, step, step);
  }
  return {};
}

Status Take(const Step& step, Graph* graph) {
  CH_RETURN_IF_ERROR(CheckName(*graph, step.name));
  CH_ASSIGN_OR_RETURN(const Operation* operation,
                      OperationNamed(step.operation));
  const Schema& schema = operation->schema;
  CH_ASSIGN_OR_RETURN(const Attributes& attributes,
                      CheckAttributes(schema, step.attributes));
  std::vector<Tensor> inputs(schema.inputs.size());
  for (const auto& [slot, name] : step.inputs) {
    CH_ASSIGN_OR_RETURN(const int number, SlotNamed(schema, slot));
    inputs[number] = graph->Find(name);
    if (inputs[number].valid()) continue;
    return Fail(ErrorCode::kUnknown,
                "step '%' reads '%', which no input and no step before it is "
                "called; there are %",
                step.name, name, graph->Names());
  }
  const size_t before = graph->values().size();
  graph->Perform(*operation, inputs, attributes, step.name);
  CH_RETURN_IF_ERROR(graph->status());
  return CheckNewNames(*graph, before, step.name);
}

}  // namespace

Result<const Operation*> OperationNamed(const std::string& name) {
  if (const Operation* operation = FindOperation(name)) return operation;
  std::string names;
  for (const Operation* operation : Operations()) {
    AppendName(operation->schema.name, &names);
  }
  return Fail(ErrorCode::kUnknown, "there is no operation '%'; there are %",
              name, names);
}

Result<int> SlotNamed(const Schema& schema, const std::string& name) {
  const int slot = InputNumber(schema, name);
  if (slot >= 0) return slot;
  return Fail(ErrorCode::kUnknown, "% has no input '%'; it takes %",
              schema.name, name, NamesOf(schema.inputs));
}

Result<TensorView> DenseView(const std::string& name, TensorView view) {
  int64_t extent = 1;
  for (const int64_t size : view.shape) {
    if (size <= 0) continue;
    if (__builtin_mul_overflow(extent, size, &extent) || extent > kMaxExtent) {
      return Fail(ErrorCode::kMemory,
                  "% has the shape %; its sizes may multiply to at most %",
                  name, view.shape, kMaxExtent);
    }
  }
  view.strides = DenseStrides(view.shape);
  return view;
}

Result<int> Session::Compute(const ComputeRequest& request) {
  const size_t count = request.steps.size();
  if (count < 1 || count > kMaxSteps) {
    return Fail(ErrorCode::kRange, "steps has % entries; give 1 to %", count,
                kMaxSteps);
  }
  auto graph = std::make_unique<Graph>(budget_, request.record);
  graph->SetInterventions(request.interventions);
  CH_RETURN_IF_ERROR(TakeInputs(request.inputs, graph.get()));
  for (const Step& step : request.steps) {
    CH_RETURN_IF_ERROR(Take(step, graph.get()));
  }
  CH_RETURN_IF_ERROR(graph->CheckInterventions());
  return AddRun(std::move(graph), {});
}

}  // namespace clearhead
