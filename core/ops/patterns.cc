#include "core/ops/patterns.h"

namespace clearhead {

std::vector<OutputSpec> Outputs(std::initializer_list<Shape> shapes) {
  std::vector<OutputSpec> outputs(shapes.size());
  for (size_t i = 0; i < shapes.size(); ++i) outputs[i].shape = Item(shapes, i);
  return outputs;
}

Result<std::vector<OutputSpec>> OneOutput(const Shape& shape) {
  return Outputs({shape});
}

Result<std::vector<OutputSpec>> LikeFirst(const std::vector<TensorView>& inputs,
                                          const Attributes&) {
  return OneOutput(inputs[0].shape);
}

void NoBackward(const BackwardCall&) {}

std::vector<Index> NoReach(const Call&, int, const Index&) { return {}; }

int WordNumber(const Words& words, const Attribute& attribute) {
  int number = 0;
  while (attribute.text != Item(words, number)) ++number;
  return number;
}

size_t AxisOf(const Shape& shape, const Attribute& axis) {
  const int64_t number = axis.integer();
  const auto rank = static_cast<int64_t>(shape.size());
  return static_cast<size_t>(number < 0 ? number + rank : number);
}

Status CheckAxis(const char* operation, const Shape& shape,
                 const Attribute& axis) {
  if (AxisOf(shape, axis) < shape.size()) return {};
  if (shape.empty()) {
    return Fail(ErrorCode::kRange,
                "%: axis is %; a is a single number and has no axes, give a "
                "list",
                operation, axis.integer());
  }
  return Fail(ErrorCode::kRange,
              "%: axis is %; a has the shape %, give an axis from -% to %",
              operation, axis.integer(), shape, shape.size(), shape.size() - 1);
}

std::vector<Index> ReachOwn(const Call&, int, const Index& index) {
  return {index};
}

std::vector<Index> ReachRow(const Call&, int, const Index& index) {
  Index row = index;
  row.pop_back();
  return {row};
}

std::vector<Index> Box(const Index& first, const Shape& extent) {
  std::vector<Index> cells;
  for (int64_t i = 0; i < CountOf(extent); ++i) {
    Index cell = IndexAt(extent, i);
    for (size_t axis = 0; axis < first.size(); ++axis) {
      cell[axis] += first[axis];
    }
    cells.push_back(cell);
  }
  return cells;
}

std::vector<Index> Widen(const Shape& small, const Index& index,
                         const Shape& shape) {
  Index first = Dims::Filled(shape.size(), 0);
  Shape extent = shape;
  const size_t lead = shape.size() - small.size();
  for (size_t axis = 0; axis < small.size(); ++axis) {
    if (small[axis] == 1) continue;
    first[lead + axis] = index[axis];
    extent[lead + axis] = 1;
  }
  return Box(first, extent);
}

std::vector<Index> ReachRepeated(const Call& call, int slot,
                                 const Index& index) {
  return Widen(call.inputs[slot].shape, index, call.outputs[0].shape);
}

std::vector<Index> Line(const Shape& shape, const Index& index, size_t axis) {
  Index first = index;
  Shape extent = Dims::Filled(shape.size(), 1);
  first[axis] = 0;
  extent[axis] = shape[axis];
  return Box(first, extent);
}

int OperandAt(const Call& call, int slot, const Index& index,
              Expression* expression) {
  return expression->Operand(slot, index, call.inputs[slot].At(index));
}

}  // namespace clearhead
