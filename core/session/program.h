// What applying one operation of the table to named tensors takes, whether it
// stands alone or is a step of a program.
#ifndef CLEARHEAD_CORE_SESSION_PROGRAM_H_
#define CLEARHEAD_CORE_SESSION_PROGRAM_H_

#include <string>
#include <vector>

#include "core/session/session.h"

namespace clearhead {

// The operation of that name; the error names those that there are.
Result<const Operation*> OperationNamed(const std::string& name);

// The number of the input of that name.
Result<int> SlotNamed(const Schema& schema, const std::string& name);

// The given cells as a dense tensor. The extent counts also where they are
// none: beside a size of 0 the others still stand in strides and in outputs.
Result<TensorView> DenseView(const std::string& name, TensorView view);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_SESSION_PROGRAM_H_
