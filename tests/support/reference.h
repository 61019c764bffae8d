// A scalar twin of the first output of every operation, in any number type: in
// double it is the forward reference, in complex double it gives exact
// derivatives (ComplexStep in gradient_check.h).
#ifndef CLEARHEAD_TESTS_SUPPORT_REFERENCE_H_
#define CLEARHEAD_TESTS_SUPPORT_REFERENCE_H_

#include <string>
#include <vector>

#include "core/graph/operation.h"
#include "tests/support/array.h"

namespace clearhead::test {

template <typename Number>
using Arrays = std::vector<Array<Number>>;

// The attribute of that name.
inline const Attribute& Get(const Operation& operation,
                            const Attributes& attributes, const char* name) {
  return attributes.at(
      static_cast<size_t>(AttributeNumber(operation.schema, name)));
}

// A call of a twin: inputs in schema order, absent ones not present.
template <typename Number>
struct TwinCall {
  const Operation& operation;
  const Arrays<Number>& inputs;
  const Attributes& attributes;

  const Array<Number>& operator[](const char* name) const {
    return inputs.at(static_cast<size_t>(InputNumber(operation.schema, name)));
  }
  const Attribute& Get(const char* name) const {
    return test::Get(operation, attributes, name);
  }
};

template <typename Number>
using Twin = Array<Number> (*)(const TwinCall<Number>&);

// Null where an operation has no twin: the table test fails then. Of double and
// of complex double.
template <typename Number>
Twin<Number> FindTwin(const std::string& name);

template <typename Number>
Array<Number> RunTwin(const Operation& operation, const Arrays<Number>& inputs,
                      const Attributes& attributes) {
  return FindTwin<Number>(operation.schema.name)(
      {operation, inputs, attributes});
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_REFERENCE_H_
