#include "core/base/status.h"

namespace clearhead {

Status::Status(Error error) : error_(new Error(std::move(error))) {}

Status::Status(const Status& other) {
  if (other.error_ != nullptr) error_ = new Error(*other.error_);
}

void Status::Clear() { delete error_; }

Status Fail(ErrorCode code, std::string message) {
  return Status({code, std::move(message)});
}

Status FailWith(ErrorCode code, const char* form, const Piece* pieces) {
  return Fail(code, TextWith(form, pieces));
}

}  // namespace clearhead
