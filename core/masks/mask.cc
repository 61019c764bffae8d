#include "core/masks/mask.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Slot { kOrder, kDocuments };
enum AttributeNumber { kKind, kQueries, kKeys, kLength, kStart, kStream };

constexpr Words kNames = {"none",   "causal", "padding",     "combined",
                          "prefix", "window", "permutation", "block"};

bool HasPadding(MaskKind kind) {
  return kind == MaskKind::kPadding || kind == MaskKind::kCombined;
}

bool HasLength(MaskKind kind) {
  return HasPadding(kind) || kind == MaskKind::kPrefix ||
         kind == MaskKind::kWindow;
}

int64_t IntegerOr(const Attribute& attribute, int64_t otherwise) {
  return std::isnan(attribute.number) ? otherwise : attribute.integer();
}

int32_t ListedAt(const Mask& mask, int64_t i) {
  return mask.list.as<int32_t>()[i * mask.list.strides[0]];
}

// The input that a kind reads, or -1.
int SlotOf(MaskKind kind) {
  if (kind == MaskKind::kPermutation) return kOrder;
  return kind == MaskKind::kBlock ? kDocuments : -1;
}

// With as many keys as its list has and as many queries as keys, where they are
// not given; keys is -1 where nothing says how many.
Mask MaskOf(const std::vector<TensorView>& inputs,
            const Attributes& attributes) {
  Mask mask;
  mask.kind = static_cast<MaskKind>(WordNumber(kNames, attributes[kKind]));
  const int slot = SlotOf(mask.kind);
  if (slot >= 0) mask.list = inputs[slot];
  const bool listed = mask.list.present();
  mask.keys = IntegerOr(attributes[kKeys], listed ? mask.list.shape[0] : -1);
  mask.queries = IntegerOr(attributes[kQueries], mask.keys);
  mask.length = IntegerOr(attributes[kLength], mask.keys);
  mask.start = attributes[kStart].integer();
  mask.content = attributes[kStream].text == "content";
  return mask;
}

Status Check(const Mask& mask, const Attributes& attributes) {
  if (mask.keys < 0) {
    return Fail(ErrorCode::kArgument,
                "mask: keys is missing; give the number of keys");
  }
  const double length = attributes[kLength].number;
  const bool missing = std::isnan(length);
  if (missing ? HasLength(mask.kind)
              : mask.kind != MaskKind::kWindow && mask.length > mask.keys) {
    return Fail(ErrorCode::kRange,
                "mask: length is %; % needs one from 0 to the number of keys, "
                "%",
                missing ? "missing" : ToString(length), NameOf(mask.kind),
                mask.keys);
  }
  const int slot = SlotOf(mask.kind);
  const int64_t given = mask.list.present() ? mask.list.shape[0] : -1;
  if (slot < 0 || given == mask.keys) return {};
  return Fail(ErrorCode::kShape, "mask: % has % numbers; % needs one a key, %",
              slot == kOrder ? "order" : "documents",
              std::max<int64_t>(given, 0), NameOf(mask.kind), mask.keys);
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const Mask mask = MaskOf(inputs, attributes);
  CH_RETURN_IF_ERROR(Check(mask, attributes));
  return std::vector<OutputSpec>{
      {.shape = {mask.queries, mask.keys}, .type = DataType::kUint8}};
}

void Forward(const Call& call) {
  const Mask mask = MaskOf(call.inputs, call.attributes);
  auto* bits = call.outputs[0].as<uint8_t>();
  for (int64_t query = 0; query < mask.queries; ++query) {
    for (int64_t key = 0; key < mask.keys; ++key) {
      *bits++ = RuleOf(mask, query, key) == MaskRule::kVisible;
    }
  }
}

// The rule by its name, and the numbers of a list that decided it.
void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  static constexpr const char* kRules[] = {"visible", "future", "padding",
                                           "window",  "later",  "document"};
  const Mask mask = MaskOf(call.inputs, call.attributes);
  const MaskRule rule = RuleOf(mask, index[0], index[1]);
  const char* name = kRules[static_cast<int>(rule)];
  const bool visible = rule == MaskRule::kVisible;
  const int slot = SlotOf(mask.kind);
  const int64_t at = index[0] + mask.keys - mask.queries;
  if (slot < 0 || at < 0) {
    expression->Constant(visible, name);
    return;
  }
  const int query = OperandAt(call, slot, {at}, expression);
  const int key = OperandAt(call, slot, {index[1]}, expression);
  expression->Constant(visible, name, {query, key});
}

}  // namespace

