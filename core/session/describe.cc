#include "core/session/describe.h"

#include "core/base/hash.h"
#include "core/graph/cells.h"
#include "core/masks/mask.h"

namespace clearhead {
namespace {

std::vector<std::string> Labels(AxisRole role, int64_t size,
                                const std::vector<std::string>& tokens) {
  const bool positions = role == AxisRole::kQuery || role == AxisRole::kKey ||
                         role == AxisRole::kPosition;
  if (positions && size == static_cast<int64_t>(tokens.size())) return tokens;
  if (role == AxisRole::kVocabulary) return Vocabulary(tokens);
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

CatalogueEntry Entry(const Graph& graph, int id,
                     const std::vector<std::string>& tokens) {
  const Value& value = graph.values()[id];
  const Storage& storage = graph.storages()[value.storage];
  CatalogueEntry entry;
  entry.name = value.name;
  entry.type = value.type;
  entry.shape = value.shape;
  for (size_t axis = 0; axis < value.shape.size(); ++axis) {
    const AxisRole role = value.roles[axis];
    entry.axes.push_back(
        {role, value.shape[axis], Labels(role, value.shape[axis], tokens)});
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

Origin OriginOf(const SelfAttentionConfig& config,
                const std::vector<std::string>& tokens, const std::string& name,
                const Index& index) {
  Origin origin;
  origin.seed = config.seed;
  const bool drawn = config.weights == WeightKind::kRandom;
  origin.kind = drawn ? Origin::Kind::kDrawn : Origin::Kind::kConstructed;
  if (name == "tokens") {
    origin.kind = Origin::Kind::kToken;
    origin.word = tokens[index[1]];
  } else if (name == "embedding.table") {
    origin.word = Vocabulary(tokens)[index[0]];
    origin.hash = Hexadecimal(Hash(origin.word));
    if (config.weights != WeightKind::kExact)
      origin.kind = Origin::Kind::kDrawn;
  }
  return origin;
}

}  // namespace

std::vector<CatalogueEntry> CatalogueOf(
    const Graph& graph, const std::vector<std::string>& tokens) {
  std::vector<CatalogueEntry> catalogue;
  for (size_t id = 0; id < graph.values().size(); ++id) {
    catalogue.push_back(Entry(graph, static_cast<int>(id), tokens));
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
                       const std::vector<std::string>& tokens,
                       const Explanation& explanation, bool gradient) {
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
    named.origin = config ? OriginOf(*config, tokens, named.tensor, named.index)
                          : Origin{};
  } else if (operation == &MaskOperation()) {
    named.origin = Origin{};
    named.origin->kind = Origin::Kind::kRule;
    named.origin->text = named.terms.back().term.name;
  }
  return named;
}

}  // namespace clearhead
