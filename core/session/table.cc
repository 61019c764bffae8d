// The one table of operations, in the order of the chapter.
#include "core/attention/fused.h"
#include "core/graph/operation.h"
#include "core/masks/mask.h"
#include "core/ops/ops.h"
#include "core/positions/sinusoidal.h"

namespace clearhead {

const std::vector<const Operation*>& Operations() {
  static const std::vector<const Operation*> operations = {
      &EmbeddingOperation(),   &SinusoidalOperation(), &AddOperation(),
      &LinearOperation(),      &MatMulOperation(),     &ScoresOperation(),
      &ScaleOperation(),       &SoftCapOperation(),    &MaskOperation(),
      &TriangleOperation(),    &ApplyMaskOperation(),  &SoftmaxOperation(),
      &WeightedSumOperation(), &AttentionOperation(),  &LayerNormOperation()};
  return operations;
}

const Operation* FindOperation(std::string_view name) {
  for (const Operation* operation : Operations()) {
    if (operation->schema.name == name) return operation;
  }
  return nullptr;
}

}  // namespace clearhead
