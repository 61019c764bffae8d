#include "core/decode/sample.h"

#include <cmath>

#include "core/base/math.h"
#include "core/decode/log_sum_exp.h"

namespace clearhead {

TokenDraw DrawFrom(std::span<const double> scores, Random* random) {
  TokenDraw draw{.uniform = random->Uniform(), .cumulative = {}, .token = -1};
  const double all = LogSumExp(scores);
  if (all == -HUGE_VAL) return draw;
  double sum = 0;
  for (const double score : scores) {
    sum += Exp(score - all);
    draw.cumulative.push_back(sum);
  }
  // The sum is 1 but for rounding; from here on it is 1, so that u is below it.
  for (double& part : draw.cumulative) part /= sum;
  do {
    ++draw.token;
  } while (draw.cumulative[draw.token] <= draw.uniform);
  return draw;
}

}  // namespace clearhead
