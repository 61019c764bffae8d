#include "core/graph/schema.h"

namespace clearhead {

Attributes NumbersOf(std::initializer_list<double> numbers) {
  return Attributes(numbers.begin(), numbers.end());
}

namespace {

AxisRole RoleOf(char letter) {
  switch (letter) {
    case 'B':
      return AxisRole::kBatch;
    case 'H':
    case 'G':
      return AxisRole::kHead;
    case 'T':
      return AxisRole::kQuery;
    case 'S':
      return AxisRole::kKey;
    case 'C':
      return AxisRole::kModel;
    case 'V':
      return AxisRole::kVocabulary;
    case 'P':
      return AxisRole::kPosition;
    default:
      return AxisRole::kFeature;
  }
}

template <typename T>
int NumberOf(const List<T>& items, std::string_view name) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (Item(items, i).name == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

const char* NameOf(AxisRole role) {
  static constexpr const char* kNames[] = {"batch", "head",      "query",
                                           "key",   "position",  "feature",
                                           "model", "vocabulary"};
  return kNames[static_cast<int>(role)];
}

Axes AxesOf(std::string_view axes) {
  Axes read;
  read.open = axes.substr(0, 3) == "...";
  for (const char letter : axes) {
    if (letter >= 'A' && letter <= 'Z') read.letters += letter;
  }
  return read;
}

int InputNumber(const Schema& schema, std::string_view name) {
  return NumberOf(schema.inputs, name);
}

int AttributeNumber(const Schema& schema, std::string_view name) {
  return NumberOf(schema.attributes, name);
}

int OutputNumber(const Schema& schema, std::string_view name) {
  return NumberOf(schema.outputs, name);
}

std::vector<AxisRole> RolesOf(const OutputSchema& output, size_t rank,
                              const std::vector<AxisRole>& open) {
  const Axes axes = AxesOf(output.axes);
  std::vector<AxisRole> roles;
  if (axes.open) {
    for (size_t axis = 0; axis + axes.letters.size() < rank; ++axis) {
      roles.push_back(axis < open.size() ? open[axis] : AxisRole::kFeature);
    }
  }
  for (const char letter : axes.letters) roles.push_back(RoleOf(letter));
  return roles;
}

int FirstOpenInput(const Schema& schema) {
  for (size_t i = 0; i < schema.inputs.size(); ++i) {
    if (AxesOf(Item(schema.inputs, i).axes).open) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace clearhead
