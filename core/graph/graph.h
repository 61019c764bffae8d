// The tape: operations run at once and are remembered, with every tensor named,
// so that it can be drawn, changed, explained and differentiated.
#ifndef CLEARHEAD_CORE_GRAPH_GRAPH_H_
#define CLEARHEAD_CORE_GRAPH_GRAPH_H_

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arena.h"
#include "core/base/function_ref.h"
#include "core/graph/intervention.h"
#include "core/graph/operation.h"

namespace clearhead {

// none: nothing is remembered. train: what Backward needs. inspect: every
// stage that the chapter names.
enum class Recording : uint8_t { kNone, kTrain, kInspect };

// A tensor of a graph, by number.
struct Tensor {
  int id = -1;
  bool valid() const { return id >= 0; }
};

// Tensors listed in place or held by a vector; for parameters only.
class TensorList {
 public:
  TensorList(std::initializer_list<Tensor> list) {  // NOLINT: converts
    begin_ = list.begin();
    end_ = list.end();
  }
  TensorList(const std::vector<Tensor>& list)  // NOLINT: converts
      : begin_(list.data()), end_(list.data() + list.size()) {}
  const Tensor* begin() const { return begin_; }
  const Tensor* end() const { return end_; }

 private:
  const Tensor* begin_;
  const Tensor* end_;
};

// A named reading of stored cells. Several values may read the same storage:
// split and joined heads, repeated keys and slices are views, not copies.
struct Value {
  std::string name;
  DataType type = DataType::kFloat32;
  Shape shape;
  Strides strides;
  int64_t offset = 0;  // in its storage
  std::vector<AxisRole> roles;
  int storage = -1;
};

struct Storage {
  std::byte* data = nullptr;
  int64_t count = 0;
  int owner = -1;  // the value that was stored; the others are views
  int node = -1;   // what computed it, or -1 for an input
  int output = 0;  // which output of that node
  bool borrowed = false;
  std::vector<Edit> edits;
};

struct Node {
  const Operation* operation = nullptr;
  std::vector<int> inputs;  // values; -1 where absent
  std::vector<int> outputs;
  Attributes attributes;
};

class Graph {
 public:
  Graph(std::shared_ptr<Budget> budget, Recording recording)
      : arena_(std::move(budget)), recording_(recording) {}

  // The first error; from then on every call is ignored, so that a model can
  // be written as a list of steps and checked once.
  const Status& status() const { return status_; }
  void SetError(Status status);

  Recording recording() const { return recording_; }
  // Before the first tensor is made.
  void SetInterventions(std::vector<Intervention> interventions);
  // An error names the interventions whose tensor was never recorded.
  Status CheckInterventions() const;
  // True when the named stages of a composite must be kept: at level inspect,
  // or because an intervention names one of them.
  bool KeepsStages(const std::vector<std::string>& stages) const;

  // An input of the graph; `fill` writes its cells, which begin as zeros.
  Tensor Input(std::string_view name, DataType type, const Shape& shape,
               std::vector<AxisRole> roles,
               FunctionRef<void(const TensorView&)> fill);
  // An input whose cells belong to the caller, who keeps them alive; dense.
  Tensor Borrow(std::string_view name, const TensorView& cells,
                std::vector<AxisRole> roles);
  // Runs an operation as one node. An invalid Tensor stands for an absent
  // optional input.
  Tensor Apply(const Operation& operation, TensorList inputs,
               Attributes attributes, std::string_view name);
  // Runs any operation of the table, composites by their steps. What lies
  // within a composite begins with what its own name has up to the last dot:
  // "a.query" in "a.output", "query" in "output".
  Tensor Perform(const Operation& operation, const std::vector<Tensor>& inputs,
                 const Attributes& attributes, std::string_view name);
  // Whether an operation takes that; otherwise the error is the graph's.
  bool Fits(const Operation& operation, const std::vector<Tensor>& inputs,
            const Attributes& attributes);
  // Another reading of the cells of `base`; strides and offset count its
  // elements as stored. Operations take views whose last axis has stride 1.
  Tensor View(Tensor base, std::string_view name, const Shape& shape,
              const Strides& strides, int64_t offset,
              std::vector<AxisRole> roles);
  // What the axes of a tensor are, where its operation knows only sizes; as
  // many as it has.
  Tensor WithRoles(Tensor tensor, std::vector<AxisRole> roles);
  // The second and later outputs of the operation that made `first`.
  Tensor OtherOutput(Tensor first, int output) const;

  TensorView Cells(Tensor tensor) const { return Cells(tensor.id); }
  TensorView Cells(int value) const;
  const Value& value(Tensor tensor) const { return values_[tensor.id]; }
  // The value of that name, or an invalid Tensor.
  Tensor Find(std::string_view name) const;
  // All names, for errors: "x, query, key".
  std::string Names() const;

  const std::vector<Value>& values() const { return values_; }
  const std::vector<Storage>& storages() const { return storages_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  // Inputs, outputs and attributes of a node as its operation sees them.
  std::vector<TensorView> InputsOf(const Node& node) const;
  std::vector<TensorView> OutputsOf(const Node& node) const;

  // Copies all cells that are borrowed, for a graph that outlives their owner
  // or its changes. Fails with kMemory.
  Status OwnCells();
  // Scratch for an operation; kept and reused.
  Result<float*> Workspace(size_t floats) const;
  size_t bytes() const { return arena_.bytes() + workspace_.bytes(); }
  const std::shared_ptr<Budget>& budget() const { return arena_.budget(); }
  // The cells' memory, where a dense tensor that no view reads has a block of
  // its own; an empty Buffer otherwise. The graph may then not read them any
  // more.
  Buffer Take(Tensor tensor);
  // Forgets all tensors and nodes, keeps the memory for the next step.
  void Reset();

 private:
  Result<Tensor> TryApply(const Operation& operation, TensorList inputs,
                          Attributes attributes, std::string_view name);
  Result<Tensor> TryStore(Value value, const Dims& order, int node, int output);
  Status Record(Tensor tensor);
  Status OwnCells(int storage);

  Arena arena_;
  Recording recording_;
  Status status_;
  std::vector<Intervention> interventions_;
  std::vector<uint8_t> applied_;  // by intervention: 1 when its tensor came
  std::vector<Value> values_;
  std::vector<Storage> storages_;
  std::vector<Node> nodes_;
  mutable Buffer workspace_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_GRAPH_H_
