// What a graph holds as dense tensors, for callers outside.
#ifndef CLEARHEAD_CORE_SESSION_DENSE_H_
#define CLEARHEAD_CORE_SESSION_DENSE_H_

#include "core/session/session.h"

namespace clearhead {

// The cells of `view` row by row.
Result<DenseTensor> DenseCopy(std::shared_ptr<Budget> budget,
                              const TensorView& view);
// The same without a copy where `taken`, the memory of the cells, is not empty.
Result<DenseTensor> DenseOf(std::shared_ptr<Budget> budget,
                            const TensorView& view, Buffer taken);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_SESSION_DENSE_H_
