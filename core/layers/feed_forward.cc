#include "core/layers/feed_forward.h"

#include "core/ops/activation.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  if (inputs[kFeedForwardGateBias].present() &&
      !inputs[kFeedForwardGateWeight].present()) {
    return Fail(ErrorCode::kArgument,
                "feed_forward: gate_bias is given and gate_weight is not; give "
                "both, or neither");
  }
  return std::vector<OutputSpec>();
}

Tensor Build(Graph& graph, const std::vector<Tensor>& inputs,
             const Attributes& attributes, const Names& names) {
  const std::string& scope = names.scope;
  const Tensor x = inputs[kFeedForwardX];
  const Tensor hidden = Linear(graph, x, inputs[kFeedForwardInWeight],
                               inputs[kFeedForwardInBias], scope + "hidden");
  Tensor activated = graph.Apply(ActivationOperation(), {hidden}, attributes,
                                 scope + "activated");
  if (inputs[kFeedForwardGateWeight].valid()) {
    const Tensor gate = Linear(graph, x, inputs[kFeedForwardGateWeight],
                               inputs[kFeedForwardGateBias], scope + "gate");
    activated = graph.Apply(MultiplyOperation(), {activated, gate}, {},
                            scope + "gated");
  }
  return Linear(graph, activated, inputs[kFeedForwardOutWeight],
                inputs[kFeedForwardOutBias], names.output);
}

}  // namespace

const Operation& FeedForwardOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "feed_forward",
           .summary = "Two projections with a nonlinearity f between them, "
                      "out = f(x·W_in)·W_out; with a gate out = "
                      "(f(x·W_in) ⊙ x·W_gate)·W_out: relu and a gate ReGLU, "
                      "gelu GEGLU, silu SwiGLU, sigmoid GLU.",
           .source = "Vaswani et al. 2017, section 3.3, equation 2; Shazeer "
                     "2020, equations 5 and 6",
           .inputs = {{.name = "x", .axes = "... C"},
                      {.name = "in_weight", .axes = "C F"},
                      {.name = "out_weight", .axes = "F N"},
                      {.name = "gate_weight", .axes = "C F", .optional = true},
                      {.name = "in_bias", .axes = "F", .optional = true},
                      {.name = "out_bias", .axes = "N", .optional = true},
                      {.name = "gate_bias", .axes = "F", .optional = true}},
           .attributes = {kActivationAttribute, kAlphaAttribute},
           .outputs = {{.name = "output", .axes = "... N"}}},
      .infer = Infer,
      .forward = nullptr,
      .backward = nullptr,
      .explain = nullptr,
      .reach = nullptr,
      .build = Build};
  return operation;
}

}  // namespace clearhead
