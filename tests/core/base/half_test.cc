// float16 against the definition of its 65536 bit patterns.
#include "core/base/half.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

namespace clearhead {
namespace {

constexpr double kInfinity = HUGE_VAL;

// What IEEE 754-2008, section 3.4, says of a pattern.
double Meaning(int bits) {
  const double sign = bits >= 0x8000 ? -1 : 1;
  const int exponent = bits / 1024 % 32, fraction = bits % 1024;
  if (exponent == 31) return fraction == 0 ? sign * kInfinity : NAN;
  if (exponent == 0) return sign * std::ldexp(fraction / 1024.0, -14);
  return sign * std::ldexp(1 + fraction / 1024.0, exponent - 15);
}

TEST_CASE("every half is its number and comes back", "[half]") {
  int wrong = 0, numbers = 0;
  for (int bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    const double expected = Meaning(bits);
    const float number = FromHalf(half);
    if (std::isnan(expected)) {
      wrong += !std::isnan(number) || !std::isnan(RoundToHalf(number));
      continue;
    }
    ++numbers;
    wrong += number != expected ||
             std::signbit(number) != std::signbit(expected) ||
             ToHalf(number) != half;
  }
  CHECK(wrong == 0);
  CHECK(numbers == 65536 - 2 * 1023);
}

// Between two neighbours the nearer one is taken, in the middle the even one:
// what a float cannot tell from the middle, a double does.
TEST_CASE("numbers between two halves go to the nearest, ties to even",
          "[half]") {
  int wrong = 0;
  for (int bits = 0; bits < 0x7c00; ++bits) {
    const double low = Meaning(bits);
    // Beyond the largest half the next one would be 65536: infinity.
    const double high = bits + 1 == 0x7c00 ? 65536 : Meaning(bits + 1);
    const double middle = (low + high) / 2;
    const int even = bits % 2 == 0 ? bits : bits + 1;
    for (const int sign : {0, 0x8000}) {
      const double s = sign == 0 ? 1 : -1;
      wrong += ToHalf(s * middle) != (sign | even);
      wrong += ToHalf(s * std::nextafter(middle, 0)) != (sign | bits);
      wrong += ToHalf(s * std::nextafter(middle, high)) != (sign | (bits + 1));
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("what a half cannot hold", "[half]") {
  CHECK(RoundToHalf(65504) == 65504);
  CHECK(RoundToHalf(65519.999) == 65504);
  CHECK(RoundToHalf(65520) == kInfinity);
  CHECK(RoundToHalf(-1e9) == -kInfinity);
  CHECK(RoundToHalf(-kInfinity) == -kInfinity);
  CHECK(RoundToHalf(std::ldexp(1, -25)) == 0);
  CHECK(ToHalf(-std::ldexp(1, -26)) == 0x8000);
  CHECK(RoundToHalf(std::numeric_limits<double>::denorm_min()) == 0);
  CHECK(RoundToHalf(std::numeric_limits<double>::max()) == kInfinity);
  CHECK(std::isnan(RoundToHalf(NAN)));
  CHECK(RoundToHalf(0.1) == 0.0999755859375);
}

}  // namespace
}  // namespace clearhead
