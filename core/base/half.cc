#include "core/base/half.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearhead {
namespace {

constexpr uint16_t kInfinity = 0x7c00, kNaN = 0x7e00;

// Of |x| in units of its last place, sign apart. Below 2^-14 the place stays
// where it is: subnormal. A fraction that rounds up to 2048 carries into the
// exponent, at the very top to infinity.
uint16_t Magnitude(double x) {
  if (std::isnan(x)) return kNaN;
  if (x >= 65536) return kInfinity;
  int exponent = 0;  // of the last power of two up to x, plus 14; 0…29
  while (exponent < 29 && x * 16384 >= static_cast<double>(2 << exponent)) {
    ++exponent;
  }
  const double units = x * 16777216.0 / static_cast<double>(1 << exponent);
  // Below 2^52 a double has no place for fractions left: the sum is rounded.
  constexpr double kWhole = 4503599627370496.0;
  const double rounded = (units + kWhole) - kWhole;
  return static_cast<uint16_t>((exponent << 10) + static_cast<int>(rounded));
}

}  // namespace

uint16_t ToHalf(double x) {
  const int sign = std::signbit(x) ? 0x8000 : 0;
  return static_cast<uint16_t>(sign | Magnitude(std::abs(x)));
}

float FromHalf(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  float x = 0;
  if (exponent == 31) {
    x = fraction == 0 ? HUGE_VALF : std::numeric_limits<float>::quiet_NaN();
  } else {
    const int units = exponent == 0 ? fraction : 1024 + fraction;
    x = static_cast<float>(units) * 0x1p-24F *
        static_cast<float>(1 << std::max(exponent - 1, 0));
  }
  return (bits & 0x8000) != 0 ? -x : x;
}

}  // namespace clearhead
