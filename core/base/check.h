// Programmer errors: a broken invariant prints what was expected and stops.
// What a user can cause is never a check; it is a Result (status.h).
#ifndef CLEARHEAD_CORE_BASE_CHECK_H_
#define CLEARHEAD_CORE_BASE_CHECK_H_

#include <cstdio>
#include <cstdlib>

namespace clearhead {

[[noreturn]] inline void CheckFailed(const char* file, int line,
                                     const char* condition,
                                     const char* message) {
  std::fprintf(stderr, "%s:%d: check failed: %s: %s\n", file, line, condition,
               message);
  std::abort();
}

}  // namespace clearhead

#define CH_CHECK(condition, message) \
  (static_cast<bool>(condition)      \
       ? static_cast<void>(0)        \
       : ::clearhead::CheckFailed(__FILE__, __LINE__, #condition, message))

#endif  // CLEARHEAD_CORE_BASE_CHECK_H_
