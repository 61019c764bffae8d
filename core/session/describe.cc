#include "core/session/describe.h"

#include "core/base/hash.h"
#include "core/graph/cells.h"
#include "core/masks/mask.h"

namespace clearhead {
namespace {

constexpr std::string_view kEncoderScope = "encoder.";
constexpr std::string_view kCrossScope = ".cross_attention.";
constexpr std::string_view kSourceNames[] = {"source", "source_visible"};

// Whether an axis of the tensor goes along the source: in the encoder all do,
// in cross-attention those that the decoder does not ask along.
bool AlongSource(std::string_view name, AxisRole role) {
  if (name.substr(0, kEncoderScope.size()) == kEncoderScope) return true;
  for (const std::string_view source : kSourceNames) {
    if (name == source) return true;
  }
  return role == AxisRole::kKey &&
         name.find(kCrossScope) != std::string_view::npos;
}

std::vector<std::string> LabelsOf(const RunLabels& labels,
                                  std::string_view name, AxisRole role,
                                  int64_t size) {
  if (role == AxisRole::kVocabulary) {
    return static_cast<int64_t>(labels.vocabulary.size()) == size
               ? labels.vocabulary
               : std::vector<std::string>();
  }
  const bool positions = role == AxisRole::kQuery || role == AxisRole::kKey ||
                         role == AxisRole::kPosition;
  const std::vector<std::string>& tokens =
      AlongSource(name, role) ? labels.source : labels.target;
  if (positions && size == static_cast<int64_t>(tokens.size())) return tokens;
  return {};
}

std::vector<Edit> EditsOf(const Value& value, const Storage& storage) {
  std::vector<Edit> edits;
  for (const Edit& edit : storage.edits) {
    for (const Index& index : IndicesAt(value, edit.offset)) {
      edits.push_back({FlatOf(value.shape, index), edit.was, edit.factor});
    }
  }
  return edits;
}

CatalogueEntry Entry(const Graph& graph, int id, const RunLabels& labels) {
  const Value& value = graph.values()[id];
  const Storage& storage = graph.storages()[value.storage];
  CatalogueEntry entry;
  entry.name = value.name;
  entry.type = value.type;
  entry.shape = value.shape;
  for (size_t axis = 0; axis < value.shape.size(); ++axis) {
    const AxisRole role = value.roles[axis];
    entry.axes.push_back(
        {role, value.shape[axis],
         LabelsOf(labels, value.name, role, value.shape[axis])});
  }
  entry.operation = "input";
  if (id != storage.owner) {
    entry.operation = "view";
    entry.base = graph.values()[storage.owner].name;
    entry.inputs = {entry.base};
  } else if (storage.node >= 0) {
    const Node& node = graph.nodes()[storage.node];
    entry.operation = node.operation->schema.name;
    for (const int input : node.inputs) {
      if (input >= 0) entry.inputs.push_back(graph.values()[input].name);
    }
  }
  entry.edits = EditsOf(value, storage);
  return entry;
}

std::string Hexadecimal(uint64_t number) {
  std::string text = "0x";
  for (int shift = 60; shift >= 0; shift -= 4) {
    text += "0123456789abcdef"[number >> shift & 15];
  }
  return text;
}

Origin OriginOf(const SelfAttentionConfig& config, const RunLabels& labels,
                const std::string& name, const Index& index) {
  Origin origin;
  origin.seed = config.seed;
  const bool drawn = config.weights == WeightKind::kRandom;
  origin.kind = drawn ? Origin::Kind::kDrawn : Origin::Kind::kConstructed;
  if (name == "tokens") {
    origin.kind = Origin::Kind::kToken;
    origin.word = labels.target[index[1]];
  } else if (name == "embedding.table") {
    origin.word = labels.vocabulary[index[0]];
    origin.hash = Hexadecimal(Hash(origin.word));
    if (config.weights != WeightKind::kExact)
      origin.kind = Origin::Kind::kDrawn;
  }
  return origin;
}

// Of a run without a configuration: a token id of its texts, or a number that
// was given.
Origin GivenOrigin(const RunLabels& labels, const std::string& name,
                   const Index& index) {
  Origin origin;
  const bool source = name == kSourceNames[0];
  if (!source && name != "target") return origin;
  if (!labels.rows.empty()) {
    return GivenOrigin(labels.rows[index[0]], name, index);
  }
  if (labels.target.empty() && labels.source.empty()) return origin;
  origin.kind = Origin::Kind::kToken;
  origin.word = (source ? labels.source : labels.target)[index[1]];
  return origin;
}

}  // namespace

std::vector<CatalogueEntry> CatalogueOf(const Graph& graph,
                                        const RunLabels& labels) {
  std::vector<CatalogueEntry> catalogue;
  for (size_t id = 0; id < graph.values().size(); ++id) {
    catalogue.push_back(Entry(graph, static_cast<int>(id), labels));
  }
  return catalogue;
}

std::vector<NamedTerm> NamedTerms(const Graph& graph,
                                  const Expression& expression) {
  std::vector<NamedTerm> terms;
  for (const Term& term : expression.terms()) {
    terms.push_back(
        {term, term.slot < 0 ? "" : graph.values()[term.slot].name});
  }
  return terms;
}

NamedExplanation Named(const Graph& graph,
                       const std::optional<SelfAttentionConfig>& config,
                       const RunLabels& labels, const Explanation& explanation,
                       bool gradient) {
  NamedExplanation named;
  named.tensor = graph.value(explanation.tensor).name;
  named.index = explanation.index;
  named.gradient = gradient;
  named.value = explanation.value;
  named.was = explanation.was;
  const Operation* operation = explanation.operation;
  named.operation = operation == nullptr ? "input" : operation->schema.name;
  if (gradient) named.operation = "gradient";
  named.terms = NamedTerms(graph, explanation.expression);
  if (gradient) return named;
  if (operation == nullptr) {
    named.origin = config ? OriginOf(*config, labels, named.tensor, named.index)
                          : GivenOrigin(labels, named.tensor, named.index);
  } else if (operation == &MaskOperation()) {
    named.origin = Origin{};
    named.origin->kind = Origin::Kind::kRule;
    named.origin->text = named.terms.back().term.name;
  }
  return named;
}

}  // namespace clearhead
