#include "core/decode/sample.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/decode/greedy.h"
#include "core/decode/log_sum_exp.h"

namespace clearhead {
namespace {

TEST_CASE("log-sum-exp stays finite where exponentials do not", "[decode]") {
  CHECK(LogSumExp(std::vector<double>{1e4, 1e4}) ==
        Approx(1e4 + std::log(2.0)).epsilon(1e-15));
  CHECK(LogSumExp(std::vector<double>{-1e4, -HUGE_VAL}) == -1e4);
  CHECK(LogSumExp(std::vector<double>{-HUGE_VAL}) == -HUGE_VAL);
}

TEST_CASE("the likeliest token, and of equal ones the lowest", "[decode]") {
  CHECK(MostLikely(std::vector<double>{1, 3, 2, 3}) == 1);
  CHECK(MostLikely(std::vector<double>{-HUGE_VAL, -5}) == 1);
  CHECK(MostLikely(std::vector<double>{-HUGE_VAL, -HUGE_VAL}) == -1);
}

TEST_CASE("a draw can be checked by hand", "[decode]") {
  Random random(5), same(5);
  const std::vector<double> scores = {std::log(0.25), -HUGE_VAL,
                                      std::log(0.75)};
  for (int i = 0; i < 50; ++i) {
    const TokenDraw draw = DrawFrom(scores, &random);
    CHECK(draw.uniform == same.Uniform());
    CHECK(draw.cumulative[0] == Approx(0.25).epsilon(1e-14));
    CHECK(draw.cumulative[1] == draw.cumulative[0]);
    CHECK(draw.cumulative[2] == 1);
    CHECK(draw.token == (draw.uniform < draw.cumulative[0] ? 0 : 2));
  }
  CHECK(DrawFrom(std::vector<double>{-HUGE_VAL}, &random).token == -1);
}

TEST_CASE("tokens are drawn as often as they are likely", "[decode]") {
  const std::vector<double> p = {0.4, 0.05, 0.3, 0.05, 0.2};
  std::vector<double> scores;
  for (const double value : p) scores.push_back(std::log(value) + 7);
  for (const uint64_t seed : {1, 2, 3}) {
    Random random(seed);
    const int draws = 20000;
    std::vector<int> counts(p.size());
    for (int i = 0; i < draws; ++i) ++counts[DrawFrom(scores, &random).token];
    double chi_squared = 0;
    for (size_t v = 0; v < p.size(); ++v) {
      const double expected = draws * p[v];
      chi_squared += std::pow(counts[v] - expected, 2) / expected;
    }
    // Of 4 degrees of freedom above 18.5 in one of a thousand.
    CHECK(chi_squared < 18.5);
  }
}

}  // namespace
}  // namespace clearhead
