#include "core/kernels/reduce.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/close.h"
#include "tests/support/each_target.h"
#include "tests/support/guarded.h"

namespace clearhead::kernels {
namespace {

using test::Close;
using test::Difference;
using test::EachTarget;
using test::Guarded;
using test::RandomValues;
using test::Sizes;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

TEST_CASE("sum, dot and max at every size and alignment", "[reduce]") {
  EachTarget([] {
    for (const size_t n : Sizes()) {
      for (size_t misalign = 0; misalign < 4; ++misalign) {
        INFO("n " << n << ", misaligned by " << misalign);
        Guarded a(RandomValues(n, -3, 3, 1), misalign);
        Guarded b(RandomValues(n, -3, 3, 2), (misalign + 1) % 4);
        double sum = 0, dot = 0, max = -kInfinity;
        for (size_t i = 0; i < n; ++i) {
          sum += a[i];
          dot += static_cast<double>(a[i]) * b[i];
          max = std::max<double>(max, a[i]);
        }
        CHECK(Close(SumDouble(n, a.data()), sum, {1e-12, 1e-12}));
        CHECK(Sum(n, a.data()) == static_cast<float>(SumDouble(n, a.data())));
        CHECK(Close(Dot(n, a.data(), b.data()), dot, {1e-12, 1e-12}));
        CHECK(Max(n, a.data()) == max);
      }
    }
  });
}

TEST_CASE("sums keep what float would lose", "[reduce]") {
  EachTarget([] {
    std::vector<float> a(1003, 1.0f);
    a[0] = 1e9f;
    a[1002] = -1e9f;
    CHECK(SumDouble(a.size(), a.data()) == 1001);
    const std::vector<float> ones(1003, 1.0f);
    CHECK(Dot(a.size(), a.data(), ones.data()) == 1001);
  });
}

TEST_CASE("the maximum finds its place and reports NaN", "[reduce]") {
  EachTarget([] {
    for (const size_t n : {1, 3, 4, 7, 16, 33, 70}) {
      for (size_t place = 0; place < n; ++place) {
        INFO(place << " of " << n);
        std::vector<float> a(n, -5.0f);
        a[place] = -4.5f;
        CHECK(Max(n, a.data()) == -4.5f);
        a[place] = kInfinity;
        CHECK(Max(n, a.data()) == kInfinity);
        a[place] = kNaN;
        CHECK(std::isnan(Max(n, a.data())));
        a[place] = -kNaN;
        CHECK(std::isnan(Max(n, a.data())));
      }
    }
    const std::vector<float> hidden(9, -kInfinity);
    CHECK(Max(9, hidden.data()) == -kInfinity);
  });
}

TEST_CASE("rows are summed onto what is there", "[reduce]") {
  EachTarget([] {
    for (const size_t columns : Sizes()) {
      for (const size_t rows : {0, 1, 2, 7}) {
        const size_t stride = columns + 3;
        INFO(rows << " rows of " << columns);
        // The last row ends where the canaries begin.
        const size_t size = rows == 0 ? 0 : (rows - 1) * stride + columns;
        Guarded a(RandomValues(size, -3, 3, 1), columns % 4);
        Guarded out(RandomValues(columns, -3, 3, 2), rows % 4);
        std::vector<double> expected = out.doubles();
        for (size_t r = 0; r < rows; ++r) {
          for (size_t c = 0; c < columns; ++c) {
            expected[c] += a[r * stride + c];
          }
        }
        SumRows(rows, columns, a.data(), stride, out.data());
        CHECK(Difference(out.span(), expected) == "");
        CHECK(out.Intact());
      }
    }
  });
}

}  // namespace
}  // namespace clearhead::kernels
