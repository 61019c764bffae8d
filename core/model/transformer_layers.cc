// One layer, and what it is made of.
#include <cmath>
#include <limits>

#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/layers/feed_forward.h"
#include "core/layers/recurrent.h"
#include "core/model/transformer.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

double Inverse(double n) { return 1 / std::sqrt(n); }

}  // namespace

// x ↦ self-attention ↦ feed-forward
Tensor Transformer::EncoderLayer(const std::string& scope, Tensor x,
                                 Tensor mask, const Positions& positions) {
  const bool causal = config_.encoder_mask == MaskKind::kCausal;
  x = Residual(scope + "self_attention", x, [&](Tensor y) {
    return SelfAttention(scope + "self_attention.", y, mask, causal, positions,
                         nullptr);
  });
  return Residual(scope + "feed_forward", x, [&](Tensor y) {
    return FeedForward(scope + "feed_forward.", y);
  });
}

// x ↦ masked self-attention ↦ cross-attention to the encoder ↦ feed-forward
Tensor Transformer::DecoderLayer(int layer, Tensor x, Tensor mask,
                                 const Positions& positions, Tensor memory,
                                 Tensor memory_visible) {
  const std::string scope = Text("decoder.%.", layer);
  const bool causal = config_.mask == MaskKind::kCausal;
  x = Residual(scope + "self_attention", x, [&](Tensor y) {
    return SelfAttention(scope + "self_attention.", y, mask, causal, positions,
                         cache_ == nullptr ? nullptr : &cache_->own(layer));
  });
  if (config_.crosses()) {
    x = Residual(scope + "cross_attention", x, [&](Tensor y) {
      return CrossAttention(scope + "cross_attention.", y, memory,
                            memory_visible, layer);
    });
  }
  return Residual(scope + "feed_forward", x, [&](Tensor y) {
    return FeedForward(scope + "feed_forward.", y);
  });
}

// pre: x + f(norm(x)); post: norm(x + f(x))
Tensor Transformer::Residual(const std::string& name, Tensor x,
                             FunctionRef<Tensor(Tensor)> sublayer) {
  const std::string norm = name + "_norm";
  const bool pre = config_.order == NormOrder::kPre;
  Tensor y = sublayer(pre ? Norm(norm, x) : x);
  y = DropOut(y, name + "_kept");
  if (config_.residual) y = Add(graph_, x, y, name + "_sum");
  return pre ? y : Norm(norm, y);
}

Tensor Transformer::FeedForward(const std::string& scope, Tensor x) {
  const int64_t width = config_.d_model, hidden = config_.d_ff;
  const double size = Inverse(static_cast<double>(width));
  std::vector<Tensor> inputs(kFeedForwardGateBias + 1);
  inputs[kFeedForwardX] = x;
  inputs[kFeedForwardInWeight] =
      Weight(scope + "in.weight", width, hidden, size);
  inputs[kFeedForwardInBias] = Bias(scope + "in.bias", hidden);
  if (config_.gated) {
    inputs[kFeedForwardGateWeight] =
        Weight(scope + "gate.weight", width, hidden, size);
    inputs[kFeedForwardGateBias] = Bias(scope + "gate.bias", hidden);
  }
  inputs[kFeedForwardOutWeight] =
      Weight(scope + "out.weight", hidden, width, OutputSize(scope, hidden));
  inputs[kFeedForwardOutBias] = Bias(scope + "out.bias", width);
  return graph_.Perform(
      FeedForwardOperation(), inputs,
      {config_.activation, std::numeric_limits<double>::quiet_NaN()},
      scope + "output");
}

Tensor Transformer::RecurrentLayer(int layer, Tensor x) {
  const std::string scope = Text("decoder.%.recurrent.", layer);
  const int64_t width = config_.d_model;
  std::vector<Tensor> inputs(kRecurrentStart + 1);
  inputs[kRecurrentX] = x;
  inputs[kRecurrentInputWeight] = Weight(scope + "input.weight", width, width,
                                         Inverse(static_cast<double>(width)));
  inputs[kRecurrentStateWeight] =
      Given({.name = scope + "state.weight",
             .shape = {width, width},
             .roles = {AxisRole::kModel, AxisRole::kFeature},
             .initial = Initial::kOrthogonal,
             .size = config_.recurrent_radius});
  inputs[kRecurrentBias] = Bias(scope + "input.bias", width);
  if (Past() > 0) {
    inputs[kRecurrentStart] =
        OneGroup(cache_->own(layer).keys, scope + "start");
  }
  return graph_.Perform(RecurrentOperation(), inputs, {}, scope + "output");
}

Tensor Transformer::Norm(const std::string& name, Tensor x) {
  const auto parameter = [&](const char* part, Initial initial) {
    return Given({.name = name + part,
                  .shape = {config_.d_model},
                  .roles = {AxisRole::kModel},
                  .initial = initial});
  };
  const Tensor weight = parameter(".weight", Initial::kOnes);
  if (config_.norm == NormKind::kRmsNorm) {
    return graph_.Apply(RmsNormOperation(), {x, weight}, {config_.epsilon},
                        name);
  }
  return graph_.Apply(LayerNormOperation(),
                      {x, weight, parameter(".bias", Initial::kZeros)},
                      {config_.epsilon}, name);
}

Tensor Transformer::Weight(const std::string& name, int64_t rows,
                           int64_t columns, double size) {
  return Given({.name = name,
                .shape = {rows, columns},
                .roles = {AxisRole::kModel, AxisRole::kFeature},
                .initial = Initial::kNormal,
                .size = size});
}

Tensor Transformer::Bias(const std::string& name, int64_t width) {
  if (!config_.bias) return {};
  return Given({.name = name, .shape = {width}, .roles = {AxisRole::kFeature}});
}

// Every place draws its own bits from the seed of the step.
Tensor Transformer::DropOut(Tensor x, const std::string& name) {
  if (!trains_ || config_.dropout == 0) return x;
  const auto seed =
      static_cast<uint32_t>(Hash(Text("%.%", dropout_seed_, name)));
  return Dropout(graph_, x, config_.dropout, seed, name);
}

double Transformer::OutputSize(const std::string& scope, int64_t inputs) const {
  const bool encoder = scope.rfind("encoder.", 0) == 0;
  const int64_t sublayers = config_.crosses() && !encoder ? 3 : 2;
  const int64_t sums =
      sublayers * (encoder ? config_.encoder_layers : config_.decoder_layers);
  const double size = Inverse(static_cast<double>(inputs));
  return config_.order == NormOrder::kPre
             ? size * Inverse(static_cast<double>(sums))
             : size;
}

}  // namespace clearhead
