#include "core/graph/graph.h"

#include <algorithm>
#include <utility>

namespace clearhead {
namespace {

// Strides of a tensor whose axes lie in memory in `order`, outermost first.
Strides StridesInOrder(const Shape& shape, const Dims& order) {
  if (order.empty()) return DenseStrides(shape);
  Strides strides = shape;
  int64_t stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    const auto axis = static_cast<size_t>(order[i]);
    strides[axis] = stride;
    stride *= shape[axis];
  }
  return strides;
}

// Counts the cells with overflow checked; -1 where there are too many.
int64_t CheckedCount(const Shape& shape) {
  int64_t count = 1;
  for (const int64_t size : shape) {
    if (size < 0 || __builtin_mul_overflow(count, size, &count)) return -1;
  }
  return count;
}

}  // namespace

void Graph::SetError(Status status) {
  if (status_ && !status) status_ = std::move(status);
}

void Graph::SetInterventions(std::vector<Intervention> interventions) {
  CH_CHECK(values_.empty(), "interventions come before the first tensor");
  interventions_ = std::move(interventions);
  applied_.assign(interventions_.size(), 0);
}

Status Graph::CheckInterventions() const {
  for (size_t i = 0; i < interventions_.size(); ++i) {
    if (applied_[i]) continue;
    return Fail(
        ErrorCode::kUnknown,
        "intervention on '%': there is no such tensor; the tensors are %",
        interventions_[i].tensor, Names());
  }
  return {};
}

std::string Graph::Names() const {
  std::string names;
  for (const Value& value : values_) AppendName(value.name, &names);
  return names;
}

bool Graph::KeepsStages(const std::vector<std::string>& stages) const {
  if (recording_ == Recording::kInspect) return true;
  return std::any_of(interventions_.begin(), interventions_.end(),
                     [&stages](const Intervention& intervention) {
                       return std::find(stages.begin(), stages.end(),
                                        intervention.tensor) != stages.end();
                     });
}

Result<Tensor> Graph::TryStore(Value value, const Dims& order, int node,
                               int output) {
  const int64_t count = CheckedCount(value.shape);
  CH_ASSIGN_OR_RETURN(void* data, arena_.Allocate(count, SizeOf(value.type)));
  value.strides = StridesInOrder(value.shape, order);
  value.storage = static_cast<int>(storages_.size());
  storages_.push_back({.data = static_cast<std::byte*>(data),
                       .count = count,
                       .owner = static_cast<int>(values_.size()),
                       .node = node,
                       .output = output,
                       .borrowed = false,
                       .edits = {}});
  values_.push_back(std::move(value));
  return Tensor{storages_.back().owner};
}

Tensor Graph::Input(std::string_view name, DataType type, const Shape& shape,
                    std::vector<AxisRole> roles,
                    FunctionRef<void(const TensorView&)> fill) {
  if (!status_) return {};
  Value value{.name = std::string(name),
              .type = type,
              .shape = shape,
              .strides = {},
              .offset = 0,
              .roles = std::move(roles),
              .storage = -1};
  Result<Tensor> tensor = TryStore(std::move(value), {}, -1, 0);
  if (!tensor) {
    SetError(tensor.status());
    return {};
  }
  fill(Cells(*tensor));
  SetError(Record(*tensor));
  return *tensor;
}

Tensor Graph::Borrow(std::string_view name, const TensorView& cells,
                     std::vector<AxisRole> roles) {
  if (!status_) return {};
  CH_CHECK(cells.dense(), "borrowed cells lie one after another");
  const int id = static_cast<int>(values_.size());
  storages_.push_back({.data = static_cast<std::byte*>(cells.data),
                       .count = CountOf(cells.shape),
                       .owner = id,
                       .node = -1,
                       .output = 0,
                       .borrowed = true,
                       .edits = {}});
  values_.push_back({.name = std::string(name),
                     .type = cells.type,
                     .shape = cells.shape,
                     .strides = cells.strides,
                     .offset = 0,
                     .roles = std::move(roles),
                     .storage = static_cast<int>(storages_.size()) - 1});
  SetError(Record({id}));
  return {id};
}

Tensor Graph::View(Tensor base, std::string_view name, const Shape& shape,
                   const Strides& strides, int64_t offset,
                   std::vector<AxisRole> roles) {
  if (!status_ || !base.valid()) return {};
  const Value& viewed = values_[base.id];
  values_.push_back({.name = std::string(name),
                     .type = viewed.type,
                     .shape = shape,
                     .strides = strides,
                     .offset = viewed.offset + offset,
                     .roles = std::move(roles),
                     .storage = viewed.storage});
  const Tensor tensor{static_cast<int>(values_.size()) - 1};
  SetError(Record(tensor));
  return tensor;
}

Tensor Graph::WithRoles(Tensor tensor, std::vector<AxisRole> roles) {
  if (!status_) return {};
  Value& value = values_[tensor.id];
  CH_CHECK(roles.size() == value.shape.size(), "every axis has a role");
  value.roles = std::move(roles);
  return tensor;
}

Tensor Graph::OtherOutput(Tensor first, int output) const {
  // They are stored one after another, at every recording level.
  const Tensor other{first.id + output};
  if (!first.valid() || other.id >= static_cast<int>(values_.size())) return {};
  const Storage& storage = storages_[value(other).storage];
  if (storage.output != output || storage.owner != other.id) return {};
  return other;
}

TensorView Graph::Cells(int id) const {
  const Value& value = values_[id];
  return {value.type, value.shape, value.strides,
          storages_[value.storage].data +
              value.offset * static_cast<int64_t>(SizeOf(value.type))};
}

Tensor Graph::Find(std::string_view name) const {
  for (size_t id = 0; id < values_.size(); ++id) {
    if (values_[id].name == name) return {static_cast<int>(id)};
  }
  return {};
}

std::vector<TensorView> Graph::InputsOf(const Node& node) const {
  std::vector<TensorView> views;
  for (const int id : node.inputs) {
    views.push_back(id < 0 ? TensorView{} : Cells(id));
  }
  return views;
}

std::vector<TensorView> Graph::OutputsOf(const Node& node) const {
  std::vector<TensorView> views;
  for (const int id : node.outputs) views.push_back(Cells(id));
  return views;
}

Status Graph::OwnCells() {
  for (size_t i = 0; i < storages_.size(); ++i) {
    CH_RETURN_IF_ERROR(OwnCells(static_cast<int>(i)));
  }
  return {};
}

Buffer Graph::Take(Tensor tensor) {
  const int storage = value(tensor).storage;
  const auto readers =
      std::count_if(values_.begin(), values_.end(),
                    [storage](const Value& v) { return v.storage == storage; });
  const TensorView cells = Cells(tensor);
  return readers == 1 && cells.dense() ? arena_.Take(cells.data) : Buffer();
}

Result<float*> Graph::Workspace(size_t floats) const {
  if (workspace_.bytes() < floats * sizeof(float)) {
    workspace_ = Buffer();
    CH_ASSIGN_OR_RETURN(workspace_,
                        Buffer::Allocate(budget(), floats, sizeof(float)));
  }
  return workspace_.as<float>();
}

void Graph::Reset() {
  arena_.Reset();
  status_ = {};
  interventions_.clear();
  applied_.clear();
  values_.clear();
  storages_.clear();
  nodes_.clear();
}

}  // namespace clearhead
