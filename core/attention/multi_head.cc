#include "core/attention/multi_head.h"

#include "core/attention/fused.h"
#include "core/attention/multi_head_steps.h"
#include "core/positions/rotary.h"

namespace clearhead {
namespace {

Status CheckProjection(const std::vector<TensorView>& inputs,
                       const Attributes& attributes, int number) {
  const Sharing& sharing = SharingOf(attributes);
  const MultiHeadProjection& projection = kMultiHeadProjections[number];
  const TensorView& weight = inputs[projection.weight];
  const bool used = sharing.weight_of[number] == number;
  if (weight.present() != used ||
      (inputs[projection.bias].present() && !used)) {
    return Fail(ErrorCode::kArgument,
                "multi_head_attention: share is '%', so % %_weight and "
                "%_bias",
                attributes[kMultiHeadShare].text, used ? "give" : "do not give",
                projection.name, projection.name);
  }
  return {};
}

// The weight that projection `number` multiplies by reads its source.
Status CheckSource(const std::vector<TensorView>& inputs,
                   const Sharing& sharing, int number) {
  const int owner = sharing.weight_of[number];
  if (owner < 0) return {};
  const int source = SourceOf([&](int slot) { return inputs[slot].present(); },
                              kMultiHeadProjections[number].source);
  const Shape& weight = inputs[kMultiHeadProjections[owner].weight].shape;
  const int64_t width = inputs[source].shape.back();
  if (weight[0] == width) return {};
  return Fail(ErrorCode::kShape,
              "multi_head_attention: %_weight has the shape %; % is made of "
              "a tensor of the width %, give as many rows",
              kMultiHeadProjections[owner].name, weight,
              kMultiHeadProjections[number].name, width);
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const Sharing& sharing = SharingOf(attributes);
  for (const int number : {0, 1, 2}) {
    CH_RETURN_IF_ERROR(CheckProjection(inputs, attributes, number));
  }
  for (const int number : {0, 1, 2}) {
    CH_RETURN_IF_ERROR(CheckSource(inputs, sharing, number));
  }
  if (inputs[kMultiHeadOutputBias].present() &&
      !inputs[kMultiHeadOutputWeight].present()) {
    return Fail(ErrorCode::kArgument,
                "multi_head_attention: output_bias is given and output_weight "
                "is not; give both, or neither");
  }
  if (inputs[kMultiHeadCos].present() != inputs[kMultiHeadSin].present()) {
    return Fail(ErrorCode::kArgument,
                "multi_head_attention: one of cos and sin is missing; give "
                "both, or neither");
  }
  return std::vector<OutputSpec>();
}

}  // namespace

const Operation& MultiHeadAttentionOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "multi_head_attention",
           .summary =
               "out = [head_1 … head_H]·W_O, head_h = attention(x·W_Q, "
               "context·W_K, context·W_V). The queries' head h reads the "
               "key/value head ⌊h·G/H⌋. With cos and sin of their positions "
               "queries and keys turn.",
           .source = "Vaswani et al. 2017, section 3.2.2; Ainslie et al. 2023; "
                     "Shazeer 2019",
           .inputs =
               {{.name = "x", .axes = "B T C"},
                {.name = "context", .axes = "B L M", .optional = true},
                {.name = "value_context", .axes = "B L N", .optional = true},
                {.name = "query_weight", .axes = "C J", .optional = true},
                {.name = "key_weight", .axes = "K Q", .optional = true},
                {.name = "value_weight", .axes = "R U", .optional = true},
                {.name = "output_weight", .axes = "W Z", .optional = true},
                {.name = "query_bias", .axes = "J", .optional = true},
                {.name = "key_bias", .axes = "Q", .optional = true},
                {.name = "value_bias", .axes = "U", .optional = true},
                {.name = "output_bias", .axes = "Z", .optional = true},
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
                {.name = "past_value", .axes = "B G P E", .optional = true},
                {.name = "cos",
                 .axes = "B T F",
                 .differentiable = false,
                 .optional = true,
                 .broadcast = true},
                {.name = "sin",
                 .axes = "B T F",
                 .differentiable = false,
                 .optional = true,
                 .broadcast = true}},
           .attributes =
               {{.name = "heads",
                 .type = AttributeType::kInteger,
                 .summary = "H, of the queries.",
                 .required = true,
                 .minimum = 1,
                 .maximum = 65536},
                {.name = "kv_heads",
                 .type = AttributeType::kInteger,
                 .summary = "G, of keys and values: 0 as many as heads (MHA), "
                            "a divisor of them (GQA), 1 (MQA).",
                 .fallback = 0,
                 .required = false,
                 .minimum = 0,
                 .maximum = 65536},
                kScaleAttribute,
                kSoftCapAttribute,
                kCausalAttribute,
                {.name = "share",
                 .type = AttributeType::kString,
                 .summary =
                     "Which projections are one: key_value (V = K), "
                     "query_key (W_K = W_Q), all (W_Q = W_K = W_V), input (no "
                     "projection, Q = K = V = x). Weights that another stands "
                     "for are not given.",
                 .fallback_word = "none",
                 .words = kMultiHeadShares},
                {.name = "layout",
                 .type = AttributeType::kString,
                 .summary = "Of rotary positions: pair i is (i, i + F) in half "
                            "and (2i, 2i + 1) in interleaved.",
                 .fallback_word = "half",
                 .words = kRotaryLayouts}},
           .outputs = {{.name = "output", .axes = "B T Z"},
                       {.name = "present_key", .axes = "B G S D"},
                       {.name = "present_value", .axes = "B G S E"}}},
      .infer = Infer,
      .forward = nullptr,
      .backward = nullptr,
      .explain = nullptr,
      .reach = nullptr,
      .build = BuildMultiHead};
  return operation;
}

}  // namespace clearhead
