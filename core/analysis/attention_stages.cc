#include "core/analysis/attention_stages.h"

#include <iterator>
#include <string>

#include "core/ops/ops.h"

namespace clearhead {
namespace {

// A tensor and what it has to be made of; null: anything.
struct Made {
  const char* name;
  const Operation& (*operation)();
  const char* inputs[2];
};

bool SameCells(const Graph& graph, int value, const char* name) {
  const Tensor tensor = graph.Find(name);
  return tensor.valid() && value >= 0 &&
         graph.values()[value].storage == graph.value(tensor).storage;
}

bool IsMade(const Graph& graph, const Made& made) {
  const Tensor tensor = graph.Find(made.name);
  if (!tensor.valid()) return false;
  const int node = graph.storages()[graph.value(tensor).storage].node;
  if (node < 0 || graph.nodes()[node].operation != &made.operation()) {
    return false;
  }
  const std::vector<int>& inputs = graph.nodes()[node].inputs;
  for (size_t i = 0; i < std::size(made.inputs); ++i) {
    if (made.inputs[i] && !SameCells(graph, inputs[i], made.inputs[i])) {
      return false;
    }
  }
  return true;
}

// All cells of what was stored, in this shape: no part of it, and none twice.
bool IsWhole(const Graph& graph, const char* name, const Shape& shape) {
  const Tensor tensor = graph.Find(name);
  if (!tensor.valid() || graph.value(tensor).shape != shape) return false;
  const int storage = graph.value(tensor).storage;
  return CountOf(shape) == graph.storages()[storage].count;
}

// Head h of [1, H, T, W] holds the features h·W … of [1, T, H·W], which are x
// times a weight of the shape [C, H·W].
bool IsSplit(const Graph& graph, const std::string& name, int64_t heads,
             const Shape& x) {
  const std::string split = "heads." + name;
  const Tensor tensor = graph.Find(split);
  if (!tensor.valid() || !SameCells(graph, tensor.id, name.c_str())) {
    return false;
  }
  const Value& value = graph.value(tensor);
  const int64_t width = value.shape.empty() ? 0 : value.shape.back();
  const Shape shape = {1, heads, x[1], width};
  const Strides strides = {x[1] * heads * width, width, heads * width, 1};
  return width > 0 && IsWhole(graph, split.c_str(), shape) &&
         value.strides == strides &&
         IsWhole(graph, (name + ".weight").c_str(), {x[2], heads * width});
}

// The shapes of one layer, T, C and all widths at least 1.
bool IsLayer(const Graph& graph) {
  const Tensor input = graph.Find("x");
  const Tensor weights = graph.Find("weights");
  if (!input.valid() || !weights.valid()) return false;
  const Shape x = graph.value(input).shape;
  const Shape pairs = graph.value(weights).shape;
  if (x.size() != 3 || pairs.size() != 4 || CountOf(x) == 0) return false;
  if (!IsWhole(graph, "x", {1, x[1], x[2]})) return false;
  for (const char* stage : {"scores", "scaled", "masked", "weights"}) {
    if (!IsWhole(graph, stage, {1, pairs[1], x[1], x[1]})) return false;
  }
  for (const char* name : {"query", "key", "value"}) {
    if (!IsSplit(graph, name, pairs[1], x)) return false;
  }
  const Shape values = graph.value(graph.Find("heads.value")).shape;
  return IsWhole(graph, "head_outputs", values);
}

// The softmax runs along the keys.
bool OverKeys(const Graph& graph) {
  const int storage = graph.value(graph.Find("weights")).storage;
  const Node& node = graph.nodes()[graph.storages()[storage].node];
  const int64_t axis = node.attributes[0].integer();
  return axis == -1 || axis == 3;
}

}  // namespace

Status CheckStages(const Graph& graph) {
  static constexpr Made kLayer[] = {
      {"query", LinearOperation, {"x", "query.weight"}},
      {"key", LinearOperation, {"x", "key.weight"}},
      {"value", LinearOperation, {"x", "value.weight"}},
      {"scores", ScoresOperation, {"heads.query", "heads.key"}},
      {"scaled", ScaleOperation, {"scores", nullptr}},
      {"masked", ApplyMaskOperation, {"scaled", nullptr}},
      {"weights", SoftmaxOperation, {"masked", nullptr}},
      {"head_outputs", WeightedSumOperation, {"weights", "heads.value"}}};
  bool layer = true;
  for (const Made& made : kLayer) layer = layer && IsMade(graph, made);
  if (layer && IsLayer(graph) && OverKeys(graph)) return {};
  return Fail(ErrorCode::kArgument,
              "the gradient map is of one self-attention layer, x to "
              "head_outputs, with every stage kept at level inspect; of any "
              "other run, ask for the gradients of a cell");
}

}  // namespace clearhead
