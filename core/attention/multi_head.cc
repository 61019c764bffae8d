#include "core/attention/multi_head.h"

#include <string>

#include "core/attention/fused.h"
#include "core/attention/heads.h"
#include "core/attention/scaled_dot_product.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"
#include "core/positions/rotary.h"

namespace clearhead {
namespace {

// One of the three projections: where it reads, what it multiplies by, and
// how the weight and the bias are called in messages.
struct Projection {
  const char* name;
  int source, weight, bias;
};
constexpr Projection kProjections[] = {
    {"query", kMultiHeadX, kMultiHeadQueryWeight, kMultiHeadQueryBias},
    {"key", kMultiHeadContext, kMultiHeadKeyWeight, kMultiHeadKeyBias},
    {"value", kMultiHeadValueContext, kMultiHeadValueWeight,
     kMultiHeadValueBias}};

// Whose weight query, key and value multiply by, as numbers of kProjections;
// −1 for none: the input itself. In the order of kMultiHeadShares.
struct Sharing {
  int weight_of[3];
};
constexpr Sharing kSharings[] = {
    {{0, 1, 2}}, {{0, 1, 1}}, {{0, 0, 2}}, {{0, 0, 0}}, {{-1, -1, -1}}};

const Sharing& SharingOf(const Attributes& attributes) {
  return kSharings[WordNumber(kMultiHeadShares, attributes[kMultiHeadShare])];
}

// x and what stands for it: the context of keys is x where none is given, that
// of values the context of keys.
template <typename Given>
int SourceOf(const Given& given, int slot) {
  while (slot > kMultiHeadX && !given(slot)) --slot;
  return slot;
}

Status CheckProjection(const std::vector<TensorView>& inputs,
                       const Attributes& attributes, int number) {
  const Sharing& sharing = SharingOf(attributes);
  const Projection& projection = kProjections[number];
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
                              kProjections[number].source);
  const Shape& weight = inputs[kProjections[owner].weight].shape;
  const int64_t width = inputs[source].shape.back();
  if (weight[0] == width) return {};
  return Fail(ErrorCode::kShape,
              "multi_head_attention: %_weight has the shape %; % is made of "
              "a tensor of the width %, give as many rows",
              kProjections[owner].name, weight, kProjections[number].name,
              width);
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

// Another name for the same cells, so that a shared projection is there under
// each of its names.
Tensor Alias(Graph& graph, Tensor x, const std::string& name) {
  if (!x.valid()) return {};
  const Value value = graph.value(x);
  return graph.View(x, name, value.shape, value.strides, 0, value.roles);
}

// Query, key and value, each [B, T or L, heads·D].
struct Projected {
  Tensor tensor[3];
  int source[3];
};

Projected Project(Graph& graph, const std::vector<Tensor>& inputs,
                  const Sharing& sharing, const std::string& scope) {
  Projected all;
  for (const int number : {0, 1, 2}) {
    const std::string name = scope + kProjections[number].name;
    const int owner = sharing.weight_of[number];
    const int source = SourceOf([&](int slot) { return inputs[slot].valid(); },
                                kProjections[number].source);
    all.source[number] = source;
    if (owner < 0) {
      all.tensor[number] = Alias(graph, inputs[source], name);
    } else if (owner < number && all.source[owner] == source) {
      all.tensor[number] = Alias(graph, all.tensor[owner], name);
    } else {
      all.tensor[number] =
          Linear(graph, inputs[source], inputs[kProjections[owner].weight],
                 inputs[kProjections[owner].bias], name);
    }
  }
  return all;
}

// Queries or keys turned by their positions, where those are rotary.
Tensor Turn(Graph& graph, const std::vector<Tensor>& inputs,
            const Attributes& attributes, Tensor heads,
            const std::string& name) {
  return graph.Apply(RotaryOperation(),
                     {heads, inputs[kMultiHeadCos], inputs[kMultiHeadSin]},
                     {attributes[kMultiHeadLayout]}, name);
}

Tensor Build(Graph& graph, const std::vector<Tensor>& inputs,
             const Attributes& attributes, const Names& names) {
  const std::string& scope = names.scope;
  const Projected projected =
      Project(graph, inputs, SharingOf(attributes), scope);
  const int64_t heads = attributes[kMultiHeadHeads].integer();
  const int64_t given = attributes[kMultiHeadKvHeads].integer();
  const int64_t kv_heads = given == 0 ? heads : given;
  const bool rotary = inputs[kMultiHeadCos].valid();
  const auto split = [&](int number) {
    const std::string name = scope + "heads." + kProjections[number].name;
    const bool turns = rotary && number < 2;
    const Tensor parts = SplitHeads(
        graph, projected.tensor[number], number == 0 ? heads : kv_heads,
        number == 0 ? AxisRole::kQuery : AxisRole::kKey,
        turns ? name + "_unturned" : name);
    return turns ? Turn(graph, inputs, attributes, parts, name) : parts;
  };
  const Tensor q = split(0), k = split(1), v = split(2);
  const Tensor attended =
      BuildAttention(graph,
                     {q, k, v, inputs[kMultiHeadMask], inputs[kMultiHeadBias],
                      inputs[kMultiHeadPastKey], inputs[kMultiHeadPastValue]},
                     NumbersOf({attributes[kMultiHeadScale].number,
                                attributes[kMultiHeadSoftCap].number,
                                attributes[kMultiHeadCausal].number}),
                     {scope, scope + "head_outputs"});
  if (!inputs[kMultiHeadOutputWeight].valid()) {
    return JoinHeads(graph, attended, names.output);
  }
  const Tensor joined = JoinHeads(graph, attended, scope + "joined");
  return Linear(graph, joined, inputs[kMultiHeadOutputWeight],
                inputs[kMultiHeadOutputBias], names.output);
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
      .build = Build};
  return operation;
}

}  // namespace clearhead
