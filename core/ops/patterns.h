// What many operations say alike about shapes and single cells.
#ifndef CLEARHEAD_CORE_OPS_PATTERNS_H_
#define CLEARHEAD_CORE_OPS_PATTERNS_H_

#include <initializer_list>
#include <limits>
#include <vector>

#include "core/graph/operation.h"

namespace clearhead {

// float32 outputs of those shapes.
std::vector<OutputSpec> Outputs(std::initializer_list<Shape> shapes);
// One float32 output of that shape.
Result<std::vector<OutputSpec>> OneOutput(const Shape& shape);
// infer: the output has the shape of the first input.
Result<std::vector<OutputSpec>> LikeFirst(const std::vector<TensorView>& inputs,
                                          const Attributes& attributes);

// backward and reach: no gradient goes through, as no input has one.
void NoBackward(const BackwardCall& call);
std::vector<Index> NoReach(const Call& call, int slot, const Index& index);

// T and S, of what has a row a query and a column a key.
inline constexpr AttributeSchema kQueriesAttribute = {
    .name = "queries",
    .type = AttributeType::kInteger,
    .summary = "T, rows.",
    .required = true,
    .minimum = 0,
    .maximum = 65536};
inline constexpr AttributeSchema kKeysAttribute = {
    .name = "keys",
    .type = AttributeType::kInteger,
    .summary = "S, columns.",
    .required = true,
    .minimum = 0,
    .maximum = 65536};

// Where the draws of an operation begin.
inline constexpr AttributeSchema kSeedAttribute = {
    .name = "seed",
    .type = AttributeType::kInteger,
    .summary = "Equal seeds, equal numbers.",
    .required = true,
    .minimum = 0,
    .maximum = 4294967295};
inline constexpr AttributeSchema kStreamAttribute = {
    .name = "stream",
    .type = AttributeType::kInteger,
    .summary = "Independent draws of one seed.",
    .fallback = 0,
    .minimum = 0,
    .maximum = 4294967295};

// Which of its words an attribute is; checked, it is one of them.
int WordNumber(const Words& words, const Attribute& attribute);

// The number of an attribute that may be left away.
inline constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();
// The attribute, which may be left away, with words that say what then counts.
constexpr AttributeSchema Optional(AttributeSchema attribute, Note summary) {
  attribute.required = false;
  attribute.fallback = kNotGiven;
  attribute.summary = summary;
  return attribute;
}

inline constexpr AttributeSchema kAxisAttribute = {
    .name = "axis",
    .type = AttributeType::kInteger,
    .summary = "Which axis; negative counts from the end.",
    .fallback = -1,
    .required = false,
    .minimum = -6,
    .maximum = 5};
// The number of an axis of `shape`; a negative attribute counts from the end.
size_t AxisOf(const Shape& shape, const Attribute& axis);
// Whether `a`, of that shape, has the axis.
Status CheckAxis(const char* operation, const Shape& shape,
                 const Attribute& axis);

// reach: an input cell is read at its own index and nowhere else.
std::vector<Index> ReachOwn(const Call& call, int slot, const Index& index);
// reach: an input cell is read by the one cell that its row gives.
std::vector<Index> ReachRow(const Call& call, int slot, const Index& index);
// The cells from `first` on, `extent` of them along every axis.
std::vector<Index> Box(const Index& first, const Shape& extent);
// All the cells of `shape` whose index, narrowed to `small`, is `index`: where
// one cell of a broadcast operand is read.
std::vector<Index> Widen(const Shape& small, const Index& index,
                         const Shape& shape);
// reach of operands that repeat along axes of size 1 and missing leading axes.
std::vector<Index> ReachRepeated(const Call& call, int slot,
                                 const Index& index);
// The cells of `shape` along `axis` through `index`.
std::vector<Index> Line(const Shape& shape, const Index& index, size_t axis);

// The term of inputs[slot] at `index`.
int OperandAt(const Call& call, int slot, const Index& index,
              Expression* expression);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_OPS_PATTERNS_H_
