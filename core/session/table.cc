#include "core/session/table.h"

#include "core/analysis/analysis.h"
#include "core/attention/fused.h"
#include "core/attention/heads.h"
#include "core/attention/latent.h"
#include "core/attention/multi_head.h"
#include "core/layers/feed_forward.h"
#include "core/layers/recurrent.h"
#include "core/masks/mask.h"
#include "core/ops/losses.h"
#include "core/ops/ops.h"
#include "core/positions/alibi.h"
#include "core/positions/relative_bias.h"
#include "core/positions/rotary.h"
#include "core/positions/sinusoidal.h"

namespace clearhead {

const std::vector<const Operation*>& Operations() {
  static const std::vector<const Operation*> operations = {
      &NormalOperation(),
      &UniformOperation(),
      &EmbeddingOperation(),
      &SinusoidalOperation(),
      &RotaryFrequenciesOperation(),
      &RotaryTableOperation(),
      &RotaryOperation(),
      &AlibiOperation(),
      &RelativeBiasOperation(),
      &AddOperation(),
      &DifferenceOperation(),
      &MultiplyOperation(),
      &DivideOperation(),
      &ActivationOperation(),
      &LinearOperation(),
      &MatMulOperation(),
      &SliceOperation(),
      &ConcatenateOperation(),
      &ScoresOperation(),
      &ScaleOperation(),
      &SoftCapOperation(),
      &MaskOperation(),
      &CombineMasksOperation(),
      &VisibleOperation(),
      &TriangleOperation(),
      &ApplyMaskOperation(),
      &SoftmaxOperation(),
      &LogSoftmaxOperation(),
      &MaskedSoftmaxOperation(),
      &WeightedSumOperation(),
      &AttentionOperation(),
      &SplitHeadsOperation(),
      &JoinHeadsOperation(),
      &PoolHeadsOperation(),
      &MultiHeadAttentionOperation(),
      &LatentAttentionOperation(),
      &FeedForwardOperation(),
      &RecurrentOperation(),
      &LayerNormOperation(),
      &RmsNormOperation(),
      &NormOperation(),
      &DropoutOperation(),
      &TokenLossesOperation(),
      &TotalLossOperation(),
      &CrossEntropyOperation(),
      &SingularValuesOperation(),
      &SymmetryOperation(),
      &LowRankOperation(),
      &StatisticsOperation(),
      &CosineOperation(),
      &SoftmaxJacobianOperation(),
      &EntropyOperation(),
      &InformationOperation(),
      &CountOperation(),
  };
  return operations;
}

const Operation* FindOperation(std::string_view name) {
  for (const Operation* operation : Operations()) {
    if (operation->schema.name == name) return operation;
  }
  return nullptr;
}

}  // namespace clearhead
