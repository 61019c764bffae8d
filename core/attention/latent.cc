#include "core/attention/latent.h"

#include <cmath>
#include <string>

#include "core/attention/fused.h"
#include "core/attention/heads.h"
#include "core/attention/scaled_dot_product.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"
#include "core/positions/rotary.h"

namespace clearhead {
namespace {

constexpr Words kForms = {"naive", "absorbed"};

// Widths, from the shapes of the weights.
struct Widths {
  int64_t heads;   // H
  int64_t latent;  // R, of the latents of keys and values
  int64_t rope;    // of the part of a query or key that turns
  int64_t nope;    // of the part that does not
  int64_t value;   // E, of a head's value
};

template <typename ShapeAt>
Widths WidthsOf(const ShapeAt& shape, const Attributes& attributes) {
  Widths n;
  n.heads = attributes[kLatentHeads].integer();
  n.latent = shape(kLatentKeyValueUp)[0];
  n.rope = 2 * shape(kLatentCos).back();
  n.nope = shape(kLatentQueryUp)[1] / n.heads - n.rope;
  n.value = shape(kLatentKeyValueUp)[1] / n.heads - n.nope;
  return n;
}

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
  const auto shape = [&](int slot) -> const Shape& {
    return inputs[slot].shape;
  };
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
  const Widths n = WidthsOf(shape, attributes);
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

// What a build refers to again and again.
struct Builder {
  Graph& graph;
  const std::vector<Tensor>& inputs;
  const Attributes& attributes;
  const std::string& scope;
  Widths n;

  std::string Name(const char* name) const { return scope + name; }

