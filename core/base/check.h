// Programmer errors: a broken invariant prints what was expected and stops.
// What a user can cause is never a check; it is a Result (status.h).
#ifndef CLEARHEAD_CORE_BASE_CHECK_H_
#define CLEARHEAD_CORE_BASE_CHECK_H_

namespace clearhead {

// Prints `what` and ends the program.
[[noreturn]] void CheckFailed(const char* what);

}  // namespace clearhead

// `message` is a string literal.
#define CH_CHECK(condition, message) \
  (static_cast<bool>(condition)      \
       ? static_cast<void>(0)        \
       : ::clearhead::CheckFailed("check failed: " #condition ": " message))

#endif  // CLEARHEAD_CORE_BASE_CHECK_H_
