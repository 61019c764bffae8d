// The processors that cut a distribution: of its likely tokens some remain.
#ifndef CLEARHEAD_CORE_DECODE_TRUNCATION_H_
#define CLEARHEAD_CORE_DECODE_TRUNCATION_H_

#include <cmath>

#include "core/decode/processors.h"

namespace clearhead {

inline constexpr double kRemoved = -HUGE_VAL;

using Scores = std::span<double>;  // [V]

// As ProcessorKind says of each.
void TopK(const Processor& processor, const Place& place, Scores scores);
void TopP(const Processor& processor, const Place& place, Scores scores);
void MinP(const Processor& processor, const Place& place, Scores scores);
void Typical(const Processor& processor, const Place& place, Scores scores);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_TRUNCATION_H_
