#include "core/ops/norms.h"

#include "core/ops/loops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Slot { kX, kWeight };

}  // namespace

Result<std::vector<OutputSpec>> NormOutputs(const char* operation,
                                            const TensorView& x,
                                            int statistics) {
  if (!x.dense() || x.shape.back() == 0) {
    return Fail(ErrorCode::kShape,
                "%: x has the shape %; give a dense tensor whose last axis is "
                "not empty",
                operation, x.shape);
  }
  std::vector<OutputSpec> outputs = Outputs({x.shape});
  outputs.resize(1 + static_cast<size_t>(statistics), {Lead(x.shape, 1)});
  return outputs;
}

size_t NormWidth(const Call& call) {
  return static_cast<size_t>(call.inputs[kX].shape.back());
}
size_t NormRows(const Call& call) {
  return static_cast<size_t>(CountOf(Lead(call.inputs[kX].shape, 1)));
}

std::vector<int> RowAt(const Call& call, const Index& row,
                       Expression* expression) {
  Index cell = row;
  cell.push_back(0);
  std::vector<int> cells;
  for (; cell.back() < call.inputs[kX].shape.back(); ++cell.back()) {
    cells.push_back(OperandAt(call, kX, cell, expression));
  }
  return cells;
}

void ExplainNorm(const Call& call, const std::vector<int>& deviations,
                 bool inverse, const Index& index, const char* square,
                 const char* root, Expression* expression) {
  std::vector<int> squares;
  for (const int d : deviations) squares.push_back(expression->Product(d, d));
  const int mean = expression->Quotient(
      expression->Sum(squares),
      expression->Constant(static_cast<double>(squares.size()), "C"), square);
  const int epsilon = expression->Constant(call.attributes[0].number, "ε");
  const int divisor = expression->Apply(TermKind::kSquareRoot,
                                        expression->Sum({mean, epsilon}), root);
  if (inverse) {
    expression->Quotient(expression->Constant(1), divisor);
    return;
  }
  const int64_t column = index.back();
  int result =
      expression->Quotient(deviations[static_cast<size_t>(column)], divisor);
  for (int slot = kWeight; slot < static_cast<int>(call.inputs.size());
       ++slot) {
    if (!call.inputs[slot].present()) continue;
    const int operand = OperandAt(call, slot, {column}, expression);
    result = slot == kWeight ? expression->Product(result, operand)
                             : expression->Sum({result, operand});
  }
}

std::vector<Index> NormReach(const Call& call, int slot, const Index& index) {
  const Shape& shape = call.outputs[0].shape;
  if (slot == kX) return Line(shape, index, shape.size() - 1);
  return Widen({shape.back()}, index, shape);
}

}  // namespace clearhead
