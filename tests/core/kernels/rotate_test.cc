#include "core/kernels/rotate.h"

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

// (a + ib)·(cos + i·direction·sin) of every pair.
std::vector<double> Expected(bool interleaved, double direction,
                             const std::vector<double>& cos,
                             const std::vector<double>& sin,
                             const std::vector<double>& x) {
  std::vector<double> out(x.size());
  for (size_t i = 0; i < cos.size(); ++i) {
    const size_t a = interleaved ? 2 * i : i;
    const size_t b = interleaved ? 2 * i + 1 : i + cos.size();
    out[a] = x[a] * cos[i] - x[b] * direction * sin[i];
    out[b] = x[b] * cos[i] + x[a] * direction * sin[i];
  }
  return out;
}

TEST_CASE("pairs turn at every size and alignment", "[rotate]") {
  EachTarget([] {
    for (const bool interleaved : {false, true}) {
      for (const float direction : {1.0f, -1.0f}) {
        for (const size_t n : Sizes()) {
          for (size_t misalign = 0; misalign < 4; ++misalign) {
            Guarded cos(RandomValues(n, -1, 1, 1), misalign);
            Guarded sin(RandomValues(n, -1, 1, 2), (misalign + 1) % 4);
            Guarded x(RandomValues(2 * n, -3, 3, 3), (misalign + 2) % 4);
            Guarded out(2 * n, (misalign + 3) % 4);
            Rotate(n, interleaved, direction, cos.data(), sin.data(), x.data(),
                   out.data());
            INFO((interleaved ? "interleaved" : "half")
                 << ", n " << n << ", misaligned by " << misalign);
            CHECK(Difference(out.span(),
                             Expected(interleaved, direction, cos.doubles(),
                                      sin.doubles(), x.doubles()),
                             {1e-6, 1e-6}) == "");
            CHECK(out.Intact());
          }
        }
      }
    }
  });
}

TEST_CASE("turning back gives what was turned", "[rotate]") {
  EachTarget([] {
    const size_t n = 21;
    std::vector<float> cos, sin;
    for (size_t i = 0; i < n; ++i) {
      cos.push_back(static_cast<float>(std::cos(0.3 * static_cast<double>(i))));
      sin.push_back(static_cast<float>(std::sin(0.3 * static_cast<double>(i))));
    }
    const std::vector<double> x = RandomValues(2 * n, -3, 3);
    for (const bool interleaved : {false, true}) {
      Guarded given(x, 0), turned(2 * n, 1), back(2 * n, 2);
      Rotate(n, interleaved, 1, cos.data(), sin.data(), given.data(),
             turned.data());
      Rotate(n, interleaved, -1, cos.data(), sin.data(), turned.data(),
             back.data());
      CHECK(Difference(back.span(), x, {1e-6, 1e-6}) == "");
    }
  });
}

}  // namespace
}  // namespace clearhead::kernels
