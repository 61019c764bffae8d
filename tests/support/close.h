// Comparison of floats with a double reference: |actual - expected| is at most
// absolute + relative * |expected|. NaN equals NaN, an infinity equals itself.
#ifndef CLEARHEAD_TESTS_SUPPORT_CLOSE_H_
#define CLEARHEAD_TESTS_SUPPORT_CLOSE_H_

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>

namespace clearhead::test {

struct Tolerance {
  double absolute = 1e-6;
  double relative = 1e-5;
};

inline bool Close(double actual, double expected, Tolerance tolerance = {}) {
  if (std::isnan(expected)) return std::isnan(actual);
  if (std::isinf(expected)) return actual == expected;
  return std::abs(actual - expected) <=
         tolerance.absolute + tolerance.relative * std::abs(expected);
}

// The first element that is not close, as text; empty when all are. Usage:
// CHECK(Difference(out, expected) == "");
inline std::string Difference(std::span<const float> actual,
                              std::span<const double> expected,
                              Tolerance tolerance = {}) {
  if (actual.size() != expected.size()) {
    return "sizes " + std::to_string(actual.size()) + " and " +
           std::to_string(expected.size());
  }
  for (size_t i = 0; i < actual.size(); ++i) {
    if (Close(actual[i], expected[i], tolerance)) continue;
    char text[120];
    std::snprintf(text, sizeof(text), "[%zu of %zu] is %.9g, expected %.17g", i,
                  actual.size(), static_cast<double>(actual[i]), expected[i]);
    return text;
  }
  return "";
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_CLOSE_H_
