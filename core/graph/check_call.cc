// Whether a call fits its schema; every refusal names what was given and what
// is allowed.
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/graph/schema.h"

namespace clearhead {
namespace {

const char* NameOf(DataType type) {
  static constexpr const char* kNames[] = {"float32", "int32", "uint8"};
  return kNames[static_cast<int>(type)];
}

// The size of an axis letter and the input that fixed it.
struct Bound {
  int64_t size = -1;
  const char* input = "";
};
using Bindings = std::array<Bound, 26>;

Status BindAxis(const Schema& schema, const InputSchema& input,
                const Shape& shape, size_t axis, char letter,
                Bindings* bindings) {
  const int64_t size = shape[axis];
  Bound& bound = (*bindings)[letter - 'A'];
  if (input.broadcast && (size == 1 || bound.size < 0)) return {};
  if (bound.size < 0) bound = {size, input.name};
  if (bound.size == size) return {};
  const std::string_view axis_letter(&letter, 1);
  return Fail(ErrorCode::kShape,
              "%: % has the shape %, so % = % on axis %; % has % = %; give "
              "equal sizes%",
              schema.name, input.name, shape, axis_letter, size, axis,
              bound.input, axis_letter, bound.size,
              input.broadcast ? " or 1" : "");
}

Status BindInput(const Schema& schema, const InputSchema& input,
                 const Shape& shape, Bindings* bindings) {
  const Axes axes = AxesOf(input.axes);
  const size_t rank = axes.letters.size();
  const bool more = shape.size() > rank;
  const bool fewer = shape.size() < rank;
  if ((more && !axes.open) || (fewer && !input.broadcast)) {
    return Fail(ErrorCode::kShape, "%: % has the shape %; its axes are (%)%",
                schema.name, input.name, shape, input.axes,
                input.broadcast ? ", leading ones may be missing" : "");
  }
  for (size_t i = 0; i < std::min(rank, shape.size()); ++i) {
    CH_RETURN_IF_ERROR(BindAxis(schema, input, shape, shape.size() - 1 - i,
                                axes.letters[rank - 1 - i], bindings));
  }
  return {};
}

Status CheckPresence(const Schema& schema, const InputSchema& input,
                     const TensorView& given) {
  if (!given.present()) {
    if (input.optional) return {};
    return Fail(ErrorCode::kArgument, "%: % is missing; give a % tensor (%)",
                schema.name, input.name, NameOf(input.type), input.axes);
  }
  if (given.type == input.type) return {};
  return Fail(ErrorCode::kArgument, "%: % is %; give %", schema.name,
              input.name, NameOf(given.type), NameOf(input.type));
}

Status Wrong(const Schema& schema, const AttributeSchema& attribute,
             const std::string& given, const std::string& allowed,
             ErrorCode code = ErrorCode::kRange) {
  return Fail(code, "%: % is %; %", schema.name, attribute.name, given,
              allowed);
}

Status CheckNumber(const Schema& schema, const AttributeSchema& attribute,
                   double value) {
  // NaN stands for "not given" where the default is NaN.
  if (std::isnan(value)) {
    if (std::isnan(attribute.fallback)) return {};
    return Wrong(schema, attribute, "not a number", "give a number");
  }
  const bool integer = attribute.type == AttributeType::kInteger;
  if (integer && value != std::trunc(value)) {
    return Wrong(schema, attribute, ToString(value), "give an integer");
  }
  if (attribute.type == AttributeType::kBoolean && value != 0 && value != 1) {
    return Wrong(schema, attribute, ToString(value), "give true or false");
  }
  // Infinities and what float32 cannot hold are outside every range.
  const double least = std::max<double>(attribute.minimum, -FLT_MAX);
  const double most = std::min<double>(attribute.maximum, FLT_MAX);
  if (value >= least && value <= most) return {};
  return Wrong(schema, attribute, ToString(value),
               Text("it may be from % to %", least, most));
}

Attribute::Kind KindOf(AttributeType type) {
  if (type == AttributeType::kString) return Attribute::Kind::kText;
  return type == AttributeType::kIntegers ? Attribute::Kind::kIntegers
                                          : Attribute::Kind::kNumber;
}

const char* Wanted(AttributeType type) {
  static constexpr const char* kWanted[] = {"give a number", "give an integer",
                                            "give true or false", "give a text",
                                            "give a list of integers"};
  return kWanted[static_cast<int>(type)];
}

Status CheckKind(const Schema& schema, const AttributeSchema& attribute,
                 const Attribute& value) {
  if (value.kind == KindOf(attribute.type)) return {};
  const std::string given =
      value.kind == Attribute::Kind::kText       ? "'" + value.text + "'"
      : value.kind == Attribute::Kind::kIntegers ? "a list of integers"
                                                 : ToString(value.number);
  return Wrong(schema, attribute, given, Wanted(attribute.type),
               ErrorCode::kArgument);
}

Status CheckWord(const Schema& schema, const AttributeSchema& attribute,
                 const std::string& word) {
  if (attribute.words.size() == 0) return {};
  std::string allowed;
  for (const char* candidate : attribute.words) {
    if (word == candidate) return {};
    AppendName(candidate, &allowed);
  }
  return Wrong(schema, attribute, "'" + word + "'", "it may be " + allowed,
               ErrorCode::kUnknown);
}

Status CheckOne(const Schema& schema, const AttributeSchema& attribute,
                const Attribute& value) {
  CH_RETURN_IF_ERROR(CheckKind(schema, attribute, value));
  if (attribute.type == AttributeType::kString) {
    return CheckWord(schema, attribute, value.text);
  }
  if (attribute.type != AttributeType::kIntegers) {
    return CheckNumber(schema, attribute, value.number);
  }
  for (const int64_t item : value.integers) {
    CH_RETURN_IF_ERROR(
        CheckNumber(schema, attribute, static_cast<double>(item)));
  }
  return {};
}

Attribute FallbackOf(const AttributeSchema& attribute) {
  if (attribute.type == AttributeType::kString) return attribute.fallback_word;
  if (attribute.type == AttributeType::kIntegers) return std::vector<int64_t>();
  return attribute.fallback;
}

}  // namespace

Status CheckInputs(const Schema& schema,
                   const std::vector<TensorView>& inputs) {
  Bindings bindings;
  for (const bool broadcast : {false, true}) {
    for (size_t i = 0; i < schema.inputs.size(); ++i) {
      const InputSchema& input = Item(schema.inputs, i);
      if (input.broadcast != broadcast) continue;
      CH_RETURN_IF_ERROR(CheckPresence(schema, input, inputs[i]));
      if (!inputs[i].present()) continue;
      CH_RETURN_IF_ERROR(BindInput(schema, input, inputs[i].shape, &bindings));
    }
  }
  return {};
}

Result<Attributes> CheckAttributes(
    const Schema& schema,
    const std::vector<std::pair<std::string, Attribute>>& given) {
  Attributes attributes(schema.attributes.size());
  std::vector<uint8_t> seen(schema.attributes.size(), 0);
  for (const auto& [name, value] : given) {
    const int number = AttributeNumber(schema, name);
    if (number < 0) {
      return Fail(ErrorCode::kUnknown,
                  "% has no input or attribute '%'; its inputs are %; its "
                  "attributes are %",
                  schema.name, name, NamesOf(schema.inputs),
                  NamesOf(schema.attributes));
    }
    attributes[number] = value;
    seen[number] = true;
  }
  for (size_t i = 0; i < attributes.size(); ++i) {
    const AttributeSchema& attribute = Item(schema.attributes, i);
    if (seen[i]) continue;
    if (attribute.required) {
      return Fail(ErrorCode::kArgument, "%: % is missing; %", schema.name,
                  attribute.name, Wanted(attribute.type));
    }
    attributes[i] = FallbackOf(attribute);
  }
  CH_RETURN_IF_ERROR(CheckAttributes(schema, attributes));
  return attributes;
}

Status CheckAttributes(const Schema& schema, const Attributes& attributes) {
  CH_CHECK(attributes.size() == schema.attributes.size(),
           "every attribute of the schema has a value");
  for (size_t i = 0; i < attributes.size(); ++i) {
    CH_RETURN_IF_ERROR(
        CheckOne(schema, Item(schema.attributes, i), attributes[i]));
  }
  return {};
}

}  // namespace clearhead
