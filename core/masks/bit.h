#ifndef CLEARHEAD_CORE_MASKS_BIT_H_
#define CLEARHEAD_CORE_MASKS_BIT_H_

#include "core/ops/patterns.h"

namespace clearhead {

// The term of a mask's cell. Any byte but 0 is visible and counts as 1.
inline int BitAt(const Call& call, int slot, const Index& index,
                 Expression* expression) {
  const int cell = OperandAt(call, slot, index, expression);
  if (expression->value(cell) <= 1) return cell;
  return expression->Constant(1, "1", {cell});
}

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MASKS_BIT_H_
