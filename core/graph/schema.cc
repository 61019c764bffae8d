#include "core/graph/schema.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <map>

namespace clearhead {
namespace {

std::vector<std::string> Split(const std::string& axes) {
  std::vector<std::string> letters;
  size_t start = 0;
  while (start < axes.size()) {
    size_t end = axes.find(' ', start);
    if (end == std::string::npos) end = axes.size();
    letters.push_back(axes.substr(start, end - start));
    start = end + 1;
  }
  return letters;
}

const char* NameOf(DataType type) {
  switch (type) {
    case DataType::kInt32:
      return "int32";
    case DataType::kUint8:
      return "uint8";
    default:
      return "float32";
  }
}

struct Bound {
  int64_t size;
  std::string input;  // the input that fixed the size
};
using Bindings = std::map<std::string, Bound>;

Status WrongRank(const Schema& schema, const InputSchema& input,
                 const Shape& shape) {
  return Fail(ErrorCode::kShape,
              schema.name + ": " + input.name + " has the shape " +
                  ToString(shape) + "; its axes are (" + input.axes + ")" +
                  (input.broadcast ? ", leading ones may be missing" : ""));
}

Status BindAxis(const Schema& schema, const InputSchema& input,
                const Shape& shape, size_t axis, const std::string& letter,
                Bindings* bindings) {
  const int64_t size = shape[axis];
  if (input.broadcast && size == 1) return {};
  const auto found = bindings->find(letter);
  if (found == bindings->end()) {
    if (!input.broadcast) (*bindings)[letter] = {size, input.name};
    return {};
  }
  if (found->second.size == size) return {};
  return Fail(ErrorCode::kShape,
              schema.name + ": " + input.name + " has the shape " +
                  ToString(shape) + ", so " + letter + " = " +
                  std::to_string(size) + " on axis " + std::to_string(axis) +
                  "; " + found->second.input + " has " + letter + " = " +
                  std::to_string(found->second.size) + "; give equal sizes" +
                  (input.broadcast ? " or 1" : ""));
}

Status BindInput(const Schema& schema, const InputSchema& input,
                 const Shape& shape, Bindings* bindings) {
  std::vector<std::string> letters = Split(input.axes);
  const bool open = !letters.empty() && letters.front() == "...";
  if (open) letters.erase(letters.begin());
  const size_t rank = letters.size();
  const bool fits =
      open ? shape.size() >= rank
           : (input.broadcast ? shape.size() <= rank : shape.size() == rank);
  if (!fits) return WrongRank(schema, input, shape);
  for (size_t i = 0; i < std::min(rank, shape.size()); ++i) {
    CH_RETURN_IF_ERROR(BindAxis(schema, input, shape, shape.size() - 1 - i,
                                letters[rank - 1 - i], bindings));
  }
  return {};
}

Status CheckNumber(const Schema& schema, const AttributeSchema& attribute,
                   double value) {
  const std::string what = schema.name + ": " + attribute.name + " is ";
  // NaN stands for "not given" where the default is NaN.
  if (std::isnan(value)) {
    if (std::isnan(attribute.fallback.number)) return {};
    return Fail(ErrorCode::kRange, what + "not a number; give a number");
  }
  const std::string given = ToString(value);
  if (attribute.type == AttributeType::kInteger && value != std::trunc(value)) {
    return Fail(ErrorCode::kRange, what + given + "; give an integer");
  }
  if (attribute.type == AttributeType::kBoolean && value != 0 && value != 1) {
    return Fail(ErrorCode::kRange, what + given + "; give true or false");
  }
  // Infinities and what float32 cannot hold are outside every range.
  const double least = std::max<double>(attribute.minimum, -FLT_MAX);
  const double most = std::min<double>(attribute.maximum, FLT_MAX);
  if (value < least || value > most) {
    return Fail(ErrorCode::kRange, what + given + "; it may be from " +
                                       ToString(least) + " to " +
                                       ToString(most));
  }
  return {};
}

Attribute::Kind KindOf(AttributeType type) {
  switch (type) {
    case AttributeType::kString:
      return Attribute::Kind::kText;
    case AttributeType::kIntegers:
      return Attribute::Kind::kIntegers;
    default:
      return Attribute::Kind::kNumber;
  }
}

Status CheckKind(const Schema& schema, const AttributeSchema& attribute,
                 const Attribute& value) {
  static constexpr const char* kWanted[] = {"a number", "an integer",
                                            "true or false", "a text",
                                            "a list of integers"};
  if (value.kind == KindOf(attribute.type)) return {};
  const std::string given =
      value.kind == Attribute::Kind::kText       ? "'" + value.text + "'"
      : value.kind == Attribute::Kind::kIntegers ? "a list of integers"
                                                 : ToString(value.number);
  return Fail(ErrorCode::kArgument,
              schema.name + ": " + attribute.name + " is " + given + "; give " +
                  kWanted[static_cast<int>(attribute.type)]);
}

Status CheckWord(const Schema& schema, const AttributeSchema& attribute,
                 const std::string& word) {
  if (attribute.words.empty()) return {};
  std::string allowed;
  for (const std::string& candidate : attribute.words) {
    if (candidate == word) return {};
    allowed += (allowed.empty() ? "" : ", ") + candidate;
  }
  return Fail(ErrorCode::kUnknown, schema.name + ": " + attribute.name +
                                       " is '" + word + "'; it may be " +
                                       allowed);
}

Status CheckOne(const Schema& schema, const AttributeSchema& attribute,
                const Attribute& value) {
  CH_RETURN_IF_ERROR(CheckKind(schema, attribute, value));
  switch (attribute.type) {
    case AttributeType::kString:
      return CheckWord(schema, attribute, value.text);
    case AttributeType::kIntegers:
      for (const int64_t item : value.integers) {
        CH_RETURN_IF_ERROR(
            CheckNumber(schema, attribute, static_cast<double>(item)));
      }
      return {};
    default:
      return CheckNumber(schema, attribute, value.number);
  }
}

AxisRole RoleOf(const std::string& letter) {
  if (letter == "B") return AxisRole::kBatch;
  if (letter == "H" || letter == "G") return AxisRole::kHead;
  if (letter == "T") return AxisRole::kQuery;
  if (letter == "S") return AxisRole::kKey;
  if (letter == "C") return AxisRole::kModel;
  if (letter == "V") return AxisRole::kVocabulary;
  if (letter == "P") return AxisRole::kPosition;
  return AxisRole::kFeature;
}

template <typename T>
int NumberOf(const std::vector<T>& items, std::string_view name) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

template <typename T>
std::string NamesOf(const std::vector<T>& items) {
  std::string names;
  for (const T& item : items) names += (names.empty() ? "" : ", ") + item.name;
  return names.empty() ? "none" : names;
}

}  // namespace

const char* NameOf(AxisRole role) {
  static constexpr const char* kNames[] = {"batch", "head",      "query",
                                           "key",   "position",  "feature",
                                           "model", "vocabulary"};
  return kNames[static_cast<int>(role)];
}

int InputNumber(const Schema& schema, std::string_view name) {
  return NumberOf(schema.inputs, name);
}

int AttributeNumber(const Schema& schema, std::string_view name) {
  return NumberOf(schema.attributes, name);
}

Status CheckInputs(const Schema& schema,
                   const std::vector<TensorView>& inputs) {
  Bindings bindings;
  for (const bool broadcast : {false, true}) {
    for (size_t i = 0; i < schema.inputs.size(); ++i) {
      const InputSchema& input = schema.inputs[i];
      if (input.broadcast != broadcast) continue;
      if (!inputs[i].present()) {
        if (input.optional) continue;
        return Fail(ErrorCode::kArgument,
                    schema.name + ": " + input.name + " is missing; give a " +
                        NameOf(input.type) + " tensor (" + input.axes + ")");
      }
      if (inputs[i].type != input.type) {
        return Fail(ErrorCode::kArgument, schema.name + ": " + input.name +
                                              " is " + NameOf(inputs[i].type) +
                                              "; give " + NameOf(input.type));
      }
      CH_RETURN_IF_ERROR(BindInput(schema, input, inputs[i].shape, &bindings));
    }
  }
  return {};
}

Result<Attributes> CheckAttributes(
    const Schema& schema,
    const std::vector<std::pair<std::string, Attribute>>& given) {
  Attributes attributes(schema.attributes.size());
  std::vector<bool> seen(schema.attributes.size(), false);
  for (const auto& [name, value] : given) {
    const int number = AttributeNumber(schema, name);
    if (number < 0) {
      return Fail(ErrorCode::kUnknown,
                  schema.name + " has no input or attribute '" + name +
                      "'; its inputs are " + NamesOf(schema.inputs) +
                      "; its attributes are " + NamesOf(schema.attributes));
    }
    attributes[number] = value;
    seen[number] = true;
  }
  for (size_t i = 0; i < attributes.size(); ++i) {
    const AttributeSchema& attribute = schema.attributes[i];
    if (seen[i]) continue;
    if (attribute.required) {
      return Fail(ErrorCode::kArgument, schema.name + ": " + attribute.name +
                                            " is missing; " +
                                            attribute.summary);
    }
    attributes[i] = attribute.fallback;
  }
  CH_RETURN_IF_ERROR(CheckAttributes(schema, attributes));
  return attributes;
}

Status CheckAttributes(const Schema& schema, const Attributes& attributes) {
  for (size_t i = 0; i < attributes.size(); ++i) {
    CH_RETURN_IF_ERROR(CheckOne(schema, schema.attributes[i], attributes[i]));
  }
  return {};
}

std::vector<AxisRole> RolesOf(const OutputSchema& output, size_t rank,
                              const std::vector<AxisRole>& open) {
  std::vector<std::string> letters = Split(output.axes);
  std::vector<AxisRole> roles;
  if (!letters.empty() && letters.front() == "...") {
    letters.erase(letters.begin());
    for (size_t axis = 0; axis + letters.size() < rank; ++axis) {
      roles.push_back(axis < open.size() ? open[axis] : AxisRole::kFeature);
    }
  }
  for (const std::string& letter : letters) roles.push_back(RoleOf(letter));
  return roles;
}

int FirstOpenInput(const Schema& schema) {
  for (size_t i = 0; i < schema.inputs.size(); ++i) {
    if (schema.inputs[i].axes.rfind("...", 0) == 0) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace clearhead
