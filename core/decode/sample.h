#ifndef CLEARHEAD_CORE_DECODE_SAMPLE_H_
#define CLEARHEAD_CORE_DECODE_SAMPLE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.h"

namespace clearhead {

// A token drawn so that anybody can check it: u falls into the token's part of
// [0, 1), cumulative[token − 1] ≤ u < cumulative[token].
struct TokenDraw {
  double uniform = 0;              // u
  std::vector<double> cumulative;  // [V], Σ p of the tokens up to each
  int32_t token = -1;
};

// Draws from p = softmax(scores). Takes one number of `random`. The token is −1
// where all are removed (−∞).
TokenDraw DrawFrom(std::span<const double> scores, Random* random);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_SAMPLE_H_
