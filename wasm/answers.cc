#include "wasm/answers.h"

#include <utility>

namespace clearhead::js {
namespace {

const char* NameOf(DataType type) {
  static constexpr const char* kNames[] = {"f32", "i32", "u8"};
  return kNames[static_cast<int>(type)];
}

const char* NameOf(AttributeType type) {
  static constexpr const char* kNames[] = {"number", "integer", "boolean",
                                           "string", "integers"};
  return kNames[static_cast<int>(type)];
}

const char* NameOf(Origin::Kind kind) {
  static constexpr const char* kNames[] = {"token", "drawn", "constructed",
                                           "rule", "given"};
  return kNames[static_cast<int>(kind)];
}

// "... B T" → ["...", "B", "T"]
void SetAxes(const char* text, Writer& writer) {
  const Axes axes = AxesOf(text);
  writer.Text("axes");
  writer.List(axes.letters.size() + (axes.open ? 1 : 0));
  if (axes.open) writer.Text("...");
  for (const char& letter : axes.letters) writer.Text({&letter, 1});
}

void WriteInput(const InputSchema& input, Writer& writer) {
  writer.Map(6);
  writer.Set("name", input.name);
  SetAxes(input.axes, writer);
  writer.Set("dtype", NameOf(input.type));
  writer.SetFlag("optional", input.optional);
  writer.SetFlag("broadcast", input.broadcast);
  writer.SetFlag("differentiable", input.differentiable);
}

// A default of NaN stands for "computed where not given".
void SetFallback(const AttributeSchema& attribute, Writer& writer) {
  if (attribute.required) {
    writer.Text("default");
    writer.Nil();
  } else if (attribute.type == AttributeType::kBoolean) {
    writer.SetFlag("default", attribute.fallback != 0);
  } else if (attribute.type == AttributeType::kString) {
    writer.Set("default", attribute.fallback_word);
  } else if (attribute.type == AttributeType::kIntegers) {
    writer.Set("default", Dims());
  } else {
    writer.SetFinite("default", attribute.fallback);
  }
}

void WriteAttribute(const AttributeSchema& attribute, Writer& writer) {
  writer.Map(7);
  writer.Set("name", attribute.name);
  writer.Set("type", NameOf(attribute.type));
  writer.SetFlag("required", attribute.required);
  SetFallback(attribute, writer);
  writer.SetFinite("minimum", attribute.minimum);
  writer.SetFinite("maximum", attribute.maximum);
  writer.Text("values");
  if (attribute.words.size() == 0) return writer.Nil();
  writer.List(attribute.words.size());
  for (const char* word : attribute.words) writer.Text(word);
}

void WriteOutput(const OutputSchema& output, Writer& writer) {
  writer.Map(3);
  writer.Set("name", output.name);
  SetAxes(output.axes, writer);
  writer.Set("dtype", NameOf(output.type));
}

void WriteEntry(const CatalogueEntry& entry, Writer& writer) {
  writer.Map(8);
  writer.Set("name", entry.name);
  writer.Set("shape", entry.shape);
  writer.Text("axes");
  writer.List(entry.axes.size());
  for (const CatalogueAxis& axis : entry.axes) {
    writer.Map(3);
    writer.Set("role", clearhead::NameOf(axis.role));
    writer.Set("size", static_cast<double>(axis.size));
    writer.SetPresent("labels", axis.labels);
  }
  writer.Set("dtype", NameOf(entry.type));
  writer.Set("operation", entry.operation);
  writer.Set("inputs", entry.inputs);
  writer.SetPresent("base", entry.base);
  writer.Text("edits");
  writer.List(entry.edits.size());
  for (const Edit& edit : entry.edits) {
    writer.Map(2);
    writer.Set("index", static_cast<double>(edit.offset));
    writer.Set("was", edit.was);
  }
}

void SetOrigin(const std::optional<Origin>& origin, Writer& writer) {
  writer.Text("origin");
  if (!origin) return writer.Nil();
  writer.Map(5);
  writer.Set("kind", NameOf(origin->kind));
  writer.SetPresent("text", origin->text);
  writer.SetPresent("word", origin->word);
  writer.SetPresent("hash", origin->hash);
  writer.Text("seed");
  origin->kind == Origin::Kind::kDrawn ? writer.Number(origin->seed)
                                       : writer.Nil();
}

void WriteTerm(const NamedTerm& named, Writer& writer) {
  const Term& term = named.term;
  const bool operand = term.kind == TermKind::kOperand;
  writer.Map((operand ? 8 : 4) + (term.omitted_count > 0 ? 1 : 0) +
             (term.of.empty() ? 0 : 1));
  writer.Set("kind", clearhead::NameOf(term.kind));
  writer.Set("value", term.value);
  writer.Text("children");
  writer.List(term.children.size());
  for (const int child : term.children) writer.Number(child);
  writer.SetPresent("name", term.name);
  if (term.omitted_count > 0) {
    writer.Text("omitted");
    writer.Map(2);
    writer.Set("count", static_cast<double>(term.omitted_count));
    writer.Set("value", term.omitted_value);
  }
  if (!operand) return;
  writer.Set("tensor", named.tensor);
  writer.Set("index", term.index);
  writer.Set("derivative", term.derivative);
  writer.Text("gradient");
  term.gradient ? writer.Flag(true) : writer.Nil();
  if (!term.of.empty()) writer.Set("of", term.of);
}

}  // namespace

void WriteSchema(const Schema& schema, Writer& writer) {
  writer.Map(4);
  writer.Set("name", schema.name);
  writer.Text("inputs");
  writer.List(schema.inputs.size());
  for (const InputSchema& input : schema.inputs) WriteInput(input, writer);
  writer.Text("attributes");
  writer.List(schema.attributes.size());
  for (const AttributeSchema& attribute : schema.attributes) {
    WriteAttribute(attribute, writer);
  }
  writer.Text("outputs");
  writer.List(schema.outputs.size());
  for (const OutputSchema& output : schema.outputs) WriteOutput(output, writer);
}

void WriteTensors(NamedTensors tensors, Writer& writer) {
  writer.Map(tensors.size());
  for (auto& [name, tensor] : tensors) {
    writer.Text(name);
    writer.Tensor(std::move(tensor));
  }
}

void WriteTokens(const TextTokens& tokens, Writer& writer) {
  writer.Map(3);
  writer.Text("tokens");
  writer.List(tokens.tokens.size());
  for (const TextToken& token : tokens.tokens) {
    writer.Map(4);
    writer.Set("text", token.text);
    writer.Set("start", static_cast<double>(token.start));
    writer.Set("end", static_cast<double>(token.end));
    writer.Set("kind", clearhead::NameOf(token.kind));
  }
  writer.SetFlag("truncated", tokens.truncated);
  writer.Set("limit", static_cast<double>(kMaxTokens));
}

void WriteCatalogue(const std::vector<CatalogueEntry>& catalogue,
                    Writer& writer) {
  writer.List(catalogue.size());
  for (const CatalogueEntry& entry : catalogue) WriteEntry(entry, writer);
}

void WriteRun(const Session& session, int id, Writer& writer) {
  writer.Map(3);
  writer.Set("id", id);
  writer.Set("bytes", static_cast<double>(*session.Bytes(id)));
  writer.Text("catalogue");
  WriteCatalogue(*session.Catalogue(id), writer);
}

void WriteExplanation(const NamedExplanation& explanation, Writer& writer) {
  writer.Map(9);
  writer.Set("tensor", explanation.tensor);
  writer.Set("index", explanation.index);
  writer.SetFlag("gradient", explanation.gradient);
  writer.Set("value", explanation.value);
  writer.Set("operation", explanation.operation);
  SetOrigin(explanation.origin, writer);
  writer.Text("was");
  explanation.was ? writer.Number(*explanation.was) : writer.Nil();
  const size_t count = explanation.terms.size();
  writer.Text("root");
  count > 0 ? writer.Number(static_cast<double>(count - 1)) : writer.Nil();
  writer.Text("terms");
  writer.List(count);
  for (const NamedTerm& term : explanation.terms) WriteTerm(term, writer);
}

}  // namespace clearhead::js
