#include "core/kernels/elementwise.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
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

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr test::Tolerance kRounding = {1e-6, 4e-7};
const float kCap = 1.5f;
const float kFactor = -0.75f;

// A kernel of a, b and the old `out`, and the same for one element in double.
struct Case {
  const char* name;
  std::function<void(size_t, const float* a, const float* b, float* out)> run;
  std::function<double(double a, double b, double out)> reference;
};

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {"add", Add, [](double a, double b, double) { return a + b; }},
      {"subtract", Subtract, [](double a, double b, double) { return a - b; }},
      {"multiply", Multiply, [](double a, double b, double) { return a * b; }},
      {"scale",
       [](size_t n, const float* a, const float*, float* out) {
         Scale(n, kFactor, a, out);
       },
       [](double a, double, double) { return kFactor * a; }},
      {"multiply-add",
       [](size_t n, const float* a, const float*, float* out) {
         MultiplyAdd(n, kFactor, a, out);
       },
       [](double a, double, double out) { return out + kFactor * a; }},
      {"multiply-accumulate", MultiplyAccumulate,
       [](double a, double b, double out) { return out + a * b; }},
      {"accumulate",
       [](size_t n, const float* a, const float*, float* out) {
         Accumulate(n, a, out);
       },
       [](double a, double, double out) { return out + a; }},
      {"fill",
       [](size_t n, const float*, const float*, float* out) {
         Fill(n, kFactor, out);
       },
       [](double, double, double) { return kFactor; }},
      {"soft cap",
       [](size_t n, const float* a, const float*, float* out) {
         SoftCap(n, kCap, a, out);
       },
       [](double a, double, double) { return kCap * std::tanh(a / kCap); }},
      {"soft cap backward",
       [](size_t n, const float* a, const float* b, float* out) {
         SoftCapBackward(n, kCap, a, b, out);
       },
       [](double a, double b, double out) {
         return out + b * (1 - a / kCap * (a / kCap));
       }},
  };
  return cases;
}

std::vector<double> Expected(const Case& c, std::vector<double> a,
                             std::vector<double> b, std::vector<double> out) {
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = c.reference(a[i], b[i], out[i]);
  }
  return out;
}

TEST_CASE("elementwise kernels at every size and alignment", "[elementwise]") {
  EachTarget([] {
    for (const Case& c : Cases()) {
      for (const size_t n : Sizes()) {
        for (size_t misalign = 0; misalign < 4; ++misalign) {
          Guarded a(RandomValues(n, -3, 3, 1), misalign);
          Guarded b(RandomValues(n, -3, 3, 2), (misalign + 1) % 4);
          Guarded out(RandomValues(n, -3, 3, 3), (misalign + 2) % 4);
          const auto expected =
              Expected(c, a.doubles(), b.doubles(), out.doubles());
          c.run(n, a.data(), b.data(), out.data());
          INFO(c.name << ", n " << n << ", misaligned by " << misalign);
          CHECK(Difference(out.span(), expected, kRounding) == "");
          CHECK(out.Intact());
        }
      }
    }
  });
}

TEST_CASE("the output may be an input", "[elementwise]") {
  EachTarget([] {
    for (const Case& c : Cases()) {
      for (const size_t n : {1, 5, 16, 35}) {
        INFO(c.name << ", n " << n);
        const auto a = RandomValues(n, -3, 3, 1);
        const auto b = RandomValues(n, -3, 3, 2);
        Guarded first(a, 1), other(b, 2);
        c.run(n, first.data(), other.data(), first.data());
        CHECK(Difference(first.span(), Expected(c, a, b, a), kRounding) == "");
        Guarded another(a, 1), second(b, 2);
        c.run(n, another.data(), second.data(), second.data());
        CHECK(Difference(second.span(), Expected(c, a, b, b), kRounding) == "");
      }
    }
  });
}

TEST_CASE("special values follow IEEE arithmetic", "[elementwise]") {
  EachTarget([] {
    const float a[] = {kNaN, kInfinity, -kInfinity, 1e-40f, 0.0f};
    const float b[] = {1, -kInfinity, 1, 1e-40f, kInfinity};
    std::vector<float> out(5);
    Add(5, a, b, out.data());
    const double nan = kNaN;
    CHECK(Difference(
              out,
              std::vector<double>{nan, nan, -kInfinity, 2.0 * a[3], kInfinity},
              {0, 1e-6}) == "");
    Multiply(5, a, b, out.data());
    CHECK(Difference(out,
                     std::vector<double>{nan, -kInfinity, -kInfinity, 0, nan},
                     {0, 0}) == "");
    SoftCap(5, 2.0f, a, out.data());
    CHECK(Difference(out, std::vector<double>{nan, 2, -2, a[3], 0},
                     {1e-44, 1e-6}) == "");
  });
}

TEST_CASE("a gradient adds to what is there", "[elementwise]") {
  EachTarget([] {
    const float out = 0.6f, dout = 2;
    float da = 0;
    SoftCapBackward(1, kCap, &out, &dout, &da);
    const float once = da;
    SoftCapBackward(1, kCap, &out, &dout, &da);
    CHECK(da == Approx(2 * once));
  });
}

TEST_CASE("a gradient of 0 passes nothing through the soft cap",
          "[elementwise]") {
  EachTarget([] {
    for (const size_t n : Sizes()) {
      const std::vector<float> out(n, std::nanf("")), dout(n, -0.0f);
      std::vector<float> da(n, 3);
      SoftCapBackward(n, kCap, out.data(), dout.data(), da.data());
      CHECK(Difference(da, std::vector<double>(n, 3), {0, 0}) == "");
    }
  });
}

// Visible cells are any value but 0.
std::vector<uint8_t> RandomMask(size_t n) {
  Random random(5);
  std::vector<uint8_t> visible(n);
  for (uint8_t& cell : visible) {
    cell = random.Integer(2) == 0 ? 0 : 1 + random.Integer(255);
  }
  return visible;
}

TEST_CASE("masks hide what was there, NaN included", "[elementwise]") {
  EachTarget([] {
    for (const size_t n : Sizes()) {
      for (size_t misalign = 0; misalign < 4; ++misalign) {
        INFO("n " << n << ", misaligned by " << misalign);
        const auto visible = RandomMask(n);
        Guarded a(RandomValues(n, -3, 3, 1), misalign);
        Guarded out(n, (misalign + 1) % 4);
        Guarded da(RandomValues(n, -3, 3, 2), (misalign + 2) % 4);
        const float factor = misalign == 0 ? 1 : 1.25f;
        std::vector<double> filled(n), gradient = da.doubles();
        for (size_t i = 0; i < n; ++i) {
          if (visible[i] == 0) a[i] = i % 2 == 0 ? kNaN : kInfinity;
          filled[i] = visible[i] != 0 ? a[i] : -kInfinity;
          if (visible[i] != 0) gradient[i] += factor * double{a[i]};
        }
        MaskFill(n, visible.data(), a.data(), -kInfinity, out.data());
        CHECK(Difference(out.span(), filled, {0, 0}) == "");
        CHECK(out.Intact());
        MaskAccumulate(n, visible.data(), factor, a.data(), da.data());
        CHECK(Difference(da.span(), gradient, kRounding) == "");
        CHECK(da.Intact());
        MaskFill(n, visible.data(), a.data(), -kInfinity, a.data());
        CHECK(Difference(a.span(), filled, {0, 0}) == "");
      }
    }
  });
}

}  // namespace
}  // namespace clearhead::kernels
