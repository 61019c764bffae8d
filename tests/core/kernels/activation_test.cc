#include "core/kernels/activation.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "tests/support/close.h"
#include "tests/support/each_target.h"
#include "tests/support/guarded.h"

namespace clearhead::kernels {
namespace {

using test::Difference;
using test::EachTarget;
using test::Guarded;
using test::RandomValues;
using test::Sizes;

using Kind = ActivationKind;

struct Function {
  Kind kind;
  float alpha;
  double (*value)(double x);
};

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double Softplus(double x) {
  return std::fmax(x, 0) + std::log1p(std::exp(-std::abs(x)));
}

const std::vector<Function>& Functions() {
  static const std::vector<Function> functions = {
      {Kind::kRelu, 0, [](double x) { return std::fmax(x, 0); }},
      {Kind::kLeakyRelu, 0.25f, [](double x) { return x > 0 ? x : x / 4; }},
      {Kind::kElu, 1.5f,
       [](double x) { return x > 0 ? x : 1.5 * std::expm1(x); }},
      {Kind::kTanh, 1, [](double x) { return std::tanh(x); }},
      {Kind::kSigmoid, 1, Sigmoid},
      {Kind::kSilu, 1.75f, [](double x) { return x * Sigmoid(1.75 * x); }},
      {Kind::kGeluTanh, 1,
       [](double x) {
         return x * Sigmoid(std::sqrt(8 / M_PI) * (x + 0.044715 * x * x * x));
       }},
      {Kind::kGelu, 1,
       [](double x) { return x / 2 * std::erfc(-x / std::sqrt(2.0)); }},
      {Kind::kErf, std::sqrt(2.0f), [](double x) { return std::erf(x); }},
      {Kind::kSoftplus, 1, Softplus},
      {Kind::kMish, 1, [](double x) { return x * std::tanh(Softplus(x)); }}};
  return functions;
}

// Central differences of the reference; only relu and its kin have a corner.
double Slope(const Function& f, double x) {
  return (f.value(x + 1e-5) - f.value(x - 1e-5)) / 2e-5;
}

TEST_CASE("activations and their slopes at every size", "[activation]") {
  EachTarget([] {
    for (const Function& f : Functions()) {
      for (const size_t n : Sizes()) {
        INFO("kind " << static_cast<int>(f.kind) << ", n " << n);
        const double most = n % 2 == 0 ? 6 : 30;
        Guarded x(RandomValues(n, -most, most, 1), 1), out(n, 2);
        Guarded dout(RandomValues(n, -2, 2, 2), 3);
        Guarded dx(RandomValues(n, -1, 1, 3), 0);
        std::vector<double> values, slopes = dx.doubles();
        for (size_t i = 0; i < n; ++i) {
          values.push_back(f.value(x[i]));
          slopes[i] += dout[i] * Slope(f, x[i]);
        }
        Activate(f.kind, f.alpha, n, x.data(), nullptr, out.data());
        Activate(f.kind, f.alpha, n, x.data(), dout.data(), dx.data());
        CHECK(Difference(out.span(), values, {4e-7, 4e-7}) == "");
        CHECK(Difference(dx.span(), slopes, {2e-6, 1e-6}) == "");
        CHECK((out.Intact() && dx.Intact()));
        Activate(f.kind, f.alpha, n, x.data(), nullptr, x.data());
        CHECK(Difference(x.span(), values, {4e-7, 4e-7}) == "");
      }
    }
  });
}

TEST_CASE("activations far out, at 0 and at NaN", "[activation]") {
  EachTarget([] {
    for (const Function& f : Functions()) {
      INFO("kind " << static_cast<int>(f.kind));
      const float x[] = {-3e38f, -1e10f, -200, 0, 200, 1e10f, 3e38f, NAN};
      float out[8], dx[8] = {}, ones[8];
      for (float& one : ones) one = 1;
      Activate(f.kind, f.alpha, 8, x, nullptr, out);
      Activate(f.kind, f.alpha, 8, x, ones, dx);
      for (int i = 0; i < 7; ++i) {
        INFO("x " << x[i]);
        CHECK(test::Close(out[i], f.value(x[i]), {1e-6, 1e-6}));
        CHECK(std::isfinite(dx[i]));
      }
      CHECK(std::isnan(out[7]));
    }
  });
}

TEST_CASE("small arguments keep their digits", "[activation]") {
  EachTarget([] {
    for (const Function& f : Functions()) {
      // σ, softplus and erf of the sum form are exact to an absolute error.
      if (f.kind == Kind::kSigmoid || f.kind == Kind::kSoftplus ||
          f.kind == Kind::kErf) {
        continue;
      }
      INFO("kind " << static_cast<int>(f.kind));
      const float x[] = {-1e-3f, -1e-6f, -1e-20f, 1e-20f, 1e-6f, 1e-3f};
      float out[6];
      Activate(f.kind, f.alpha, 6, x, nullptr, out);
      for (int i = 0; i < 6; ++i) {
        CHECK(test::Close(out[i], f.value(x[i]), {0, 1e-6}));
      }
    }
  });
}

}  // namespace
}  // namespace clearhead::kernels
