// The shared helpers are inlined into kernels, so this test is itself compiled
// once per target.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "tests/support/close.h"
#include "tests/support/each_target.h"
#include "tests/support/guarded.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/core/kernels/vec_test.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "core/kernels/vec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {
namespace {

size_t VecLanes() { return hn::Lanes(Floats()); }

void VecExp(size_t n, const float* a, float* out) {
  const Floats d;
  Map(
      n, 0.0f, out, [d](auto x) HWY_ATTR { return FastExp(d, x); }, a);
}

void VecTanh(size_t n, const float* a, float* out) {
  const Floats d;
  Map(
      n, 0.0f, out, [d](auto x) HWY_ATTR { return FastTanh(d, x); }, a);
}

// The whole vector that LoadPartial gives.
void VecLoad(size_t n, const float* a, float rest, float* lanes) {
  const Floats d;
  hn::StoreU(LoadPartial(d, a, n, rest), d, lanes);
}

void VecStore(size_t n, const float* lanes, float* out) {
  const Floats d;
  StorePartial(hn::LoadU(d, lanes), d, out, n);
}

void VecTotals(const float* lanes, float* sum, float* max) {
  const Floats d;
  *sum = LaneSum(d, hn::LoadU(d, lanes));
  *max = LaneMax(d, hn::LoadU(d, lanes));
}

}  // namespace
}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clearhead::kernels {

HWY_EXPORT(VecLanes);
HWY_EXPORT(VecExp);
HWY_EXPORT(VecTanh);
HWY_EXPORT(VecLoad);
HWY_EXPORT(VecStore);
HWY_EXPORT(VecTotals);

namespace {

using test::EachTarget;
using test::Guarded;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Every `step`-th float from `low` to `high`, both negative or both positive.
std::vector<float> FloatsBetween(float low, float high, int step) {
  std::vector<float> values;
  for (float x = low; std::abs(x) <= std::abs(high);) {
    values.push_back(x);
    uint32_t bits;
    std::memcpy(&bits, &x, sizeof(bits));
    bits += step;
    std::memcpy(&x, &bits, sizeof(x));
  }
  return values;
}

template <class Reference>
double WorstRelativeError(const std::vector<float>& x,
                          const std::vector<float>& actual,
                          const Reference& reference) {
  double worst = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double expected = reference(static_cast<double>(x[i]));
    // Not std::max, which would let NaN pass.
    const double error = std::abs(actual[i] / expected - 1);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

TEST_CASE("fast exp is within 2e-7 from the underflow to 88", "[vec]") {
  EachTarget([] {
    for (const auto& x : {FloatsBetween(-1e-30f, -87.33f, 997),
                          FloatsBetween(1e-30f, 88.0f, 997)}) {
      std::vector<float> out(x.size());
      HWY_DYNAMIC_DISPATCH(VecExp)(x.size(), x.data(), out.data());
      const auto exp = [](double v) { return std::exp(v); };
      CHECK(WorstRelativeError(x, out, exp) <= 2e-7);
    }
  });
}

TEST_CASE("fast exp at its limits", "[vec]") {
  const std::vector<float> x = {0.0f,    -0.0f,    1e-40f,    -1e-40f,
                                -87.34f, -88.0f,   -104.0f,   -1000.0f,
                                -1e30f,  -3.4e38f, -kInfinity};
  EachTarget([&] {
    std::vector<float> out(x.size(), kNaN);
    HWY_DYNAMIC_DISPATCH(VecExp)(x.size(), x.data(), out.data());
    for (size_t i = 0; i < x.size(); ++i) {
      INFO("exp(" << x[i] << ")");
      CHECK(out[i] == (i < 4 ? 1.0f : 0.0f));
    }
    float nan = 0;
    HWY_DYNAMIC_DISPATCH(VecExp)(1, &kNaN, &nan);
    CHECK(std::isnan(nan));
  });
}

TEST_CASE("fast tanh is within 4e-7", "[vec]") {
  EachTarget([] {
    for (const auto& x : {FloatsBetween(-1e-30f, -30.0f, 997),
                          FloatsBetween(1e-30f, 30.0f, 997)}) {
      std::vector<float> out(x.size());
      HWY_DYNAMIC_DISPATCH(VecTanh)(x.size(), x.data(), out.data());
      const auto tanh = [](double v) { return std::tanh(v); };
      CHECK(WorstRelativeError(x, out, tanh) <= 4e-7);
    }
    const float special[] = {0.0f, kInfinity, -kInfinity, 1e30f, kNaN};
    float out[5];
    HWY_DYNAMIC_DISPATCH(VecTanh)(5, special, out);
    CHECK(out[0] == 0);
    CHECK(out[1] == 1);
    CHECK(out[2] == -1);
    CHECK(out[3] == 1);
    CHECK(std::isnan(out[4]));
  });
}

TEST_CASE("partial loads and stores touch only their floats", "[vec]") {
  EachTarget([] {
    const size_t lanes = HWY_DYNAMIC_DISPATCH(VecLanes)();
    for (size_t n = 1; n < lanes; ++n) {
      for (size_t misalign = 0; misalign < 4; ++misalign) {
        Guarded a(test::RandomValues(n, -1, 1), misalign);
        std::vector<float> vector(lanes, kNaN);
        HWY_DYNAMIC_DISPATCH(VecLoad)(n, a.data(), 7.5f, vector.data());
        for (size_t i = 0; i < lanes; ++i) {
          CHECK(vector[i] == (i < n ? a[i] : 7.5f));
        }
        Guarded out(n, misalign);
        HWY_DYNAMIC_DISPATCH(VecStore)(n, vector.data(), out.data());
        for (size_t i = 0; i < n; ++i) CHECK(out[i] == a[i]);
        CHECK(out.Intact());
      }
    }
  });
}

TEST_CASE("lane sum and lane maximum see every lane", "[vec]") {
  EachTarget([] {
    const size_t lanes = HWY_DYNAMIC_DISPATCH(VecLanes)();
    for (size_t i = 0; i < lanes; ++i) {
      std::vector<float> vector(lanes, -1.0f);
      vector[i] = 3;
      float sum = 0, max = 0;
      HWY_DYNAMIC_DISPATCH(VecTotals)(vector.data(), &sum, &max);
      CHECK(sum == 4.0f - static_cast<float>(lanes));
      CHECK(max == 3.0f);
    }
  });
}

}  // namespace
}  // namespace clearhead::kernels
#endif  // HWY_ONCE
