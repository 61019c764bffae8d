#include "core/attention/latent.h"

#include "core/attention/fused.h"
#include "core/attention/latent_steps.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

Status CheckColumns(const char* name, const Shape& weight, int64_t heads,
                    const char* parts, int64_t least) {
  if (weight[1] % heads == 0 && weight[1] / heads > least) return {};
  return Fail(ErrorCode::kShape,
              "latent_attention: % has the shape %; give a multiple of the % "
              "heads as columns, each head more than %: %",
              name, weight, heads, least, parts);
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const auto shape = [&](int slot) { return inputs[slot].shape; };
  const bool low_rank = inputs[kLatentQueryDown].present();
  if (low_rank != inputs[kLatentQueryNorm].present()) {
    return Fail(ErrorCode::kArgument,
                "latent_attention: give query_down and query_norm, or neither");
  }
  if (inputs[kLatentPastLatent].present() !=
      inputs[kLatentPastRopeKey].present()) {
    return Fail(ErrorCode::kArgument,
                "latent_attention: give past_latent and past_rope_key, or "
                "neither");
  }
  if (shape(kLatentCos).empty()) {
    return Fail(ErrorCode::kShape,
                "latent_attention: cos is a number; give one cell for each "
                "position and pair");
  }
  const int64_t width =
      low_rank ? shape(kLatentQueryDown)[1] : shape(kLatentX)[2];
  if (shape(kLatentQueryUp)[0] != width) {
    return Fail(ErrorCode::kShape,
                "latent_attention: query_up has the shape %; what it reads has "
                "the width %, give as many rows",
                shape(kLatentQueryUp), width);
  }
  const int64_t heads = attributes[kLatentHeads].integer();
  const int64_t rope = 2 * shape(kLatentCos).back();
  CH_RETURN_IF_ERROR(CheckColumns("query_up", shape(kLatentQueryUp), heads,
                                  "what does not turn, then what turns, two "
                                  "for a cell of cos",
                                  rope));
  const LatentWidths n = LatentWidthsOf(shape, attributes);
  CH_RETURN_IF_ERROR(CheckColumns("key_value_up", shape(kLatentKeyValueUp),
                                  heads,
                                  "what of a key does not turn, then "
                                  "the value",
                                  n.nope));
  if (shape(kLatentKeyValueDown)[1] == n.latent + n.rope) {
    return std::vector<OutputSpec>();
  }
  return Fail(ErrorCode::kShape,
              "latent_attention: key_value_down has the shape %; give % + % "
              "columns: the latent, then the key that turns",
              shape(kLatentKeyValueDown), n.latent, n.rope);
}

}  // namespace

const Operation& LatentAttentionOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "latent_attention",
           .summary =
               "MLA: keys and values of every head are made from a latent a "
               "token, c = RMSNorm(x·W_DKV), [k; v] = c·W_UKV; a part of each "
               "query and one key for all heads turn with their position. "
               "latent and rope_key are what decoding keeps.",
           .source = "DeepSeek-AI 2024, DeepSeek-V2, section 2.1",
           .inputs =
               {{.name = "x", .axes = "B T C"},
                {.name = "cos",
                 .axes = "B T F",
                 .differentiable = false,
                 .broadcast = true},
                {.name = "sin",
                 .axes = "B T F",
                 .differentiable = false,
                 .broadcast = true},
                {.name = "query_down", .axes = "C Q", .optional = true},
                {.name = "query_norm", .axes = "Q", .optional = true},
                {.name = "query_up", .axes = "I J"},
                {.name = "key_value_down", .axes = "C K"},
                {.name = "key_value_norm", .axes = "R"},
                {.name = "key_value_up", .axes = "R U"},
                {.name = "output_weight", .axes = "W Z"},
                {.name = "mask",
                 .axes = "B H T S",
                 .type = DataType::kUint8,
                 .differentiable = false,
                 .optional = true,
                 .broadcast = true},
                {.name = "past_latent", .axes = "B P R", .optional = true},
                {.name = "past_rope_key", .axes = "B P D", .optional = true}},
           .attributes = {{.name = "heads",
                           .type = AttributeType::kInteger,
                           .summary = "H, the number of heads.",
                           .required = true,
                           .minimum = 1,
                           .maximum = 65536},
                          {.name = "form",
                           .type = AttributeType::kString,
                           .summary =
                               "naive: keys and values are made; absorbed: "
                               "attention runs over the latents. The same "
                               "result.",
                           .fallback_word = "naive",
                           .words = kLatentForms},
                          kScaleAttribute,
                          kSoftCapAttribute,
                          kCausalAttribute,
                          {.name = "epsilon",
                           .type = AttributeType::kNumber,
                           .summary = "Added to the mean square.",
                           .fallback = 1e-6,
                           .required = false,
                           .minimum = 0}},
           .outputs = {{.name = "output", .axes = "B T Z"},
                       {.name = "latent", .axes = "B S R"},
                       {.name = "rope_key", .axes = "B S D"}}},
      .infer = Infer,
      .forward = nullptr,
      .backward = nullptr,
      .explain = nullptr,
      .reach = nullptr,
      .build = BuildLatentAttention};
  return operation;
}

}  // namespace clearhead
