#include "wasm/answers.h"

#include <cmath>

namespace clearhead::js {
namespace {

std::string NameOf(DataType type) {
  switch (type) {
    case DataType::kInt32:
      return "i32";
    case DataType::kUint8:
      return "u8";
    default:
      return "f32";
  }
}

std::string NameOf(AttributeType type) {
  static constexpr const char* kNames[] = {"number", "integer", "boolean",
                                           "string", "integers"};
  return kNames[static_cast<int>(type)];
}

std::string NameOf(Origin::Kind kind) {
  static constexpr const char* kNames[] = {"token", "drawn", "constructed",
                                           "rule", "given"};
  return kNames[static_cast<int>(kind)];
}

// "B H T D" → ["B", "H", "T", "D"]
val FromAxes(const std::string& axes) {
  if (axes.empty()) return val::array();
  return val(axes).call<val>("split", std::string(" "));
}

// Items of a list, each by `convert`.
template <typename List, typename T>
val FromList(const List& items, val (*convert)(const T&)) {
  val array = val::array();
  for (const T& item : items) Push(array, convert(item));
  return array;
}

val FromInput(const InputSchema& input) {
  val object = val::object();
  Set(object, "name", input.name);
  Set(object, "axes", FromAxes(input.axes));
  Set(object, "dtype", NameOf(input.type));
  SetFlag(object, "optional", input.optional);
  SetFlag(object, "broadcast", input.broadcast);
  SetFlag(object, "differentiable", input.differentiable);
  return object;
}

val FromWord(const char* const& word) { return val(std::string(word)); }

val FromFallback(const AttributeSchema& attribute) {
  switch (attribute.type) {
    case AttributeType::kBoolean:
      return val(attribute.fallback != 0);
    case AttributeType::kString:
      return FromWord(attribute.fallback_word);
    case AttributeType::kIntegers:
      return val::array();
    default:
      return val(attribute.fallback);
  }
}

val FromAttributeSchema(const AttributeSchema& attribute) {
  val object = val::object();
  Set(object, "name", attribute.name);
  Set(object, "type", NameOf(attribute.type));
  Set(object, "summary", attribute.summary);
  SetFlag(object, "required", attribute.required);
  // A default of NaN stands for "computed where not given".
  if (!attribute.required && !std::isnan(attribute.fallback)) {
    Set(object, "default", FromFallback(attribute));
  }
  if (std::isfinite(attribute.minimum)) {
    Set(object, "minimum", attribute.minimum);
  }
  if (std::isfinite(attribute.maximum)) {
    Set(object, "maximum", attribute.maximum);
  }
  if (!attribute.words.empty()) {
    Set(object, "values", FromList(attribute.words, FromWord));
  }
  return object;
}

val FromOutput(const OutputSchema& output) {
  val object = val::object();
  Set(object, "name", output.name);
  Set(object, "axes", FromAxes(output.axes));
  Set(object, "dtype", NameOf(output.type));
  return object;
}

val FromToken(const TextToken& token) {
  val object = val::object();
  Set(object, "text", token.text);
  Set(object, "start", static_cast<double>(token.start));
  Set(object, "end", static_cast<double>(token.end));
  Set(object, "kind", std::string(clearhead::NameOf(token.kind)));
  return object;
}

val FromAxis(const CatalogueAxis& axis) {
  val object = val::object();
  Set(object, "role", std::string(clearhead::NameOf(axis.role)));
  Set(object, "size", static_cast<double>(axis.size));
  if (!axis.labels.empty()) Set(object, "labels", FromWords(axis.labels));
  return object;
}

val FromEdit(const Edit& edit) {
  val object = val::object();
  Set(object, "index", static_cast<double>(edit.offset));
  Set(object, "was", edit.was);
  return object;
}

val FromEntry(const CatalogueEntry& entry) {
  val object = val::object();
  Set(object, "name", entry.name);
  Set(object, "shape", FromDims(entry.shape));
  Set(object, "axes", FromList(entry.axes, FromAxis));
  Set(object, "dtype", NameOf(entry.type));
  Set(object, "operation", entry.operation);
  Set(object, "inputs", FromWords(entry.inputs));
  if (!entry.base.empty()) Set(object, "base", entry.base);
  Set(object, "edits", FromList(entry.edits, FromEdit));
  return object;
}

val FromOrigin(const Origin& origin) {
  val object = val::object();
  Set(object, "kind", NameOf(origin.kind));
  if (!origin.text.empty()) Set(object, "text", origin.text);
  if (!origin.word.empty()) Set(object, "word", origin.word);
  if (!origin.hash.empty()) Set(object, "hash", origin.hash);
  if (origin.kind == Origin::Kind::kDrawn) {
    Set(object, "seed", static_cast<double>(origin.seed));
  }
  return object;
}

val FromOmitted(const Term& term) {
  val object = val::object();
  Set(object, "count", static_cast<double>(term.omitted_count));
  Set(object, "value", term.omitted_value);
  return object;
}

val FromTerm(const NamedTerm& named) {
  const Term& term = named.term;
  val object = val::object();
  Set(object, "kind", std::string(clearhead::NameOf(term.kind)));
  Set(object, "value", term.value);
  val children = val::array();
  for (const int child : term.children) Push(children, val(child));
  Set(object, "children", children);
  if (!term.name.empty()) Set(object, "name", term.name);
  if (term.omitted_count > 0) Set(object, "omitted", FromOmitted(term));
  if (term.kind != TermKind::kOperand) return object;
  Set(object, "tensor", named.tensor);
  Set(object, "index", FromDims(term.index));
  Set(object, "derivative", term.derivative);
  if (term.gradient) SetFlag(object, "gradient", true);
  return object;
}

}  // namespace

val FromSchema(const Schema& schema) {
  val object = val::object();
  Set(object, "name", schema.name);
  Set(object, "summary", schema.summary);
  Set(object, "source", schema.source);
  Set(object, "inputs", FromList(schema.inputs, FromInput));
  Set(object, "attributes", FromList(schema.attributes, FromAttributeSchema));
  Set(object, "outputs", FromList(schema.outputs, FromOutput));
  return object;
}

val FromTensor(const DenseTensor& tensor) {
  val object = val::object();
  Set(object, "shape", FromDims(tensor.shape));
  Set(object, "data",
      CopyCells(tensor.type, tensor.cells.as<void>(),
                static_cast<size_t>(tensor.count())));
  return object;
}

val FromTensors(const NamedTensors& tensors) {
  val object = val::object();
  for (const auto& [name, tensor] : tensors) {
    Set(object, name.c_str(), FromTensor(tensor));
  }
  return object;
}

val FromTokens(const TextTokens& tokens) {
  val object = val::object();
  Set(object, "tokens", FromList(tokens.tokens, FromToken));
  SetFlag(object, "truncated", tokens.truncated);
  Set(object, "limit", static_cast<double>(kMaxTokens));
  return object;
}

val FromConfig(const SelfAttentionConfig& config) {
  val object = val::object();
  Set(object, "kind", std::string("self_attention"));
  Set(object, "d_model", static_cast<double>(config.d_model));
  Set(object, "d_k", static_cast<double>(config.d_k));
  Set(object, "heads", static_cast<double>(config.heads));
  Set(object, "seed", static_cast<double>(config.seed));
  Set(object, "weights", std::string(clearhead::NameOf(config.weights)));
  Set(object, "mask", std::string(clearhead::NameOf(config.mask)));
  Set(object, "length", static_cast<double>(config.length));
  SetFlag(object, "scaling", config.scaling);
  SetFlag(object, "positions", config.positions);
  return object;
}

val FromCatalogue(const std::vector<CatalogueEntry>& catalogue) {
  return FromList(catalogue, FromEntry);
}

val FromExplanation(const NamedExplanation& explanation) {
  val object = val::object();
  Set(object, "tensor", explanation.tensor);
  Set(object, "index", FromDims(explanation.index));
  SetFlag(object, "gradient", explanation.gradient);
  Set(object, "value", explanation.value);
  Set(object, "operation", explanation.operation);
  if (explanation.origin) {
    Set(object, "origin", FromOrigin(*explanation.origin));
  }
  if (explanation.was) Set(object, "was", *explanation.was);
  if (!explanation.terms.empty()) {
    Set(object, "root", static_cast<double>(explanation.terms.size() - 1));
  }
  Set(object, "terms", FromList(explanation.terms, FromTerm));
  return object;
}

}  // namespace clearhead::js
