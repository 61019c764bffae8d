// The one table of operations.
#ifndef CLEARHEAD_CORE_SESSION_TABLE_H_
#define CLEARHEAD_CORE_SESSION_TABLE_H_

#include <string_view>
#include <vector>

#include "core/graph/operation.h"

namespace clearhead {

// All operations, in the order of the chapter.
const std::vector<const Operation*>& Operations();
// The operation of that name, or null.
const Operation* FindOperation(std::string_view name);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_SESSION_TABLE_H_
