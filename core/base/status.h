// User errors are values: a Result holds what was asked for or an Error that
// says what was given, what is allowed and what to do.
#ifndef CLEARHEAD_CORE_BASE_STATUS_H_
#define CLEARHEAD_CORE_BASE_STATUS_H_

#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/base/text.h"

namespace clearhead {

enum class ErrorCode {
  kArgument,   // a value of the wrong kind
  kShape,      // tensors whose shapes do not fit together
  kRange,      // a number outside its range
  kUnknown,    // a name that does not exist
  kMemory,     // more than the budget allows
  kCancelled,  // stopped on request
};

struct Error {
  ErrorCode code = ErrorCode::kArgument;
  std::string message;
};

// Done, or an error. One pointer, so that every step may hand it on at little
// cost; what an error costs is paid where it happens, in status.cc.
class [[nodiscard]] Status {
 public:
  Status() = default;
  explicit Status(Error error);
  Status(const Status& other);
  Status(Status&& other) noexcept
      : error_(std::exchange(other.error_, nullptr)) {}
  Status& operator=(Status other) noexcept {
    std::swap(error_, other.error_);
    return *this;
  }
  ~Status() {
    if (error_ != nullptr) Clear();
  }

  bool has_value() const { return error_ == nullptr; }
  explicit operator bool() const { return has_value(); }
  const Error& error() const { return *error_; }

 private:
  void Clear();

  Error* error_ = nullptr;
};

// A value, or an error beside an empty value.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T&& value) : value_(std::move(value)) {}      // NOLINT: converts
  Result(const T& value) : value_(value) {}            // NOLINT: converts
  Result(Status error) : status_(std::move(error)) {}  // NOLINT: converts

  bool has_value() const { return status_.has_value(); }
  explicit operator bool() const { return has_value(); }
  const Error& error() const { return status_.error(); }
  const Status& status() const { return status_; }

  const T& value() const { return value_; }
  T& operator*() & { return value_; }
  const T& operator*() const& { return value_; }
  T&& operator*() && { return std::move(value_); }
  T* operator->() { return &value_; }
  const T* operator->() const { return &value_; }

 private:
  Status status_;
  T value_{};
};

Status Fail(ErrorCode code, std::string message);
Status FailWith(ErrorCode code, const char* form, const Piece* pieces);

// `form` with every % replaced by the next piece (text.h).
template <typename... Pieces>
[[gnu::always_inline]] inline Status Fail(ErrorCode code,
                                          Form<sizeof...(Pieces)> form,
                                          const Pieces&... pieces) {
  const Piece list[] = {pieces..., Piece()};
  return FailWith(code, form.text, list);
}

}  // namespace clearhead

// Returns the error of `expression`, a Status, to the caller.
#define CH_RETURN_IF_ERROR(expression)                            \
  do {                                                            \
    if (::clearhead::Status ch_status = (expression); !ch_status) \
      return ch_status;                                           \
  } while (false)

// Declares `target` with the value of the Result `expression`, or returns.
#define CH_CONCAT_INNER(a, b) a##b
#define CH_CONCAT(a, b) CH_CONCAT_INNER(a, b)
#define CH_ASSIGN_OR_RETURN(target, expression) \
  CH_ASSIGN_OR_RETURN_AS(CH_CONCAT(ch_result_, __LINE__), target, expression)
#define CH_ASSIGN_OR_RETURN_AS(result, target, expression) \
  auto result = (expression);                              \
  if (!result) return result.status();                     \
  target = *std::move(result)

#endif  // CLEARHEAD_CORE_BASE_STATUS_H_
