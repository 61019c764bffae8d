// Dense copies of what a graph holds, for callers outside.
#ifndef CLEARHEAD_CORE_SESSION_DENSE_H_
#define CLEARHEAD_CORE_SESSION_DENSE_H_

#include "core/session/session.h"

namespace clearhead {

// The cells of `view` row by row.
Result<DenseTensor> DenseCopy(std::shared_ptr<Budget> budget,
                              const TensorView& view);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_SESSION_DENSE_H_
