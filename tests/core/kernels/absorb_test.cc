// Products in which a factor of exactly 0 absorbs ∞ and NaN, on every vector
// target.
#include "core/kernels/absorb.h"

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

TEST_CASE("finite is what no product of two rows leaves", "[absorb]") {
  EachTarget([] {
    for (const size_t n : {0, 1, 3, 16, 35}) {
      for (const size_t rows : {0, 1, 4}) {
        std::vector<float> x(rows * (n + 2), 1e18f);
        const auto finite = [&] {
          return Finite(rows, n, {x.data(), static_cast<ptrdiff_t>(n + 2)});
        };
        for (size_t r = 0; r < rows; ++r) x[r * (n + 2) + n] = NAN;  // no part
        CHECK(finite());
        if (n * rows == 0) continue;
        for (const float bad : {std::nanf(""), HUGE_VALF, -HUGE_VALF, 2e19f}) {
          x[(rows - 1) * (n + 2) + n - 1] = bad;
          CHECK(!finite());
        }
      }
    }
  });
}

TEST_CASE("a factor of 0 adds nothing, whatever it meets", "[absorb]") {
  EachTarget([] {
    const float a[] = {NAN, HUGE_VALF, 3};
    float out[] = {1, 2, 3};
    AddUnlessZero(3, 0, a, out);
    AddUnlessZero(3, -0.0f, a, out);
    CHECK(Difference(out, std::vector<double>{1, 2, 3}, {0, 0}) == "");
    AddUnlessZero(3, 2, a, out);
    CHECK(Difference(out, std::vector<double>{NAN, HUGE_VAL, 9}) == "");
    AddUnlessZero(1, NAN, a + 2, out + 2);
    CHECK(std::isnan(out[2]));
  });
}

// C [m, n] with gaps of 3 floats between rows; every third cell of A is 0, and
// two rows of B hold `special`, one of which meets zeros alone.
void CheckProduct(MatMulForm form, bool accumulate, float special) {
  const size_t m = 9, n = 13, k = 21;
  const bool columns = form == MatMulForm::kAtB;
  const size_t stride = (columns ? m : k) + 3;
  Guarded a(RandomValues((columns ? k : m) * stride, -1, 1, 1), 1);
  Guarded b(RandomValues(k * (n + 3), -1, 1, 2), 2);
  Guarded c(RandomValues(m * (n + 3), -1, 1, 3), 3);
  const auto cell = [&](size_t i, size_t l) -> float& {
    return a[columns ? l * stride + i : i * stride + l];
  };
  for (size_t i = 0; i < m; ++i) {
    for (size_t l = 0; l < k; ++l) {
      if (l == 4 || (i + l) % 3 == 0) cell(i, l) = 0;
    }
  }
  b[4 * (n + 3) + 5] = special;
  b[7 * (n + 3)] = special;
  std::vector<double> expected = c.doubles();
  for (size_t i = 0; i < m; ++i) {
    for (size_t j = 0; j < n; ++j) {
      double& sum = expected[i * (n + 3) + j];
      if (!accumulate) sum = 0;
      for (size_t l = 0; l < k; ++l) {
        const double weight = cell(i, l);
        if (weight != 0) sum += 0.5 * weight * b[l * (n + 3) + j];
      }
    }
  }
  std::vector<float> workspace(MatMulWorkspace(form, m, n, k) + 16);
  const auto past = reinterpret_cast<uintptr_t>(workspace.data()) % 64;
  MatMulAbsorbing(form, m, n, k, {a.data(), static_cast<ptrdiff_t>(stride)},
                  {b.data(), n + 3}, {c.data(), n + 3}, 0.5f, accumulate,
                  workspace.data() + (64 - past) / sizeof(float));
  CHECK(Difference(c.span(), expected, {2e-6, 2e-6}) == "");
  CHECK(c.Intact());
}

TEST_CASE("a product absorbs by the cells of its first factor", "[absorb]") {
  EachTarget([] {
    for (const MatMulForm form : {MatMulForm::kAB, MatMulForm::kAtB}) {
      for (const bool accumulate : {false, true}) {
        for (const float special :
             {0.5f, std::nanf(""), HUGE_VALF, -HUGE_VALF}) {
          CAPTURE(static_cast<int>(form), accumulate, special);
          CheckProduct(form, accumulate, special);
        }
      }
    }
  });
}

}  // namespace
}  // namespace clearhead::kernels
