// Turns pairs of features by their own angles: rotary positions.
#ifndef CLEARHEAD_CORE_KERNELS_ROTATE_H_
#define CLEARHEAD_CORE_KERNELS_ROTATE_H_

#include <cstddef>

namespace clearhead::kernels {

// Turns `pairs` pairs (a, b) of one row: a·cos − b·sin, b·cos + a·sin. Pair i
// is (i, pairs + i) of the row, or (2i, 2i + 1) where `interleaved`.
// `direction` multiplies the sines: −1 turns back. `out` may not overlap `x`.
void Rotate(size_t pairs, bool interleaved, float direction, const float* cos,
            const float* sin, const float* x, float* out);

}  // namespace clearhead::kernels

#endif  // CLEARHEAD_CORE_KERNELS_ROTATE_H_
