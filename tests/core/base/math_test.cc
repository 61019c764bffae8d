// Our own functions against the long double ones of the platform.
#include "core/base/math.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/random.h"

namespace clearhead {
namespace {

constexpr double kInfinity = HUGE_VAL;
constexpr double kDenormal = std::numeric_limits<double>::denorm_min();

// Emscripten's C library computes several long double functions in double:
// there the reference itself may be a unit in the last place off.
#ifdef __EMSCRIPTEN__
constexpr double kReferenceError = std::numeric_limits<double>::epsilon();
#else
constexpr double kReferenceError = 0;
#endif

// The bound of math.h times the condition |x·f'(x)/f(x)| of the argument, and
// half the distance of denormal results.
template <typename Function, typename Reference, typename Condition>
void Check(const std::vector<double>& arguments, const Function& f,
           const Reference& reference, const Condition& condition) {
  for (const double x : arguments) {
    const long double exact = reference(static_cast<long double>(x));
    const double error =
        static_cast<double>(std::abs(static_cast<long double>(f(x)) - exact));
    const double bound =
        (4e-16 * std::max(1.0, condition(x)) + kReferenceError) *
        static_cast<double>(std::abs(exact));
    if (error > bound + kDenormal) {
      FAIL("f(" << x << ") is " << f(x) << ", exact "
                << static_cast<double>(exact) << ", error " << error
                << ", bound " << bound);
    }
  }
}

std::vector<double> Spread(double least, double most) {
  Random random(3);
  std::vector<double> points = {least, most};
  for (int i = 0; i < 20000; ++i) {
    points.push_back(least + (most - least) * random.Uniform());
  }
  return points;
}

// ±2^e for every exponent that a double has in [least, most].
std::vector<double> Powers(int least, int most) {
  std::vector<double> points;
  for (int e = least; e <= most; ++e) {
    for (const double m : {1.0, 1.25, 1.9999999999999998}) {
      points.push_back(std::ldexp(m, e));
    }
  }
  return points;
}

TEST_CASE("Exp", "[math]") {
  const auto exact = [](long double x) { return std::exp(x); };
  const auto condition = [](double x) { return std::abs(x); };
  for (const auto& [least, most] :
       {std::pair{-1.0, 1.0}, {-50.0, 50.0}, {-708.0, 709.78}}) {
    Check(Spread(least, most), Exp, exact, condition);
  }
  // Denormal results.
  Check(Spread(-745.1, -708.0), Exp, exact, condition);
  for (const double x : Powers(-1074, -40)) {
    CHECK(Exp(x) == Approx(1).epsilon(1e-9));
  }
  CHECK(Exp(0) == 1);
  CHECK(Exp(-0.0) == 1);
  CHECK(Exp(709.78) < kInfinity);
  CHECK(Exp(709.8) == kInfinity);
  CHECK(Exp(kInfinity) == kInfinity);
  CHECK(Exp(-745.3) == 0);
  CHECK(Exp(-kInfinity) == 0);
  CHECK(std::isnan(Exp(NAN)));
}

TEST_CASE("Log", "[math]") {
  const auto exact = [](long double x) { return std::log(x); };
  const auto condition = [](double x) { return 1 / std::abs(std::log(x)); };
  Check(Powers(-1074, 1023), Log, exact, condition);
  Check(Spread(0.5, 2), Log, exact, condition);
  CHECK(Log(1) == 0);
  CHECK(Log(0) == -kInfinity);
  CHECK(Log(-0.0) == -kInfinity);
  CHECK(Log(kInfinity) == kInfinity);
  CHECK(std::isnan(Log(-1)));
  CHECK(std::isnan(Log(NAN)));
}

TEST_CASE("Pow", "[math]") {
  for (const double base : {1e-3, 0.5, 1.0, 2.0, 10.0, 10000.0, 1e12}) {
    Check(
        Spread(-20, 20), [base](double x) { return Pow(base, x); },
        [base](long double x) {
          return std::pow(static_cast<long double>(base), x);
        },
        [base](double x) { return 2 * std::abs(x * std::log(base)); });
  }
  for (const double base : {0.0, 0.5, 1.0, 10.0, kInfinity}) {
    CHECK(Pow(base, 0) == 1);
  }
  CHECK(Pow(0, 2) == 0);
  CHECK(Pow(0, -2) == kInfinity);
  CHECK(std::isnan(Pow(-1, 2)));
}

TEST_CASE("Sin and Cos", "[math]") {
  constexpr double kLargest = 4194304;  // 2^22
  for (const double most : {0.8, 7.0, 1000.0, kLargest}) {
    const std::vector<double> points = Spread(-most, most);
    // Near a zero the rounding of the argument's remainder is absolute.
    for (const double x : points) {
      const long double exact = x;
      if (std::abs(Sin(x) - static_cast<double>(std::sin(exact))) > 3e-16) {
        FAIL("Sin(" << x << ")");
      }
      if (std::abs(Cos(x) - static_cast<double>(std::cos(exact))) > 3e-16) {
        FAIL("Cos(" << x << ")");
      }
    }
  }
  CHECK(Sin(kDenormal) == kDenormal);
  CHECK(Sin(0) == 0);
  CHECK(std::signbit(Sin(-0.0)));
  CHECK(Cos(0) == 1);
  CHECK(Cos(kDenormal) == 1);
}

TEST_CASE("Tanh", "[math]") {
  const auto exact = [](long double x) { return std::tanh(x); };
  const auto condition = [](double) { return 1.0; };
  for (const double most : {0.5, 1.0, 21.9, 30.0}) {
    Check(Spread(-most, most), Tanh, exact, condition);
  }
  Check(Powers(-1022, 4), Tanh, exact, condition);
  CHECK(Tanh(0) == 0);
  CHECK(std::signbit(Tanh(-0.0)));
  CHECK(Tanh(kInfinity) == 1);
  CHECK(Tanh(-kInfinity) == -1);
  CHECK(std::isnan(Tanh(NAN)));
}

// Its series has up to 150 terms, so a few more roundings.
TEST_CASE("Erf", "[math]") {
  const auto exact = [](long double x) { return std::erf(x); };
  const auto condition = [](double) { return 8.0; };
  for (const double most : {0.5, 2.0, 6.0, 30.0}) {
    Check(Spread(-most, most), Erf, exact, condition);
  }
  Check(Powers(-1000, 4), Erf, exact, condition);
  CHECK(Erf(0) == 0);
  CHECK(Erf(kInfinity) == 1);
  CHECK(Erf(-kInfinity) == -1);
  CHECK(std::isnan(Erf(NAN)));
}

}  // namespace
}  // namespace clearhead
