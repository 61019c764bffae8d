// Settings of an operation: numbers, words and lists, in the order of its
// schema. A boolean is the number 0 or 1.
#ifndef CLEARHEAD_CORE_GRAPH_ATTRIBUTES_H_
#define CLEARHEAD_CORE_GRAPH_ATTRIBUTES_H_

#include <cstdint>
#include <initializer_list>
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
  enum class Kind : uint8_t { kNumber, kText, kIntegers };

  Attribute() = default;
  Attribute(double value) : number(value) {}  // NOLINT
  Attribute(int value) : number(value) {}     // NOLINT
  Attribute(bool value) : number(value) {}    // NOLINT
  Attribute(const char* value)                // NOLINT
      : Attribute(std::string(value)) {}
  Attribute(std::string value)  // NOLINT
      : kind(Kind::kText), text(std::move(value)) {}
  Attribute(std::vector<int64_t> value)  // NOLINT
      : kind(Kind::kIntegers), integers(std::move(value)) {}

  bool flag() const { return number != 0; }
  int64_t integer() const { return static_cast<int64_t>(number); }

  Kind kind = Kind::kNumber;
  double number = 0;
  std::string text;
  std::vector<int64_t> integers;
};

using Attributes = std::vector<Attribute>;

// Attributes that are all numbers, integers or booleans; made in one place.
Attributes NumbersOf(std::initializer_list<double> numbers);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_ATTRIBUTES_H_