  // Part of the last axis of x.
  Tensor Part(Tensor x, int64_t start, int64_t length, const char* name) const {
    return Slice(graph, x, -1, start, length, Name(name));
  }
  Tensor Split(Tensor x, int64_t heads, AxisRole role, const char* name) const {
    return SplitHeads(graph, x, heads, role, Name(name));
  }
  Tensor Turned(Tensor x, const char* name) const {
    return graph.Apply(RotaryOperation(),
                       {x, inputs[kLatentCos], inputs[kLatentSin]},
                       {"interleaved"}, Name(name));
  }
  Tensor Normalized(Tensor x, LatentSlot weight, const char* name) const {
    return graph.Apply(RmsNormOperation(), {x, inputs[weight]},
                       {attributes[kLatentEpsilon]}, Name(name));
  }
  // What came before in front of what is new.
  Tensor WithPast(LatentSlot past, Tensor now, const char* name) const {
    return Concatenate(graph, inputs[past], now, 1, Name(name));
  }
};

// A query's two parts, [B, H, T, ·].
struct Query {
  Tensor nope, rope;
};

// q = RMSNorm(x·W_DQ)·W_UQ, or x·W_Q
Query MakeQuery(const Builder& b) {
  Tensor x = b.inputs[kLatentX];
  if (b.inputs[kLatentQueryDown].valid()) {
    x = Linear(b.graph, x, b.inputs[kLatentQueryDown], {},
               b.Name("query_compressed"));
    x = b.Normalized(x, kLatentQueryNorm, "query_latent");
  }
  const Tensor query =
      Linear(b.graph, x, b.inputs[kLatentQueryUp], {}, b.Name("query"));
  const Tensor heads =
      b.Split(query, b.n.heads, AxisRole::kQuery, "heads.query_parts");
  const Tensor rope =
      b.Part(heads, b.n.nope, b.n.rope, "heads.query_rope_part");
  return {b.Part(heads, 0, b.n.nope, "heads.query_nope"),
          b.Turned(rope, "heads.query_rope")};
}

// What is kept of every token: the latent, [B, S, R], and the key that turns,
// [B, S, rope], one for all heads.
struct Kept {
  Tensor latent, rope_key;
};

// c = RMSNorm(x·W_DKV), k_rope = RoPE(x·W_KR)
Kept Keep(const Builder& b) {
  const Tensor weight = b.inputs[kLatentKeyValueDown];
  const Tensor x = b.inputs[kLatentX];
  const bool past = b.inputs[kLatentPastLatent].valid();
  const Tensor compressed =
      Linear(b.graph, x, b.Part(weight, 0, b.n.latent, "latent_down"), {},
             b.Name("compressed"));
  const Tensor rope_part =
      Linear(b.graph, x, b.Part(weight, b.n.latent, b.n.rope, "rope_key_down"),
             {}, b.Name("rope_key_part"));
  const Tensor turned =
      b.Turned(b.Split(rope_part, 1, AxisRole::kKey, "heads.rope_key_part"),
               past ? "heads.rope_key_new" : "heads.rope_key");
  Kept kept;
  kept.latent = b.Normalized(compressed, kLatentKeyValueNorm,
                             past ? "latent_new" : "latent");
  kept.rope_key =
      JoinHeads(b.graph, turned, b.Name(past ? "rope_key_new" : "rope_key"));
  if (!past) return kept;
  return {b.WithPast(kLatentPastLatent, kept.latent, "latent"),
          b.WithPast(kLatentPastRopeKey, kept.rope_key, "rope_key")};
}

// The same key for every head: a view.
Tensor ForEveryHead(const Builder& b, Tensor rope_key) {
  const Tensor one = b.Split(rope_key, 1, AxisRole::kKey, "heads.rope_key_one");
  if (!one.valid()) return {};
  TensorView cells = b.graph.Cells(one);
  cells.shape[1] = b.n.heads;
  cells.strides[1] = 0;
  return b.graph.View(one, b.Name("heads.rope_key_all"), cells.shape,
                      cells.strides, 0, b.graph.value(one).roles);
}

Tensor Attend(const Builder& b, Tensor query, Tensor key, Tensor value,
              const char* name) {
  const Attributes& given = b.attributes;
  const auto width = static_cast<double>(b.n.nope + b.n.rope);
  const double scale = given[kLatentScale].number;
  return ScaledDotProductAttention(
      b.graph, {query, key, value, b.inputs[kLatentMask], {}},
      NumbersOf({std::isnan(scale) ? 1 / std::sqrt(width) : scale,
                 given[kLatentSoftCap].number, given[kLatentCausal].number}),
      {b.scope, b.Name(name)});
}

// [k_nope; v] = c·W_UKV a head, k = [k_nope; k_rope]
Tensor Naive(const Builder& b, const Query& query, const Kept& kept) {
  const Tensor up = Linear(b.graph, kept.latent, b.inputs[kLatentKeyValueUp],
                           {}, b.Name("key_value"));
  const Tensor parts =
      b.Split(up, b.n.heads, AxisRole::kKey, "heads.key_value");
  const Tensor nope = b.Part(parts, 0, b.n.nope, "heads.key_nope");
  const Tensor value = b.Part(parts, b.n.nope, b.n.value, "heads.value");
  const Tensor q =
      Concatenate(b.graph, query.nope, query.rope, -1, b.Name("heads.query"));
  const Tensor k = Concatenate(b.graph, nope, ForEveryHead(b, kept.rope_key),
                               -1, b.Name("heads.key"));
  return Attend(b, q, k, value, "head_outputs");
}

// q_nope·(c·W_UK)ᵀ = (q_nope·W_UKᵀ)·cᵀ, and the sum over c·W_UV is the sum over
// c, times W_UV: attention over [c; k_rope], the values are c.
Tensor Absorbed(const Builder& b, const Query& query, const Kept& kept) {
  const Tensor up = b.Split(b.inputs[kLatentKeyValueUp], b.n.heads,
                            AxisRole::kFeature, "heads.key_value_up");
  const Tensor key_up = b.Part(up, 0, b.n.nope, "heads.key_up");
  const Tensor value_up = b.Part(up, b.n.nope, b.n.value, "heads.value_up");
  const Tensor absorbed =
      MatMul(b.graph, query.nope, key_up, true, b.Name("heads.query_absorbed"));
  const Tensor q =
      Concatenate(b.graph, absorbed, query.rope, -1, b.Name("heads.query"));
  const Tensor key =
      Concatenate(b.graph, kept.latent, kept.rope_key, -1, b.Name("key"));
  const Tensor attended = Attend(
      b, q, b.Split(key, 1, AxisRole::kKey, "heads.key"),
      b.Split(kept.latent, 1, AxisRole::kKey, "heads.value"), "head_latents");
  return MatMul(b.graph, attended, value_up, false, b.Name("head_outputs"));
}

Tensor Build(Graph& graph, const std::vector<Tensor>& inputs,
             const Attributes& attributes, const Names& names) {
  const auto shape = [&](int slot) { return graph.Cells(inputs[slot]).shape; };
  const Builder builder{graph, inputs, attributes, names.scope,
                        WidthsOf(shape, attributes)};
  const Query query = MakeQuery(builder);
  const Kept kept = Keep(builder);
  const bool naive = attributes[kLatentForm].text == Item(kForms, 0);
  const Tensor heads =
      naive ? Naive(builder, query, kept) : Absorbed(builder, query, kept);
  const Tensor joined = JoinHeads(graph, heads, builder.Name("joined"));
  return Linear(graph, joined, inputs[kLatentOutputWeight], {}, names.output);
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
                           .words = kForms},
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
      .build = Build};
  return operation;
}

}  // namespace clearhead
