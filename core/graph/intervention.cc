#include "core/graph/intervention.h"

#include <algorithm>
#include <cmath>

namespace clearhead {
namespace {

using Action = Intervention::Action;

Status CheckCount(const Intervention& intervention, int64_t cells) {
  const auto values = static_cast<int64_t>(intervention.values.size());
  const auto indices = static_cast<int64_t>(intervention.indices.size());
  const bool all = intervention.action == Action::kReplace;
  const int64_t wanted =
      all || (indices == 0 && intervention.action != Action::kSet) ? cells
                                                                   : indices;
  const bool one_for_all =
      values == 1 && (intervention.action == Action::kAdd ||
                      intervention.action == Action::kScale);
  if (values == wanted || one_for_all) return {};
  return Fail(ErrorCode::kShape,
              "intervention on " + intervention.tensor + ": " +
                  std::to_string(values) + " values given for " +
                  std::to_string(wanted) + " cells; give one a cell");
}

Status CheckValue(const Intervention& intervention, const TensorView& view,
                  double value) {
  const bool usable = std::isfinite(value) || value == -HUGE_VAL;
  const bool bit = view.type != DataType::kUint8 || value == 0 || value == 1;
  if (usable && bit) return {};
  return Fail(ErrorCode::kRange,
              "intervention on " + intervention.tensor + ": the value " +
                  std::to_string(value) + " is given; " +
                  (bit ? "a finite number or −∞ is allowed"
                       : "a mask holds 1 (visible) or 0 (hidden)"));
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

void Write(const TensorView& view, int64_t offset, double value) {
  if (view.type == DataType::kUint8) {
    view.as<uint8_t>()[offset] = static_cast<uint8_t>(value);
  } else {
    view.floats()[offset] = static_cast<float>(value);
  }
}

void Remember(std::vector<Edit>* edits, const Edit& edit) {
  for (Edit& earlier : *edits) {
    if (earlier.offset != edit.offset) continue;
    earlier.factor *= edit.factor;
    return;
  }
  edits->push_back(edit);
}

}  // namespace

Status ApplyIntervention(const Intervention& intervention,
                         const TensorView& view, int64_t base_offset,
                         std::vector<Edit>* edits) {
  if (view.type == DataType::kInt32) {
    return Fail(ErrorCode::kArgument,
                "intervention on " + intervention.tensor +
                    ": it holds token ids; change the text instead");
  }
  const int64_t cells = CountOf(view.shape);
  CH_RETURN_IF_ERROR(CheckCount(intervention, cells));
  const bool all =
      intervention.indices.empty() || intervention.action == Action::kReplace;
  const int64_t count =
      all ? cells : static_cast<int64_t>(intervention.indices.size());
  for (int64_t i = 0; i < count; ++i) {
    const int64_t flat = all ? i : intervention.indices[i];
    if (flat < 0 || flat >= cells) {
      return Fail(ErrorCode::kRange,
                  "intervention on " + intervention.tensor + ": cell " +
                      std::to_string(flat) + " of " + std::to_string(cells) +
                      "; give 0 to " + std::to_string(cells - 1));
    }
    const double value = intervention.values.size() == 1
                             ? intervention.values[0]
                             : intervention.values[i];
    CH_RETURN_IF_ERROR(CheckValue(intervention, view, value));
    const Index index = IndexAt(view.shape, flat);
    const double was = view.At(index);
    const int64_t offset = view.Offset(index);
    Write(view, offset, Changed(intervention.action, was, value));
    Remember(edits,
             {base_offset + offset, was, FactorOf(intervention.action, value)});
  }
  return {};
}

}  // namespace clearhead
