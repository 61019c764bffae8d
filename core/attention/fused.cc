#include "core/attention/fused.h"

#include <cmath>

#include "core/attention/fused_explained.h"
#include "core/attention/scaled_dot_product.h"
#include "core/base/text.h"
#include "core/kernels/attention.h"
#include "core/ops/heads_of.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

kernels::AttentionShape ShapeOf(const std::vector<TensorView>& inputs) {
  return {static_cast<size_t>(inputs[kAttentionQ].shape[2]),
          static_cast<size_t>(inputs[kAttentionK].shape[2]),
          static_cast<size_t>(inputs[kAttentionQ].shape[3]),
          static_cast<size_t>(inputs[kAttentionV].shape[3])};
}

// mask and bias may repeat over batch, heads and queries, not over keys.
Status CheckKeys(const std::vector<TensorView>& inputs) {
  for (const auto& [slot, name] :
       {std::pair{kAttentionMask, "mask"}, {kAttentionBias, "bias"}}) {
    const TensorView& input = inputs[slot];
    if (!input.present()) continue;
    const int64_t keys = inputs[kAttentionK].shape[2];
    if (!input.shape.empty() && input.shape.back() == keys) continue;
    return Fail(ErrorCode::kShape,
                "attention: % has the shape %; its last axis must have the "
                "size %, one a key",
                name, input.shape, keys);
  }
  return {};
}

// The stages divide by 1/scale and by the cap.
Status CheckFactors(const Attributes& attributes, int64_t width) {
  if (width == 0) {
    return Fail(ErrorCode::kShape,
                "attention: q and k have width 0; a score needs at least one "
                "feature");
  }
  const double cap = attributes[kAttentionSoftCap].number;
  if (cap != 0 && cap < 1e-30) {
    return Fail(ErrorCode::kRange,
                "attention: softcap is %; give 0 for none, or a number of at "
                "least 1e-30",
                cap);
  }
  const double scale = AttentionScale(attributes, width);
  if (std::abs(scale) >= 1e-30 && std::abs(scale) <= 1e30) return {};
  return Fail(
      ErrorCode::kRange,
      "attention: scale is %; give a number whose size is from 1e-30 to 1e30",
      scale);
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const Shape& q = inputs[kAttentionQ].shape;
  CH_CHECK(!inputs[kAttentionPastKey].present() &&
               !inputs[kAttentionPastValue].present(),
           "past keys join the new ones before: Graph::Perform");
  CH_RETURN_IF_ERROR(CheckHeads("attention", q, inputs[kAttentionK].shape));
  CH_RETURN_IF_ERROR(CheckFactors(attributes, q[3]));
  CH_RETURN_IF_ERROR(CheckKeys(inputs));
  return std::vector<OutputSpec>{
      {.shape = {q[0], q[1], q[2], inputs[kAttentionV].shape[3]},
       .type = DataType::kFloat32,
       .order = {0, 2, 1, 3}},
      {.shape = {q[0], q[1], q[2]}}};
}

size_t Workspace(const std::vector<TensorView>& inputs, const Attributes&) {
  return kernels::AttentionWorkspace(ShapeOf(inputs));
}

// mask or bias as [B, H, T, S]; absent stays absent.
TensorView PerScore(const TensorView& view,
                    const std::vector<TensorView>& inputs) {
  const Shape& q = inputs[kAttentionQ].shape;
  return Broadcast(view, {q[0], q[1], q[2], inputs[kAttentionK].shape[2]});
}

// [B, H, T] as [B, H, T, 1], to walk it with the others.
TensorView OneWide(TensorView view) {
  view.shape.push_back(1);
  view.strides.push_back(1);
  return view;
}

// Everything that one head of one sentence needs, from the walk's offsets.
struct Heads {
  explicit Heads(const Call& call)
      : q(call.inputs[kAttentionQ]),
        k(call.inputs[kAttentionK]),
        v(call.inputs[kAttentionV]),
        mask(PerScore(call.inputs[kAttentionMask], call.inputs)),
        bias(PerScore(call.inputs[kAttentionBias], call.inputs)),
        log_sum_exp(OneWide(call.outputs[kAttentionLogSumExp])),
        out(call.outputs[kAttentionOut]),
        shape(ShapeOf(call.inputs)),
        scale(static_cast<float>(AttentionScale(call.attributes, q.shape[3]))),
        softcap(static_cast<float>(call.attributes[kAttentionSoftCap].number)),
        causal(call.attributes[kAttentionCausal].flag()) {}

