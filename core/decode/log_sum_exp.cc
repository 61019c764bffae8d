#include "core/decode/log_sum_exp.h"

#include <algorithm>
#include <cmath>

#include "core/base/math.h"

namespace clearhead {

double LogSumExp(std::span<const double> scores) {
  double most = -HUGE_VAL;
  for (const double score : scores) most = std::max(most, score);
  if (most == -HUGE_VAL) return most;
  double sum = 0;
  for (const double score : scores) sum += Exp(score - most);
  return most + Log(sum);
}

}  // namespace clearhead
