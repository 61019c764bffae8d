#ifndef CLEARHEAD_CORE_DECODE_GREEDY_H_
#define CLEARHEAD_CORE_DECODE_GREEDY_H_

#include <cstdint>
#include <span>

namespace clearhead {

// The token of the highest score, of equal ones the lowest id; −1 where all
// are removed (−∞).
int32_t MostLikely(std::span<const double> scores);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_GREEDY_H_