  kernels::AttentionMask MaskAt(int64_t mask_offset,
                                int64_t bias_offset) const {
    kernels::AttentionMask rows;
    if (mask.present()) {
      rows.visible = mask.as<uint8_t>() + mask_offset;
      rows.stride = static_cast<ptrdiff_t>(mask.strides[2]);
    }
    if (bias.present()) {
      rows.bias = bias.floats() + bias_offset;
      rows.bias_stride = static_cast<ptrdiff_t>(bias.strides[2]);
    }
    rows.causal = causal;
    return rows;
  }
  const TensorView& q;
  TensorView k, v, mask, bias, log_sum_exp;
  const TensorView& out;
  kernels::AttentionShape shape;
  float scale, softcap;
  bool causal;
};

// out = softmax(cap(scale·QKᵀ) + bias, hidden keys left out)·V
void Forward(const Call& call) {
  const Heads heads(call);
  ForEachHead(heads.q.shape,
              {&heads.q, &heads.k, &heads.v, &heads.out, &heads.mask,
               &heads.bias, &heads.log_sum_exp},
              [&](Offsets at) {
                kernels::Attention(
                    heads.shape, MatrixAt(heads.q, at[0]),
                    MatrixAt(heads.k, at[1]), MatrixAt(heads.v, at[2]),
                    heads.MaskAt(at[4], at[5]), heads.scale, heads.softcap,
                    MutableMatrixAt(heads.out, at[3]),
                    heads.log_sum_exp.floats() + at[6], call.workspace);
              });
}

kernels::MutableMatrix OrNothing(const TensorView& view, int64_t offset) {
  if (!view.present()) return {nullptr, 0};
  return MutableMatrixAt(view, offset);
}

// The weights are computed again from log_sum_exp, row by row.
void Backward(const BackwardCall& call) {
  const Heads heads(call);
  const TensorView dbias =
      call.dinputs[kAttentionBias].present()
          ? PerScore(call.dinputs[kAttentionBias], call.inputs)
          : TensorView{};
  ForEachHead(
      heads.q.shape,
      {&heads.q, &heads.k, &heads.v, &heads.out, &heads.mask, &heads.bias,
       &heads.log_sum_exp},
      [&](Offsets at) {
        kernels::AttentionBackward(
            heads.shape, MatrixAt(heads.q, at[0]), MatrixAt(heads.k, at[1]),
            MatrixAt(heads.v, at[2]), heads.MaskAt(at[4], at[5]), heads.scale,
            heads.softcap, MatrixAt(heads.out, at[3]),
            heads.log_sum_exp.floats() + at[6], MatrixAt(call.doutput, at[3]),
            MutableMatrixAt(call.dinputs[kAttentionQ], at[0]),
            MutableMatrixAt(call.dinputs[kAttentionK], at[1]),
            MutableMatrixAt(call.dinputs[kAttentionV], at[2]),
            OrNothing(dbias, at[5]), call.workspace);
      });
}

}  // namespace

double AttentionScale(const Attributes& attributes, int64_t width) {
  const double scale = attributes[kAttentionScale].number;
  return std::isnan(scale) ? 1 / std::sqrt(static_cast<double>(width)) : scale;
}

const Operation& AttentionOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "attention",
           .summary = "Scaled dot-product attention: "
                      "out = softmax(cap(scale·QKᵀ) + bias, hidden keys left "
                      "out)·V. A query that sees no key gets 0. Past keys and "
                      "values stand in front of the new ones, S of both; the "
                      "results then include present_key and present_value.",
           .source = "Vaswani et al. 2017, equation 1; Dao et al. 2022, "
                     "algorithm 1",
           .inputs =
               {{.name = "q", .axes = "B H T D"},
                {.name = "k", .axes = "B G S D"},
                {.name = "v", .axes = "B G S E", .absorbs = Absorbs::kWeight},
                {.name = "mask",
                 .axes = "B H T S",
                 .type = DataType::kUint8,
                 .differentiable = false,
                 .optional = true,
                 .broadcast = true},
                {.name = "bias",
                 .axes = "B H T S",
                 .optional = true,
                 .broadcast = true},
                {.name = "past_key", .axes = "B G P D", .optional = true},
                {.name = "past_value", .axes = "B G P E", .optional = true}},
           .attributes = {kScaleAttribute, kSoftCapAttribute, kCausalAttribute},
           .outputs = {{.name = "output", .axes = "B H T E"},
                       {.name = "log_sum_exp", .axes = "B H T"},
                       {.name = "present_key", .axes = "B G S D"},
                       {.name = "present_value", .axes = "B G S E"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = ExplainAttention,
      .reach = ReachAttention,
      .workspace = Workspace,
      .build = BuildAttention};
  return operation;
}

}  // namespace clearhead
