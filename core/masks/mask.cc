#include "core/masks/mask.h"

#include <cmath>
#include <limits>
#include <utility>

#include "core/base/text.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum AttributeNumber { kKind, kQueries, kKeys, kLength };

constexpr Words kNames = {"none", "causal", "padding", "combined"};

bool HasPadding(MaskKind kind) {
  return kind == MaskKind::kPadding || kind == MaskKind::kCombined;
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>&,
                                      const Attributes& attributes) {
  const Mask mask = MaskOf(attributes);
  const double length = attributes[kLength].number;
  const bool missing = std::isnan(length);
  if (missing ? HasPadding(mask.kind) : mask.length > mask.keys) {
    return Fail(ErrorCode::kRange,
                "mask: length is %; padding needs one from 0 to the number of "
                "keys, %",
                missing ? "missing" : ToString(length), mask.keys);
  }
  return std::vector<OutputSpec>{
      {.shape = {mask.queries, mask.keys}, .type = DataType::kUint8}};
}

void Forward(const Call& call) {
  const Mask mask = MaskOf(call.attributes);
  auto* bits = call.outputs[0].as<uint8_t>();
  for (int64_t query = 0; query < mask.queries; ++query) {
    for (int64_t key = 0; key < mask.keys; ++key) {
      *bits++ = RuleOf(mask, query, key) == MaskRule::kVisible;
    }
  }
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  static constexpr const char* kRules[] = {"visible", "future", "padding"};
  const MaskRule rule = RuleOf(MaskOf(call.attributes), index[0], index[1]);
  expression->Constant(rule == MaskRule::kVisible,
                       kRules[static_cast<int>(rule)]);
}

}  // namespace

MaskRule RuleOf(const Mask& mask, int64_t query, int64_t key) {
  const bool causal =
      mask.kind == MaskKind::kCausal || mask.kind == MaskKind::kCombined;
  if (HasPadding(mask.kind) && key >= mask.length) return MaskRule::kPadding;
  const int64_t last = query + mask.keys - mask.queries;
  if (causal && key > last) return MaskRule::kFuture;
  return MaskRule::kVisible;
}

const char* NameOf(MaskKind kind) {
  return Item(kNames, static_cast<size_t>(kind));
}

MaskKind MaskKindOf(const std::string& name) {
  size_t kind = 0;
  while (kind < kNames.size() && name != Item(kNames, kind)) ++kind;
  CH_CHECK(kind < kNames.size(), "masks are named by their schema's words");
  return static_cast<MaskKind>(kind);
}

Mask MaskOf(const Attributes& attributes) {
  const int64_t keys = attributes[kKeys].integer();
  const bool padded = !std::isnan(attributes[kLength].number);
  return {MaskKindOf(attributes[kKind].text), attributes[kQueries].integer(),
          keys, padded ? attributes[kLength].integer() : keys};
}

const Operation& MaskOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "mask",
           .summary = "Which key a query may see, 1 visible and 0 hidden: "
                      "causal out[t,s] = s ≤ t + S − T; padding out[t,s] = "
                      "s < length; combined both.",
           .source = "Vaswani et al. 2017, section 3.2.3",
           .inputs = {},
           .attributes = {{.name = "kind",
                           .type = AttributeType::kString,
                           .summary = "The rule.",
                           .fallback = 0,
                           .required = true,
                           .words = kNames},
                          kQueriesAttribute,
                          kKeysAttribute,
                          {.name = "length",
                           .type = AttributeType::kInteger,
                           .summary = "Keys before this one are real, the "
                                      "others padding; needed by padding and "
                                      "combined, at most keys.",
                           .fallback = std::numeric_limits<double>::quiet_NaN(),
                           .required = false,
                           .minimum = 0,
                           .maximum = 65536}},
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
      MaskOperation(), {},
      {NameOf(mask.kind), static_cast<double>(mask.queries),
       static_cast<double>(mask.keys), static_cast<double>(mask.length)},
      name);
}

}  // namespace clearhead
