#include "core/graph/intervention.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "core/base/order.h"
#include "core/base/text.h"
#include "core/graph/attributes.h"

namespace clearhead {
namespace {

using Action = Intervention::Action;

// Replace always means every cell, add and scale without indices too.
bool MeansAll(const Intervention& intervention) {
  return intervention.action == Action::kReplace ||
         (intervention.indices.empty() && intervention.action != Action::kSet);
}

Status CheckCount(const Intervention& intervention, int64_t cells) {
  const auto values = static_cast<int64_t>(intervention.values.size());
  const auto indices = static_cast<int64_t>(intervention.indices.size());
  const int64_t wanted = MeansAll(intervention) ? cells : indices;
  const bool one_for_all =
      values == 1 && (intervention.action == Action::kAdd ||
                      intervention.action == Action::kScale);
  if (values == wanted || one_for_all) return {};
  return Fail(ErrorCode::kShape,
              "intervention on %: % values given for % cells; give one a cell",
              intervention.tensor, values, wanted);
}

bool Holds(double number) {
  return std::abs(number) <= FLT_MAX || number == -HUGE_VAL;
}

// `changed` is what the cell would hold. A gradient is multiplied by the value
// of a scale, which therefore has to be finite.
Status CheckValue(const Intervention& intervention, const TensorView& view,
                  double value, double changed) {
  const bool mask = view.type == DataType::kUint8;
  const bool usable = mask ? changed == 0 || changed == 1
                           : Holds(value) && Holds(changed) &&
                                 (intervention.action != Action::kScale ||
                                  std::isfinite(value));
  if (usable) return {};
  return Fail(
      ErrorCode::kRange,
      "intervention on %: the value % is given, the cell would hold %; %",
      intervention.tensor, value, changed,
      (mask ? "a mask holds 1 (visible) or 0 (hidden)"
            : "a finite float32 number or −∞ is allowed"));
}

double Changed(Action action, double was, double value) {
  if (action == Action::kAdd) return was + value;
  if (action == Action::kScale) return was * value;
  return value;
}

double FactorOf(Action action, double value) {
  if (action == Action::kAdd) return 1;
  return action == Action::kScale ? value : 0;
}

// One edit a cell, in the order of the cells: the first knows what was there,
// the factors multiply.
void Merge(std::vector<Edit>* edits) {
  const std::vector<int> order =
      OrderOf(static_cast<int>(edits->size()), [edits](int a, int b) {
        return (*edits)[a].offset < (*edits)[b].offset;
      });
  std::vector<Edit> merged;
  for (const int i : order) {
    const Edit& edit = (*edits)[i];
    if (!merged.empty() && merged.back().offset == edit.offset) {
      merged.back().factor *= edit.factor;
    } else {
      merged.push_back(edit);
    }
  }
  *edits = std::move(merged);
}

}  // namespace

void Put(const TensorView& view, int64_t offset, double value) {
  if (view.type == DataType::kUint8) {
    view.as<uint8_t>()[offset] = static_cast<uint8_t>(value);
  } else {
    view.floats()[offset] = static_cast<float>(value);
  }
}

Status ApplyIntervention(const Intervention& intervention,
                         const TensorView& view, int64_t base_offset,
                         std::vector<Edit>* edits) {
  if (view.type == DataType::kInt32) {
    return Fail(
        ErrorCode::kArgument,
        "intervention on %: it holds token ids; change the text instead",
        intervention.tensor);
  }
  const int64_t cells = CountOf(view.shape);
  CH_RETURN_IF_ERROR(CheckCount(intervention, cells));
  const bool all = MeansAll(intervention);
  const int64_t count =
      all ? cells : static_cast<int64_t>(intervention.indices.size());
  for (int64_t i = 0; i < count; ++i) {
    const int64_t flat = all ? i : intervention.indices[i];
    if (flat < 0 || flat >= cells) {
      return Fail(ErrorCode::kRange,
                  "intervention on %: cell % of %; give 0 to %",
                  intervention.tensor, flat, cells, cells - 1);
    }
    const double value = intervention.values.size() == 1
                             ? intervention.values[0]
                             : intervention.values[i];
    const Index index = IndexAt(view.shape, flat);
    const double was = view.At(index);
    const double changed = Changed(intervention.action, was, value);
    CH_RETURN_IF_ERROR(CheckValue(intervention, view, value, changed));
    const int64_t offset = view.Offset(index);
    Put(view, offset, changed);
    edits->push_back(
        {base_offset + offset, was, FactorOf(intervention.action, value)});
  }
  Merge(edits);
  return {};
}

}  // namespace clearhead