MaskRule RuleOf(const Mask& mask, int64_t query, int64_t key) {
  const int64_t at = query + mask.keys - mask.queries;
  const bool future = key > at;
  bool seen = true;
  switch (mask.kind) {
    case MaskKind::kNone:
      return MaskRule::kVisible;
    case MaskKind::kPadding:
    case MaskKind::kCombined:
      if (key < mask.start || key >= mask.length) return MaskRule::kPadding;
      seen = !future || mask.kind == MaskKind::kPadding;
      return seen ? MaskRule::kVisible : MaskRule::kFuture;
    case MaskKind::kPrefix:
      seen = !future || key < mask.length;
      return seen ? MaskRule::kVisible : MaskRule::kFuture;
    case MaskKind::kWindow:
      if (key <= at - mask.length) return MaskRule::kWindow;
      [[fallthrough]];
    case MaskKind::kCausal:
      return future ? MaskRule::kFuture : MaskRule::kVisible;
    case MaskKind::kPermutation:
      seen = at >= 0 && ListedAt(mask, key) < ListedAt(mask, at);
      if (key == at) seen = mask.content;
      return seen ? MaskRule::kVisible : MaskRule::kLater;
    case MaskKind::kBlock:
      seen = at >= 0 && ListedAt(mask, key) == ListedAt(mask, at);
      return seen ? MaskRule::kVisible : MaskRule::kDocument;
  }
  return MaskRule::kVisible;
}

const char* NameOf(MaskKind kind) {
  return Item(kNames, static_cast<size_t>(kind));
}

const Operation& MaskOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "mask",
           .summary =
               "Which key a query may see, 1 visible and 0 hidden. Query t "
               "stands at key p = t + S − T. causal: s ≤ p; padding: "
               "start ≤ s < length; combined: both; prefix: s < length or "
               "s ≤ p; window: p − length < s ≤ p; permutation: "
               "order[s] < order[p], in the content stream also s = p; block: "
               "documents[s] = documents[p].",
           .source = "Vaswani et al. 2017, section 3.2.3; UniLM (Dong et al. "
                     "2019); Mistral 7B (Jiang et al. 2023); XLNet (Yang et "
                     "al. 2019, section 2.3)",
           .inputs = {{.name = "order",
                       .axes = "S",
                       .type = DataType::kInt32,
                       .differentiable = false,
                       .optional = true},
                      {.name = "documents",
                       .axes = "S",
                       .type = DataType::kInt32,
                       .differentiable = false,
                       .optional = true}},
           .attributes =
               {{.name = "kind",
                 .type = AttributeType::kString,
                 .summary = "The rule. permutation needs order, the place of "
                            "every key in the order of factorisation; block "
                            "needs documents, a number for every key.",
                 .fallback = 0,
                 .required = true,
                 .words = kNames},
                Optional(kQueriesAttribute,
                         "T, rows; as many as keys where it is not given."),
                Optional(kKeysAttribute,
                         "S, columns; needed where there is no order and no "
                         "documents to count."),
                {.name = "length",
                 .type = AttributeType::kInteger,
                 .summary =
                     "padding and combined: keys before this one are real, "
                     "the others padding; prefix: keys that all see; window: "
                     "keys up to the query, itself included. These need it; "
                     "at most keys, but for a window.",
                 .fallback = kNotGiven,
                 .required = false,
                 .minimum = 0,
                 .maximum = 65536},
                {.name = "start",
                 .type = AttributeType::kInteger,
                 .summary = "padding and combined: keys before this one are "
                            "padding.",
                 .fallback = 0,
                 .required = false,
                 .minimum = 0,
                 .maximum = 65536},
                {.name = "stream",
                 .type = AttributeType::kString,
                 .summary = "permutation: a token of the content stream sees "
                            "itself, one of the query stream does not.",
                 .fallback = 0,
                 .fallback_word = "content",
                 .words = {"content", "query"}}},
           .outputs = {{.name = "output",
                        .axes = "T S",
                        .type = DataType::kUint8}}},
      .infer = Infer,
      .forward = Forward,
      .backward = NoBackward,
      .explain = Explain,
      .reach = NoReach};
  return operation;
}

Tensor MakeMask(Graph& graph, const Mask& mask, std::string_view name) {
  return graph.Apply(
      MaskOperation(), {{}, {}},
      {NameOf(mask.kind), static_cast<double>(mask.queries),
       static_cast<double>(mask.keys), static_cast<double>(mask.length),
       static_cast<double>(mask.start), mask.content ? "content" : "query"},
      name);
}

}  // namespace clearhead
