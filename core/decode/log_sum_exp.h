#ifndef CLEARHEAD_CORE_DECODE_LOG_SUM_EXP_H_
#define CLEARHEAD_CORE_DECODE_LOG_SUM_EXP_H_

#include <span>

namespace clearhead {

// log Σ exp(score), in double: log p of a token is its score less this. −∞
// where every score is.
double LogSumExp(std::span<const double> scores);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_LOG_SUM_EXP_H_
