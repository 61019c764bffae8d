#include "core/attention/multi_head_steps.h"

#include <string>

#include "core/attention/heads.h"
#include "core/attention/scaled_dot_product.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"
#include "core/positions/rotary.h"

namespace clearhead {
namespace {

// In the order of kMultiHeadShares.
constexpr Sharing kSharings[] = {
    {{0, 1, 2}}, {{0, 1, 1}}, {{0, 0, 2}}, {{0, 0, 0}}, {{-1, -1, -1}}};

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
    const std::string name = scope + kMultiHeadProjections[number].name;
    const int owner = sharing.weight_of[number];
    const int source = SourceOf([&](int slot) { return inputs[slot].valid(); },
                                kMultiHeadProjections[number].source);
    all.source[number] = source;
    if (owner < 0) {
      all.tensor[number] = Alias(graph, inputs[source], name);
    } else if (owner < number && all.source[owner] == source) {
      all.tensor[number] = Alias(graph, all.tensor[owner], name);
    } else {
      all.tensor[number] = Linear(
          graph, inputs[source], inputs[kMultiHeadProjections[owner].weight],
          inputs[kMultiHeadProjections[owner].bias], name);
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

}  // namespace

const Sharing& SharingOf(const Attributes& attributes) {
  return kSharings[WordNumber(kMultiHeadShares, attributes[kMultiHeadShare])];
}

Tensor BuildMultiHead(Graph& graph, const std::vector<Tensor>& inputs,
                      const Attributes& attributes, const Names& names) {
  const std::string& scope = names.scope;
  const Projected projected =
      Project(graph, inputs, SharingOf(attributes), scope);
  const int64_t heads = attributes[kMultiHeadHeads].integer();
  const int64_t given = attributes[kMultiHeadKvHeads].integer();
  const int64_t kv_heads = given == 0 ? heads : given;
  const bool rotary = inputs[kMultiHeadCos].valid();
  const auto split = [&](int number) {
    const std::string name =
        scope + "heads." + kMultiHeadProjections[number].name;
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

}  // namespace clearhead
