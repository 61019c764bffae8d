// How a graph grows by an operation: checks, outputs, the forward pass and
// interventions.
#include <cstring>
#include <utility>

#include "core/base/text.h"
#include "core/graph/graph.h"

namespace clearhead {
namespace {

// "a." of "a.output", nothing of "output".
std::string ScopeOf(std::string_view name) {
  return std::string(name.substr(0, name.rfind('.') + 1));
}

// The error of a step, which may name what the composite is built of alone.
Status Within(std::string_view composite, const Error& error) {
  if (error.message.rfind(composite, 0) == 0)
    return Fail(error.code, error.message);
  return Fail(error.code, Text("%: %", composite, error.message));
}

}  // namespace

Tensor Graph::Apply(const Operation& operation, TensorList inputs,
                    Attributes attributes, std::string_view name) {
  if (!status_) return {};
  Result<Tensor> output =
      TryApply(operation, inputs, std::move(attributes), name);
  if (output) return *output;
  SetError(output.status());
  return {};
}

bool Graph::Fits(const Operation& operation, const std::vector<Tensor>& inputs,
                 const Attributes& attributes) {
  if (!status_) return false;
  std::vector<TensorView> views(operation.schema.inputs.size());
  for (size_t slot = 0; slot < inputs.size(); ++slot) {
    if (inputs[slot].valid()) views[slot] = Cells(inputs[slot]);
  }
  SetError(CheckInputs(operation.schema, views));
  SetError(CheckAttributes(operation.schema, attributes));
  if (status_ && operation.infer != nullptr) {
    SetError(operation.infer(views, attributes).status());
  }
  return status_.has_value();
}

Tensor Graph::Perform(const Operation& operation,
                      const std::vector<Tensor>& inputs,
                      const Attributes& attributes, std::string_view name) {
  if (operation.build == nullptr) {
    return Apply(operation, inputs, attributes, name);
  }
  // A node checks itself what it is given.
  if (!status_ ||
      (operation.forward == nullptr && !Fits(operation, inputs, attributes))) {
    return {};
  }
  const Tensor output = operation.build(*this, inputs, attributes,
                                        {ScopeOf(name), std::string(name)});
  if (!status_) status_ = Within(operation.schema.name, status_.error());
  return output;
}

Result<Tensor> Graph::TryApply(const Operation& operation, TensorList inputs,
                               Attributes attributes, std::string_view name) {
  Node node{.operation = &operation,
            .inputs = {},
            .outputs = {},
            .attributes = std::move(attributes)};
  for (const Tensor input : inputs) node.inputs.push_back(input.id);
  node.inputs.resize(operation.schema.inputs.size(), -1);
  const std::vector<TensorView> in = InputsOf(node);
  for (const TensorView& view : in) {
    CH_CHECK(view.shape.empty() || view.shape.back() <= 1 ||
                 view.strides.back() == 1,
             "operations read rows whose cells lie side by side");
  }
  CH_RETURN_IF_ERROR(CheckInputs(operation.schema, in));
  CH_RETURN_IF_ERROR(CheckAttributes(operation.schema, node.attributes));
  CH_ASSIGN_OR_RETURN(const std::vector<OutputSpec>& specs,
                      operation.infer(in, node.attributes));
  const int number = static_cast<int>(nodes_.size());
  const int first_open = FirstOpenInput(operation.schema);
  const std::vector<AxisRole> open =
      first_open < 0 ? std::vector<AxisRole>()
                     : values_[node.inputs[first_open]].roles;
  for (size_t i = 0; i < specs.size(); ++i) {
    Value value{.name = i == 0 ? std::string(name)
                               : Text("%.%", name,
                                      Item(operation.schema.outputs, i).name),
                .type = specs[i].type,
                .shape = specs[i].shape,
                .strides = {},
                .offset = 0,
                .roles = RolesOf(Item(operation.schema.outputs, i),
                                 specs[i].shape.size(), open),
                .storage = -1};
    const bool remembered = recording_ != Recording::kNone;
    CH_ASSIGN_OR_RETURN(
        const Tensor output,
        TryStore(std::move(value), specs[i].order, remembered ? number : -1,
                 static_cast<int>(i)));
    node.outputs.push_back(output.id);
  }
  const std::vector<TensorView> out = OutputsOf(node);
  const size_t scratch = operation.workspace == nullptr
                             ? 0
                             : operation.workspace(in, node.attributes);
  CH_ASSIGN_OR_RETURN(float* workspace, Workspace(scratch));
  operation.forward({in, out, node.attributes, workspace});
  const std::vector<int> outputs = node.outputs;
  if (recording_ != Recording::kNone) nodes_.push_back(std::move(node));
  for (const int output : outputs) CH_RETURN_IF_ERROR(Record({output}));
  return Tensor{outputs.front()};
}

Status Graph::Record(Tensor tensor) {
  const Value& value = values_[tensor.id];
  for (size_t i = 0; i < interventions_.size(); ++i) {
    if (interventions_[i].tensor != value.name) continue;
    applied_[i] = 1;
    CH_RETURN_IF_ERROR(OwnCells(value.storage));
    CH_RETURN_IF_ERROR(ApplyIntervention(interventions_[i], Cells(tensor),
                                         value.offset,
                                         &storages_[value.storage].edits));
  }
  return {};
}

// Copies borrowed cells before they are changed.
Status Graph::OwnCells(int storage) {
  Storage& cells = storages_[storage];
  if (!cells.borrowed) return {};
  const size_t size = SizeOf(values_[cells.owner].type);
  CH_ASSIGN_OR_RETURN(void* copy, arena_.Allocate(cells.count, size));
  std::memcpy(copy, cells.data, static_cast<size_t>(cells.count) * size);
  cells.data = static_cast<std::byte*>(copy);
  cells.borrowed = false;
  return {};
}

}  // namespace clearhead
