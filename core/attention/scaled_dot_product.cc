#include "core/attention/scaled_dot_product.h"

#include <cmath>

#include "core/attention/fused.h"
#include "core/masks/mask.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

enum Stage {
  kScores,
  kScaled,
  kCapped,
  kBiased,
  kCausalMask,
  kCausal,
  kMasked,
  kWeights
};

// The names of the stages, in the order of Stage.
std::vector<std::string> StageNames(const std::string& scope) {
  std::vector<std::string> names;
  for (const char* stage : {"scores", "scaled", "capped", "biased",
                            "causal_mask", "causal", "masked", "weights"}) {
    names.push_back(scope + stage);
  }
  return names;
}

// Division by √d_k where that is what the scale means, by 1/scale elsewhere.
Tensor Scaled(Graph& graph, Tensor scores, const Attributes& attributes,
              int64_t width, const std::string& name) {
  const double scale = AttentionScale(attributes, width);
  const double root = std::sqrt(static_cast<double>(width));
  const bool chapter = std::abs(scale * root - 1) < 1e-12;
  if (chapter) return Scale(graph, scores, root, "√d_k", name);
  return Scale(graph, scores, 1 / scale, "1/scale", name);
}

// The stages in the order of the chapter: QKᵀ, ÷√d_k, (cap, bias,) mask,
// softmax, ·V.
Tensor Stages(Graph& graph, const AttentionInputs& inputs,
              const Attributes& attributes,
              const std::vector<std::string>& names,
              const std::string& output) {
  const Shape q = graph.Cells(inputs.q).shape;
  const int64_t keys = graph.Cells(inputs.k).shape[2];
  Tensor scores = Scores(graph, inputs.q, inputs.k, names[kScores]);
  scores = Scaled(graph, scores, attributes, q[3], names[kScaled]);
  if (const double cap = attributes[kAttentionSoftCap].number; cap > 0) {
    scores = SoftCap(graph, scores, cap, names[kCapped]);
  }
  if (inputs.bias.valid()) {
    scores = Add(graph, scores, inputs.bias, names[kBiased]);
  }
  if (attributes[kAttentionCausal].flag()) {
    const Tensor causal = MakeMask(graph, {MaskKind::kCausal, q[2], keys, keys},
                                   names[kCausalMask]);
    scores = ApplyMask(graph, scores, causal,
                       names[inputs.mask.valid() ? kCausal : kMasked]);
  }
  if (inputs.mask.valid()) {
    scores = ApplyMask(graph, scores, inputs.mask, names[kMasked]);
  }
  const Tensor weights = Softmax(graph, scores, names[kWeights]);
  return WeightedSum(graph, weights, inputs.v, output);
}

}  // namespace

Tensor ScaledDotProductAttention(Graph& graph, const AttentionInputs& inputs,
                                 const Attributes& attributes,
                                 const Names& names) {
  const std::vector<Tensor> slots = {inputs.q, inputs.k, inputs.v, inputs.mask,
                                     inputs.bias};
  const std::vector<std::string> stages = StageNames(names.scope);
  if (!graph.KeepsStages(stages)) {
    return graph.Apply(AttentionOperation(), slots, attributes, names.output);
  }
  // The stages' own errors would name other inputs.
  if (!graph.Fits(AttentionOperation(), slots, attributes)) return {};
  return Stages(graph, inputs, attributes, stages, names.output);
}

Tensor BuildAttention(Graph& graph, const std::vector<Tensor>& inputs,
                      const Attributes& attributes, const Names& names) {
  const auto present = [&](int past, int now, const char* name) {
    if (!inputs[past].valid() || !inputs[now].valid()) return inputs[now];
    return Concatenate(graph, inputs[past], inputs[now], 2, names.scope + name);
  };
  if (inputs[kAttentionPastKey].valid() !=
      inputs[kAttentionPastValue].valid()) {
    graph.SetError(Fail(ErrorCode::kArgument,
                        "attention: one of past_key and past_value is missing; "
                        "give both or none"));
  }
  const Tensor k = present(kAttentionPastKey, kAttentionK, "present_key");
  const Tensor v = present(kAttentionPastValue, kAttentionV, "present_value");
  return ScaledDotProductAttention(
      graph,
      {inputs[kAttentionQ], k, v, inputs[kAttentionMask],
       inputs[kAttentionBias]},
      attributes, names);
}

}  // namespace clearhead
