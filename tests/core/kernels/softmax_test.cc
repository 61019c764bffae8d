#include "core/kernels/softmax.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <span>
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

std::vector<double> Softmax(std::vector<double> row) {
  double max = -kInfinity, sum = 0;
  for (const double a : row) max = std::max(max, a);
  for (double& a : row) sum += a = std::exp(a - max);
  for (double& a : row) a /= sum;
  return row;
}

TEST_CASE("softmax of a row at every size and alignment", "[softmax]") {
  EachTarget([] {
    for (const size_t n : Sizes()) {
      for (size_t misalign = 0; misalign < 4; ++misalign) {
        INFO("n " << n << ", misaligned by " << misalign);
        // Half a unit in the last place of a score difference near 60 is 2e-6.
        Guarded a(RandomValues(n, -30, 30), misalign);
        const auto expected = Softmax(a.doubles());
        Guarded out(n, (misalign + 1) % 4, kNaN);
        SoftmaxRow(n, a.data(), out.data());
        CHECK(Difference(out.span(), expected, {1e-37, 3e-6}) == "");
        CHECK(out.Intact());
        SoftmaxRow(n, a.data(), a.data());
        CHECK(Difference(a.span(), expected, {1e-37, 3e-6}) == "");
        CHECK(a.Intact());
      }
    }
  });
}

TEST_CASE("large scores neither overflow nor lose the row", "[softmax]") {
  EachTarget([] {
    const float a[] = {3e38f, -3e38f, 3e38f, 1e-40f, -0.0f};
    float out[5];
    SoftmaxRow(5, a, out);
    CHECK(out[0] == 0.5f);
    CHECK(out[1] == 0.0f);
    CHECK(out[2] == 0.5f);
    CHECK(out[3] == 0.0f);
    SoftmaxRow(2, a + 3, out);
    CHECK(out[0] == 0.5f);
    CHECK(out[1] == 0.5f);
  });
}

TEST_CASE("hidden scores weigh exactly nothing", "[softmax]") {
  EachTarget([] {
    for (const size_t n : {2, 3, 5, 17, 40, 70}) {
      INFO("n " << n);
      Guarded a(n, 1, -kInfinity), out(n, 2, kNaN);
      SoftmaxRow(n, a.data(), out.data());
      CHECK(Difference(out.span(), std::vector<double>(n, 0), {0, 0}) == "");
      // One visible score takes it all, wherever it stands.
      for (size_t place = 0; place < n; ++place) {
        std::vector<double> expected(n, 0);
        expected[place] = 1;
        a[place] = -1e6f;
        SoftmaxRow(n, a.data(), out.data());
        CHECK(Difference(out.span(), expected, {0, 0}) == "");
        a[place] = -kInfinity;
      }
    }
  });
}

TEST_CASE("NaN or +inf makes the whole row NaN", "[softmax]") {
  EachTarget([] {
    for (const size_t n : {1, 2, 5, 16, 35, 70}) {
      for (const float background : {0.0f, -kInfinity}) {
        for (const float special : {kNaN, kInfinity}) {
          for (size_t place = 0; place < n; ++place) {
            INFO(special << " at " << place << " of " << n << " among "
                         << background);
            std::vector<float> a(n, background), out(n);
            a[place] = special;
            SoftmaxRow(n, a.data(), out.data());
            CHECK(Difference(out, std::vector<double>(n, kNaN)) == "");
            CHECK(std::isnan(LogSumExpRow(n, a.data())));
          }
        }
      }
    }
  });
}

TEST_CASE("rows with gaps leave the gaps alone", "[softmax]") {
  EachTarget([] {
    const size_t rows = 3, n = 21, stride = 24, out_stride = 30;
    Guarded a(RandomValues((rows - 1) * stride + n, -4, 4), 1);
    Guarded out((rows - 1) * out_stride + n, 3, 7.0f);
    SoftmaxRows(rows, n, a.data(), stride, out.data(), out_stride);
    const auto values = a.doubles();
    for (size_t r = 0; r < rows; ++r) {
      const auto* row = values.data() + r * stride;
      CHECK(Difference(out.span().subspan(r * out_stride, n),
                       Softmax({row, row + n})) == "");
    }
    for (size_t i = n; i < out_stride; ++i) CHECK(out[i] == 7.0f);
    CHECK(out.Intact());
  });
}

// Central differences of Σ dout * softmax(a) in double.
std::vector<double> NumericGradient(const std::vector<double>& a,
                                    const std::vector<double>& dout) {
  const auto loss = [&](std::vector<double> row, size_t i, double step) {
    row[i] += step;
    row = Softmax(row);
    double sum = 0;
    for (size_t j = 0; j < row.size(); ++j) sum += row[j] * dout[j];
    return sum;
  };
  std::vector<double> gradient(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    gradient[i] = (loss(a, i, 1e-5) - loss(a, i, -1e-5)) / 2e-5;
  }
  return gradient;
}

