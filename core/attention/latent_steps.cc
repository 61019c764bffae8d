#include "core/attention/latent_steps.h"

#include <cmath>
#include <string>

#include "core/attention/heads.h"
#include "core/attention/latent.h"
#include "core/attention/scaled_dot_product.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"
#include "core/positions/rotary.h"

namespace clearhead {
namespace {

// What a build refers to again and again.
struct Builder {
  Graph& graph;
  const std::vector<Tensor>& inputs;
  const Attributes& attributes;
  const std::string& scope;
  LatentWidths n;

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

}  // namespace

LatentWidths LatentWidthsOf(FunctionRef<Shape(int slot)> shape,
                            const Attributes& attributes) {
  LatentWidths n;
  n.heads = attributes[kLatentHeads].integer();
  n.latent = shape(kLatentKeyValueUp)[0];
  n.rope = 2 * shape(kLatentCos).back();
  n.nope = shape(kLatentQueryUp)[1] / n.heads - n.rope;
  n.value = shape(kLatentKeyValueUp)[1] / n.heads - n.nope;
  return n;
}

Tensor BuildLatentAttention(Graph& graph, const std::vector<Tensor>& inputs,
                            const Attributes& attributes, const Names& names) {
  const auto shape = [&](int slot) { return graph.Cells(inputs[slot]).shape; };
  const Builder builder{graph, inputs, attributes, names.scope,
                        LatentWidthsOf(shape, attributes)};
  const Query query = MakeQuery(builder);
  const Kept kept = Keep(builder);
  const bool naive = WordNumber(kLatentForms, attributes[kLatentForm]) == 0;
  const Tensor heads =
      naive ? Naive(builder, query, kept) : Absorbed(builder, query, kept);
  const Tensor joined = JoinHeads(graph, heads, builder.Name("joined"));
  return Linear(graph, joined, inputs[kLatentOutputWeight], {}, names.output);
}

}  // namespace clearhead
