// A change that the caller makes to a named tensor while it is computed: what
// comes after it follows. Source of the idea: activation patching, Vig et al.
// 2020, "Investigating Gender Bias in Language Models Using Causal Mediation
// Analysis", section 3.
#ifndef CLEARHEAD_CORE_GRAPH_INTERVENTION_H_
#define CLEARHEAD_CORE_GRAPH_INTERVENTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/graph/tensor_view.h"

namespace clearhead {

struct Intervention {
  // set: values[i] at flat index indices[i]. replace: every cell, row-major.
  // add, scale: one value for the cells at `indices` (all cells when empty),
  // or one value a cell.
  enum class Action : uint8_t { kSet, kReplace, kAdd, kScale };

  std::string tensor;
  Action action = Action::kSet;
  std::vector<int64_t> indices;
  std::vector<double> values;
};

// One changed cell. The gradient that reaches what was computed there is
// multiplied by `factor`: 0 where the value was set.
struct Edit {
  int64_t offset = 0;  // in the storage
  double was = 0;
  double factor = 1;
};

// Changes the cells of `view` and adds them to `edits`, one a cell in the order
// of their offsets, which count from view.data plus `base_offset`.
Status ApplyIntervention(const Intervention& intervention,
                         const TensorView& view, int64_t base_offset,
                         std::vector<Edit>* edits);

// Writes the cell of a float32 or uint8 tensor that lies at `offset`.
void Put(const TensorView& view, int64_t offset, double value);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_INTERVENTION_H_
