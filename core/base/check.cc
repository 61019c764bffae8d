#include "core/base/check.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace clearhead {

// write, not stdio: the message must come out of the smallest program too.
void CheckFailed(const char* what) {
  for (const std::string_view part :
       {std::string_view(what), std::string_view("\n")}) {
    if (write(STDERR_FILENO, part.data(), part.size()) < 0) break;
  }
  std::abort();
}

}  // namespace clearhead
