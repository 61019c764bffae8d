#include "core/graph/explain.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/graph/as_computed.h"
#include "core/graph/cells.h"

namespace clearhead {
namespace {

// From "input `slot` of the node" to "value of the graph, stored cell". A cell
// that stands in several inputs has one derivative, the total.
void NameOperands(const Graph& graph, const Node& node,
                  Expression* expression) {
  for (Term& term : expression->terms()) {
    if (term.slot < 0) continue;
    const Cell cell = StoredCell(graph, {node.inputs[term.slot]}, term.index);
    term.slot = cell.owner.id;
    term.index = cell.index;
  }
  expression->Differentiate();
}

const Edit* FindEdit(const Storage& storage, int64_t offset) {
  const auto found = std::lower_bound(
      storage.edits.begin(), storage.edits.end(), offset,
      [](const Edit& edit, int64_t at) { return edit.offset < at; });
  const bool edited = found != storage.edits.end() && found->offset == offset;
  return edited ? &*found : nullptr;
}

Expression ExpressionOf(const Graph& graph, const Node& node, int output,
                        const Index& index) {
  const std::vector<TensorView> inputs = graph.InputsOf(node);
  const std::vector<TensorView> outputs = graph.OutputsOf(node);
  Expression expression;
  const AsComputed computed(graph, node);
  node.operation->explain({inputs, outputs, node.attributes, nullptr}, output,
                          index, &expression);
  return expression;
}

// Adds dL/do · ∂o/∂cell for every output o of `node` that reads its input
// `slot` at `index`. There may be thousands: none is written out in terms. Of
// the second output and later ones only what has a gradient is listed.
void AddReaders(const Graph& graph, const Gradients& gradients,
                const Node& node, int slot, const Index& index,
                std::vector<int>* terms, Expression* expression) {
  const std::vector<TensorView> inputs = graph.InputsOf(node);
  const std::vector<TensorView> outputs = graph.OutputsOf(node);
  const Call call{inputs, outputs, node.attributes, nullptr};
  const auto absorbs =
      static_cast<int>(Item(node.operation->schema.inputs, slot).absorbs);
  Expression followed(slot, index);
  const AsComputed computed(graph, node);
  for (const Index& o : node.operation->reach(call, slot, index)) {
    for (int output = 0; output < node.operation->gradients; ++output) {
      const Tensor tensor{node.outputs[output]};
      const TensorView doutput = gradients.Of(graph, tensor);
      const double gradient = doutput.At(o);
      if (output > 0 && gradient == 0) continue;
      const Storage& storage = graph.storages()[graph.value(tensor).storage];
      const Edit* edit = FindEdit(storage, doutput.Offset(o));
      const double passed = edit == nullptr ? 1 : edit->factor;
      followed.Restart();
      node.operation->explain(call, output, o, &followed);
      const double derivative = passed * followed.slope();
      const int reader = expression->Operand(tensor.id, o, gradient);
      expression->terms()[reader].gradient = true;
      const int slope = expression->Constant(derivative, "∂o/∂x");
      const int weights[] = {-1, reader, slope};  // in the order of Absorbs
      terms->push_back(expression->Weigh(reader, slope, weights[absorbs]));
    }
  }
}

// The weight with which the cell itself stands in the differentiated sum.
double SeedAt(const Graph& graph, const GradientTarget& target,
              const Cell& cell) {
  const Value& value = graph.value(target.tensor);
  if (value.storage != graph.value(cell.owner).storage) return 0;
  double seed = 0;
  for (const Index& index : IndicesAt(value, cell.offset)) {
    seed += target.WeightAt(index);
  }
  return seed;
}

}  // namespace

Status CheckIndex(const Value& value, const Index& index) {
  bool inside = index.size() == value.shape.size();
  for (size_t axis = 0; inside && axis < index.size(); ++axis) {
    inside = index[axis] >= 0 && index[axis] < value.shape[axis];
  }
  if (inside) return {};
  return Fail(ErrorCode::kRange, "% has the shape %; the index % lies outside",
              value.name, value.shape, index);
}

Result<Explanation> Explain(const Graph& graph, Tensor tensor,
                            const Index& index, size_t limit) {
  if (graph.recording() == Recording::kNone) {
    return Fail(ErrorCode::kArgument,
                "the run was recorded at level none, which keeps nothing to "
                "explain; record train or inspect");
  }
  CH_RETURN_IF_ERROR(CheckIndex(graph.value(tensor), index));
  const Cell cell = StoredCell(graph, tensor, index);
  const Storage& storage = graph.storages()[graph.value(cell.owner).storage];
  Explanation explanation;
  explanation.tensor = cell.owner;
  explanation.index = cell.index;
  explanation.value = graph.Cells(cell.owner).At(cell.index);
  if (const Edit* edit = FindEdit(storage, cell.offset)) {
    explanation.was = edit->was;
  }
  if (storage.node < 0) return explanation;
  const Node& node = graph.nodes()[storage.node];
  explanation.operation = node.operation;
  explanation.expression =
      ExpressionOf(graph, node, storage.output, cell.index);
  NameOperands(graph, node, &explanation.expression);
  explanation.expression.Abbreviate(limit);
  return explanation;
}

Result<Explanation> ExplainGradient(const Graph& graph,
                                    const Gradients& gradients, Tensor tensor,
                                    const Index& index, size_t limit) {
  CH_RETURN_IF_ERROR(CheckIndex(graph.value(tensor), index));
  const Cell cell = StoredCell(graph, tensor, index);
  const TensorView dcells = gradients.Of(graph, cell.owner);
  if (!dcells.present()) {
    return Fail(ErrorCode::kArgument,
                "% has no gradient: it does not hold float32 numbers",
                graph.value(tensor).name);
  }
  Explanation explanation;
  explanation.tensor = cell.owner;
  explanation.index = cell.index;
  explanation.value = dcells.At(cell.index);
  std::vector<int> terms;
  Expression& expression = explanation.expression;
  const double seed = SeedAt(graph, gradients.target(), cell);
  if (seed != 0) terms.push_back(expression.Constant(seed, "∂L/∂x"));
  const int storage = graph.value(cell.owner).storage;
  for (const Node& node : graph.nodes()) {
    for (size_t slot = 0; slot < node.inputs.size(); ++slot) {
      const int id = node.inputs[slot];
      if (id < 0 || graph.values()[id].storage != storage ||
          !Item(node.operation->schema.inputs, slot).differentiable) {
        continue;
      }
      for (const Index& seen : IndicesAt(graph.values()[id], cell.offset)) {
        AddReaders(graph, gradients, node, static_cast<int>(slot), seen, &terms,
                   &expression);
      }
    }
  }
  expression.Sum(terms);
  expression.Differentiate();
  expression.Abbreviate(limit);
  return explanation;
}

}  // namespace clearhead