TEST_CASE("the softmax gradient is the slope, and adds", "[softmax]") {
  EachTarget([] {
    for (const size_t n : {0, 1, 2, 3, 8, 17, 33, 65}) {
      INFO("n " << n);
      auto scores = RandomValues(n, -2, 2, 1);
      if (n > 3) scores[2] = -kInfinity;
      Guarded a(scores, 1), out(n, 2), dout(RandomValues(n, -3, 3, 2), 3);
      Guarded da(RandomValues(n, -1, 1, 3), 1);
      SoftmaxRow(n, a.data(), out.data());
      auto expected = da.doubles();
      const auto slope = NumericGradient(scores, dout.doubles());
      for (size_t i = 0; i < n; ++i) expected[i] += slope[i];
      SoftmaxBackwardRow(n, out.data(), dout.data(), da.data());
      CHECK(Difference(da.span(), expected) == "");
      CHECK(da.Intact());
    }
  });
}

TEST_CASE("gradients of rows: strides, and 0 where all is hidden",
          "[softmax]") {
  EachTarget([] {
    const size_t n = 11;
    Guarded a(RandomValues(2 * n, -2, 2), 0), out(2 * 12, 1);
    for (size_t i = 0; i < n; ++i) a[i] = -kInfinity;
    SoftmaxRows(2, n, a.data(), n, out.data(), 12);
    Guarded dout(RandomValues(2 * 13, -2, 2, 4), 2), da(2 * 14, 3);
    SoftmaxBackwardRows(2, n, out.data(), 12, dout.data(), 13, da.data(), 14);
    Guarded single(n, 0);
    SoftmaxBackwardRow(n, out.data() + 12, dout.data() + 13, single.data());
    for (size_t i = 0; i < n; ++i) {
      CHECK(da[i] == 0.0f);
      CHECK(da[14 + i] == single[i]);
      CHECK(single[i] != 0.0f);
    }
    for (size_t i = n; i < 14; ++i) CHECK(da[i] == 0.0f);
  });
}

TEST_CASE("a weight of 0 takes nothing of its gradient, whatever that is",
          "[softmax]") {
  EachTarget([] {
    for (const size_t n : {2, 3, 8, 17, 40}) {
      Guarded a(RandomValues(n, -2, 2), 1), out(n, 2);
      a[n / 2] = -kInfinity;
      SoftmaxRow(n, a.data(), out.data());
      Guarded dout(RandomValues(n, -3, 3, 2), 3);
      Guarded expected(RandomValues(n, -1, 1, 3), 1);
      const auto before = expected.doubles();
      SoftmaxBackwardRow(n, out.data(), dout.data(), expected.data());
      CHECK(expected[n / 2] == static_cast<float>(before[n / 2]));
      for (const float special : {kNaN, kInfinity, -kInfinity}) {
        CAPTURE(n, special);
        dout[n / 2] = special;
        Guarded da(before, 2);
        SoftmaxBackwardRow(n, out.data(), dout.data(), da.data());
        CHECK(Difference(da.span(), expected.doubles()) == "");
        CHECK(da.Intact());
      }
      // Seen, it spoils what is seen, and only that.
      dout[0] = kNaN;
      Guarded da(before, 2);
      SoftmaxBackwardRow(n, out.data(), dout.data(), da.data());
      for (size_t i = 0; i < n; ++i) CHECK(std::isnan(da[i]) == (i != n / 2));
    }
  });
}

TEST_CASE("log-sum-exp", "[softmax]") {
  EachTarget([] {
    for (const size_t n : Sizes()) {
      INFO("n " << n);
      Guarded a(RandomValues(n, -30, 30), n % 4);
      double sum = 0;
      for (size_t i = 0; i < n; ++i) sum += std::exp(double{a[i]});
      CHECK(Close(LogSumExpRow(n, a.data()), std::log(sum), {3e-7, 0}));
    }
    const std::vector<float> hidden(9, -kInfinity);
    CHECK(LogSumExpRow(9, hidden.data()) == -kInfinity);
    const std::vector<float> large(4, 3e38f);
    CHECK(LogSumExpRow(4, large.data()) ==
          Approx(static_cast<double>(3e38f) + std::log(4.0)));
  });
}

TEST_CASE("softmax from its log-sum-exp, added to a gradient", "[softmax]") {
  EachTarget([] {
    for (const size_t n : Sizes()) {
      for (size_t misalign = 0; misalign < 4; ++misalign) {
        INFO("n " << n << ", misaligned by " << misalign);
        Guarded a(RandomValues(n, -9, 9), misalign);
        if (n > 2) a[n / 2] = -kInfinity;
        Guarded out(RandomValues(n, -1, 1, 2), (misalign + 1) % 4);
        const auto sum = static_cast<float>(LogSumExpRow(n, a.data()));
        auto expected = out.doubles();
        for (size_t i = 0; i < n; ++i) {
          expected[i] += -0.75 * std::exp(double{a[i]} - double{sum}) + 0.125;
        }
        AddSoftmaxRow(n, a.data(), sum, -0.75f, 0.125f, out.data());
        CHECK(Difference(out.span(), expected, {1e-6, 1e-6}) == "");
        CHECK(out.Intact());
      }
    }
    std::vector<float> out(9, 1);
    AddSoftmaxRow(9, std::vector<float>(9, 2).data(), kNaN, 1, 0, out.data());
    for (const float cell : out) CHECK(std::isnan(cell));
  });
}

}  // namespace
}  // namespace clearhead::kernels
