// How far long work has come and whether it should stop; read by the worker at
// named boundaries of the work, never in the middle of a tensor.
#ifndef CLEARHEAD_CORE_BASE_PROGRESS_H_
#define CLEARHEAD_CORE_BASE_PROGRESS_H_

#include <functional>
#include <utility>

#include "core/base/status.h"

namespace clearhead {

class Progress {
 public:
  // `report(fraction)` is called at each boundary with 0…1 and returns false
  // to cancel.
  using Report = std::function<bool(double fraction)>;

  Progress() = default;
  explicit Progress(Report report) : report_(std::move(report)) {}

  // Fails with kCancelled when the listener asked to stop.
  Status At(double fraction) const {
    if (report_ && !report_(fraction)) {
      return Fail(ErrorCode::kCancelled, "stopped on request");
    }
    return {};
  }

 private:
  Report report_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_BASE_PROGRESS_H_
