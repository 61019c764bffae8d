// User errors are values: a Result holds what was asked for or an Error that
// says what was given, what is allowed and what to do.
#ifndef CLEARHEAD_CORE_BASE_STATUS_H_
#define CLEARHEAD_CORE_BASE_STATUS_H_

#include <string>
#include <tl/expected.hpp>
#include <utility>

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

template <typename T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;

inline tl::unexpected<Error> Fail(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message)});
}

}  // namespace clearhead

// Returns the error of `expression`, a Status or Result, to the caller.
#define CH_RETURN_IF_ERROR(expression)                                         \
  do {                                                                         \
    if (auto ch_status = (expression); !ch_status)                             \
      return tl::unexpected<::clearhead::Error>(std::move(ch_status).error()); \
  } while (false)

// Declares `target` with the value of the Result `expression`, or returns.
#define CH_CONCAT_INNER(a, b) a##b
#define CH_CONCAT(a, b) CH_CONCAT_INNER(a, b)
#define CH_ASSIGN_OR_RETURN(target, expression) \
  CH_ASSIGN_OR_RETURN_AS(CH_CONCAT(ch_result_, __LINE__), target, expression)
#define CH_ASSIGN_OR_RETURN_AS(result, target, expression)                \
  auto result = (expression);                                             \
  if (!result)                                                            \
    return tl::unexpected<::clearhead::Error>(std::move(result).error()); \
  target = *std::move(result)

#endif  // CLEARHEAD_CORE_BASE_STATUS_H_
