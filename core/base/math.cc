#include "core/base/math.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace clearhead {
namespace {

// ln 2 and π/2 in parts whose leading bits are few, so that k times the first
// parts is exact (Cody and Waite 1980, "Software Manual for the Elementary
// Functions").
constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kHalfPi[] = {0x1.921fb54400000p+0, 0x1.0b4611a600000p-34,
                              0x1.3198a2e037073p-69};

// kInverse[n] = 1/n: a product instead of a division in every series.
constexpr double kInverse[] = {
    0,        1.0 / 1,  1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,
    1.0 / 7,  1.0 / 8,  1.0 / 9,  1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13,
    1.0 / 14, 1.0 / 15, 1.0 / 16, 1.0 / 17, 1.0 / 18, 1.0 / 19, 1.0 / 20,
    1.0 / 21, 1.0 / 22, 1.0 / 23, 1.0 / 24};

// 2^k for −1074 ≤ k ≤ 1023.
double PowerOfTwo(int k) {
  const bool denormal = k < -1022;
  const uint64_t bits = denormal ? uint64_t{1} << (k + 1074)
                                 : static_cast<uint64_t>(k + 1023) << 52;
  double power;
  std::memcpy(&power, &bits, sizeof(power));
  return power;
}

// Σ (−1)^i r^(2i + first) / (2i + first)!, |r| ≤ π/4.
double AlternatingSeries(double r, int first) {
  double sum = 1;
  for (int n = 20 + first; n > first; n -= 2) {
    sum = 1 - sum * (r * r) * (kInverse[n] * kInverse[n - 1]);
  }
  return first == 0 ? sum : r * sum;
}

// sin(x + quarter turns).
double SinTurned(double x, int quarters) {
  const double k = std::floor(x / kHalfPi[0] + 0.5);
  double r = x;
  for (const double part : kHalfPi) r -= k * part;
  const int quadrant = (static_cast<int>(k) + quarters) & 3;
  const double value = AlternatingSeries(r, 1 - (quadrant & 1));
  return quadrant >= 2 ? -value : value;
}

}  // namespace

double Exp(double x) {
  if (!(x < 709.8)) return x > 0 ? HUGE_VAL : x;
  if (x < -745.2) return 0;
  // e^x = 2^k e^r, |r| ≤ ln 2 / 2.
  const double k = std::floor(x / kLn2High + 0.5);
  const double r = (x - k * kLn2High) - k * kLn2Low;
  double sum = 1;
  for (int n = 14; n > 0; --n) sum = 1 + sum * r * kInverse[n];
  // In two steps: 2^k alone may be infinite or round to 0.
  const int half = static_cast<int>(k) / 2;
  return sum * PowerOfTwo(half) * PowerOfTwo(static_cast<int>(k) - half);
}

double Log(double x) {
  if (std::isnan(x) || x < 0) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0) return -HUGE_VAL;
  if (std::isinf(x)) return x;
  int k = 0;
  double m = x;
  if (m < 0x1p-1022) {
    m *= 0x1p54;
    k = -54;
  }
  uint64_t bits;
  std::memcpy(&bits, &m, sizeof(bits));
  k += static_cast<int>(bits >> 52) - 1023;
  bits = (bits & 0xFFFFFFFFFFFFFu) | uint64_t{1023} << 52;
  std::memcpy(&m, &bits, sizeof(m));
  // x = 2^k m with m from √½ to √2; ln m = 2 artanh s, s = (m − 1)/(m + 1).
  if (m > 0x1.6a09e667f3bcdp+0) {
    m /= 2;
    ++k;
  }
  const double f = m - 1;
  const double s = f / (m + 1);
  double sum = 0;
  for (int n = 23; n > 1; n -= 2) sum = (sum + kInverse[n]) * (s * s);
  // ln m = 2s + 2s·sum = f − s·(f − 2·sum), exact to the last place near 1.
  return k * kLn2High + ((f - s * (f - 2 * sum)) + k * kLn2Low);
}

double Pow(double base, double exponent) {
  return exponent == 0 ? 1 : Exp(exponent * Log(base));
}

double Sin(double x) { return SinTurned(x, 0); }
double Cos(double x) { return SinTurned(x, 1); }

double Tanh(double x) {
  if (std::abs(x) > 22) return x < 0 ? -1 : 1;
  // Near 0 the difference e^2x − 1 would lose digits: continued fraction.
  if (std::abs(x) < 0.5) {
    double fraction = 0;
    for (int n = 21; n > 1; n -= 2) fraction = x * x / (n + fraction);
    return x / (1 + fraction);
  }
  const double e = Exp(2 * x);
  return (e - 1) / (e + 1);
}

double Erf(double x) {
  if (std::abs(x) > 6) return x < 0 ? -1 : 1;
  // 2x/√π·e^(−x²)·Σ (2x²)^n / (1·3·5 … (2n + 1)): nothing cancels.
  double term = 1.1283791670955126 * x * Exp(-x * x), sum = term;
  for (int n = 3; n < 300; n += 2) sum += term *= 2 * x * x / n;
  return sum;
}

}  // namespace clearhead
