// Settings of an operation: numbers, words and lists, in the order of its
// schema.
#ifndef CLEARHEAD_CORE_GRAPH_ATTRIBUTES_H_
#define CLEARHEAD_CORE_GRAPH_ATTRIBUTES_H_

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace clearhead {

enum class AttributeType : uint8_t {
  kNumber,
  kInteger,
  kBoolean,
  kString,
  kIntegers
};

struct Attribute {
  Attribute() = default;
  Attribute(double value) : number(value) {}                // NOLINT
  Attribute(int value) : number(value) {}                   // NOLINT
  Attribute(bool value) : number(value) {}                  // NOLINT
  Attribute(const char* value) : text(value) {}             // NOLINT
  Attribute(std::string value) : text(std::move(value)) {}  // NOLINT
  Attribute(std::vector<int64_t> value)                     // NOLINT
      : integers(std::move(value)) {}

  bool flag() const { return number != 0; }
  int64_t integer() const { return static_cast<int64_t>(number); }

  double number = 0;
  std::string text;
  std::vector<int64_t> integers;
};

using Attributes = std::vector<Attribute>;

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_ATTRIBUTES_H_
