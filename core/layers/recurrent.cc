#include "core/layers/recurrent.h"

#include <limits>
#include <string>

#include "core/base/text.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  if (inputs[kRecurrentX].shape[1] == 0) {
    return Fail(ErrorCode::kShape,
                "recurrent: x has the shape %; give at least one position",
                inputs[kRecurrentX].shape);
  }
  const TensorView& start = inputs[kRecurrentStart];
  if (start.present() && start.shape[1] != 1) {
    return Fail(ErrorCode::kShape,
                "recurrent: start has the shape %; give one state for each "
                "sequence, [B, 1, N]",
                start.shape);
  }
  return std::vector<OutputSpec>();
}

// The parts begin … end − 1 one after the other: halves of halves, so that T
// states are copied log T times.
Tensor Join(Graph& graph, const std::vector<Tensor>& parts, size_t begin,
            size_t end, const std::string& scope, const std::string& name) {
  if (end - begin == 1) return parts[begin];
  const size_t middle = (begin + end) / 2;
  const auto part = [&](size_t first, size_t last) {
    return Join(graph, parts, first, last, scope,
                Text("%states_%_%", scope, first, last - 1));
  };
  return Concatenate(graph, part(begin, middle), part(middle, end), 1, name);
}

// h_t = tanh(x_t·W + b + h_(t−1)·U)
Tensor Build(Graph& graph, const std::vector<Tensor>& inputs, const Attributes&,
             const Names& names) {
  const std::string& scope = names.scope;
  const int64_t steps = graph.Cells(inputs[kRecurrentX]).shape[1];
  const Tensor projected =
      Linear(graph, inputs[kRecurrentX], inputs[kRecurrentInputWeight],
             inputs[kRecurrentBias], scope + "projected");
  std::vector<Tensor> states;
  Tensor state = inputs[kRecurrentStart];
  for (int64_t t = 0; t < steps; ++t) {
    Tensor sum =
        Slice(graph, projected, 1, t, 1, Text("%projected_%", scope, t));
    if (state.valid()) {
      const Tensor carried = Linear(graph, state, inputs[kRecurrentStateWeight],
                                    {}, Text("%carried_%", scope, t));
      sum = Add(graph, sum, carried, Text("%sum_%", scope, t));
    }
    const std::string name =
        steps == 1 ? names.output : Text("%state_%", scope, t);
    state =
        graph.Apply(ActivationOperation(), {sum},
                    {"tanh", std::numeric_limits<double>::quiet_NaN()}, name);
    states.push_back(state);
  }
  return Join(graph, states, 0, states.size(), scope, names.output);
}

}  // namespace

const Operation& RecurrentOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "recurrent",
           .summary = "Every state is made of the one before it: "
                      "h_t = tanh(x_t·W + b + h_(t−1)·U); the first of start, "
                      "or of nothing.",
           .source = "Elman 1990, Finding Structure in Time",
           .inputs = {{.name = "x", .axes = "B T K"},
                      {.name = "input_weight", .axes = "K N"},
                      {.name = "state_weight", .axes = "N N"},
                      {.name = "bias", .axes = "N", .optional = true},
                      {.name = "start", .axes = "B M N", .optional = true}},
           .attributes = {},
           .outputs = {{.name = "output", .axes = "B T N"}}},
      .infer = Infer,
      .forward = nullptr,
      .backward = nullptr,
      .explain = nullptr,
      .reach = nullptr,
      .build = Build};
  return operation;
}

}  // namespace clearhead
