#include "core/kernels/norm.h"

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

using Row = std::vector<double>;

constexpr float kEpsilon = 1e-5f;

struct Statistics {
  double mean = 0;
  double inverse = 0;
};

Statistics Measure(const Row& x) {
  Statistics s;
  double variance = 0;
  for (const double v : x) s.mean += v / x.size();
  for (const double v : x) variance += (v - s.mean) * (v - s.mean) / x.size();
  s.inverse = 1 / std::sqrt(variance + kEpsilon);
  return s;
}

// One row; empty weight or bias for none.
Row Norm(Row x, const Row& weight, const Row& bias) {
  const Statistics s = Measure(x);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = (x[i] - s.mean) * s.inverse * (weight.empty() ? 1 : weight[i]) +
           (bias.empty() ? 0 : bias[i]);
  }
  return x;
}

TEST_CASE("layer norm at every size, alignment and choice of parameters",
          "[norm]") {
  EachTarget([] {
    for (const size_t n : Sizes()) {
      if (n == 0) continue;
      for (size_t choice = 0; choice < 4; ++choice) {
        INFO("n " << n << ", choice " << choice);
        Guarded x(RandomValues(n, -2, 5, 1), choice);
        Guarded weight(RandomValues(n, -2, 2, 2), (choice + 1) % 4);
        Guarded bias(RandomValues(n, -2, 2, 3), (choice + 2) % 4);
        const bool weighted = choice & 1, biased = choice & 2;
        Guarded out(n, (choice + 3) % 4), mean(1, 0), inverse(1, 0);
        LayerNormRows(1, n, x.data(), n, weighted ? weight.data() : nullptr,
                      biased ? bias.data() : nullptr, kEpsilon, out.data(), n,
                      mean.data(), inverse.data());
        CHECK(Difference(out.span(),
                         Norm(x.doubles(), weighted ? weight.doubles() : Row(),
                              biased ? bias.doubles() : Row())) == "");
        const Statistics s = Measure(x.doubles());
        CHECK(Close(mean[0], s.mean, {1e-7, 1e-7}));
        CHECK(Close(inverse[0], s.inverse, {0, 1e-7}));
        CHECK((out.Intact() && mean.Intact() && inverse.Intact()));
      }
    }
  });
}

TEST_CASE("a mean far from 0 costs no digits", "[norm]") {
  EachTarget([] {
    const size_t n = 37;
    Guarded x(RandomValues(n, 9999, 10001), 1), out(n, 0);
    float mean, inverse;
    LayerNormRows(1, n, x.data(), n, nullptr, nullptr, kEpsilon, out.data(), n,
                  &mean, &inverse);
    CHECK(Difference(out.span(), Norm(x.doubles(), {}, {}), {1e-6, 1e-6}) ==
          "");
  });
}

TEST_CASE("a mean between two floats costs no variance", "[norm]") {
  EachTarget([] {
    const float ulp = 1.0f / 128;
    const float x[] = {65536, 65536, 65536 + ulp};
    float out[3], mean, inverse;
    LayerNormRows(1, 3, x, 3, nullptr, nullptr, kEpsilon, out, 3, &mean,
                  &inverse);
    const Statistics s = Measure({x[0], x[1], x[2]});
    CHECK(Close(inverse, s.inverse, {0, 1e-6}));
  });
}

TEST_CASE("a constant row gives 0, NaN stays in its row", "[norm]") {
  EachTarget([] {
    const size_t n = 19;
    Guarded x(3 * n, 0, 0.1f), out(3 * n, 1), mean(3, 0), inverse(3, 0);
    x[n + 4] = std::numeric_limits<float>::quiet_NaN();
    LayerNormRows(3, n, x.data(), n, nullptr, nullptr, kEpsilon, out.data(), n,
                  mean.data(), inverse.data());
    for (size_t i = 0; i < n; ++i) {
      CHECK(out[i] == 0.0f);
      CHECK(std::isnan(out[n + i]));
      CHECK(out[2 * n + i] == 0.0f);
    }
    CHECK(Close(inverse[0], 1 / std::sqrt(double{kEpsilon}), {0, 1e-6}));
  });
}

TEST_CASE("strides of layer norm, in place too", "[norm]") {
  EachTarget([] {
    const size_t rows = 3, n = 13, stride = 17, out_stride = 15;
    Guarded x(RandomValues((rows - 1) * stride + n, -2, 2), 1);
    Guarded out((rows - 1) * out_stride + n, 2, 9.0f);
    Guarded mean(rows, 0), inverse(rows, 0);
    LayerNormRows(rows, n, x.data(), stride, nullptr, nullptr, kEpsilon,
                  out.data(), out_stride, mean.data(), inverse.data());
    const Row values = x.doubles();
    for (size_t r = 0; r < rows; ++r) {
      const double* row = values.data() + r * stride;
      CHECK(Difference(out.span().subspan(r * out_stride, n),
                       Norm({row, row + n}, {}, {})) == "");
    }
    CHECK(out[n] == 9.0f);
    CHECK(out.Intact());
    LayerNormRows(rows, n, x.data(), stride, nullptr, nullptr, kEpsilon,
                  x.data(), stride, mean.data(), inverse.data());
    for (size_t i = 0; i < n; ++i) {
      CHECK(x[2 * stride + i] == out[2 * out_stride + i]);
    }
  });
}

struct Gradients {
  Row dx, dweight, dbias;
};

// Central differences of Σ dout * norm(x) in double, over rows of n.
Gradients Numeric(size_t n, const Row& x, const Row& weight, const Row& dout) {
  const auto slope = [&](auto perturbed_loss) {
    return (perturbed_loss(1e-5) - perturbed_loss(-1e-5)) / 2e-5;
  };
  const auto loss = [&](const Row& x_now, const Row& w_now) {
    double sum = 0;
    for (size_t r = 0; r < x.size() / n; ++r) {
      const auto begin = x_now.begin() + r * n;
      const Row out = Norm({begin, begin + n}, w_now, {});
      for (size_t i = 0; i < n; ++i) sum += dout[r * n + i] * out[i];
    }
    return sum;
  };
  Gradients g;
  for (size_t i = 0; i < x.size(); ++i) {
    g.dx.push_back(slope([&](double step) {
      Row moved = x;
      moved[i] += step;
      return loss(moved, weight);
    }));
  }
  for (size_t i = 0; i < n; ++i) {
    double dbias = 0;
    for (size_t r = 0; r < x.size() / n; ++r) dbias += dout[r * n + i];
    g.dbias.push_back(dbias);
    g.dweight.push_back(slope([&](double step) {
      Row moved = weight.empty() ? Row(n, 1) : weight;
      moved[i] += step;
      return loss(x, moved);
    }));
  }
  return g;
}

void AddTo(Row& sum, const Row& term) {
  for (size_t i = 0; i < sum.size(); ++i) sum[i] += term[i];
}

TEST_CASE("layer norm gradients are the slopes, and add", "[norm]") {
  EachTarget([] {
    const size_t rows = 2;
    for (const size_t n : {1, 2, 3, 8, 17, 35}) {
      for (const bool weighted : {false, true}) {
        INFO("n " << n << (weighted ? " weighted" : " plain"));
        Guarded x(RandomValues(rows * n, -2, 2, 1), 1);
        Guarded weight(RandomValues(n, -2, 2, 2), 2);
        Guarded dout(RandomValues(rows * n, -2, 2, 3), 3);
        Guarded dx(RandomValues(rows * n, -1, 1, 4), 1);
        Guarded dweight(RandomValues(n, -1, 1, 5), 2);
        Guarded dbias(RandomValues(n, -1, 1, 6), 3);
        Guarded out(rows * n, 0), mean(rows, 0), inverse(rows, 0);
        const float* w = weighted ? weight.data() : nullptr;
        LayerNormRows(rows, n, x.data(), n, w, nullptr, kEpsilon, out.data(), n,
                      mean.data(), inverse.data());
        Gradients expected =
            Numeric(n, x.doubles(), weighted ? weight.doubles() : Row(),
                    dout.doubles());
        AddTo(expected.dx, dx.doubles());
        AddTo(expected.dweight, dweight.doubles());
        AddTo(expected.dbias, dbias.doubles());
        LayerNormBackwardRows(rows, n, x.data(), inverse.data(), w, dout.data(),
                              dx.data(), dweight.data(), dbias.data());
        CHECK(Difference(dx.span(), expected.dx, {5e-6, 1e-5}) == "");
        CHECK(Difference(dweight.span(), expected.dweight, {5e-6, 1e-5}) == "");
        CHECK(Difference(dbias.span(), expected.dbias) == "");
        CHECK((dx.Intact() && dweight.Intact() && dbias.Intact()));
        LayerNormBackwardRows(rows, n, x.data(), inverse.data(), w, dout.data(),
                              dx.data(), nullptr, nullptr);
      }
    }
  });
}

// The mean's rounding error, up to 4e-6 here, must not reach x̂.
TEST_CASE("layer norm gradients keep their digits far from 0", "[norm]") {
  EachTarget([] {
    const size_t n = 19;
    Guarded x(RandomValues(n, 99.5, 100.5, 1), 1);
    Guarded dout(RandomValues(n, -2, 2, 2), 2);
    Guarded dx(n, 0), dweight(n, 0), dbias(n, 0);
    Guarded out(n, 0), mean(1, 0), inverse(1, 0);
    LayerNormRows(1, n, x.data(), n, nullptr, nullptr, kEpsilon, out.data(), n,
                  mean.data(), inverse.data());
    LayerNormBackwardRows(1, n, x.data(), inverse.data(), nullptr, dout.data(),
                          dx.data(), dweight.data(), dbias.data());
    const Gradients expected = Numeric(n, x.doubles(), Row(), dout.doubles());
    CHECK(Difference(dweight.span(), expected.dweight, {1e-6, 1e-6}) == "");
    CHECK(Difference(dx.span(), expected.dx, {5e-6, 1e-5}) == "");
  });
}

// RMS norm is layer norm of a row of twice the length, x and −x: its mean is 0
// and its variance mean(x²).
struct Mirrored {
  Row x, weight, dout;
};
Mirrored Mirror(Guarded& x, Guarded& weight, Guarded& dout) {
  Mirrored m{x.doubles(), weight.doubles(), dout.doubles()};
  const size_t n = m.x.size();
  for (size_t i = 0; i < n; ++i) {
    m.x.push_back(-m.x[i]);
    m.weight.push_back(m.weight[i]);
    m.dout.push_back(0);
  }
  return m;
}

TEST_CASE("RMS norm and its gradients at every size", "[norm]") {
  EachTarget([] {
    for (const size_t n : Sizes()) {
      if (n == 0) continue;
      INFO("n " << n);
      Guarded x(RandomValues(n, -2, 5, 1), 1);
      Guarded weight(RandomValues(n, -2, 2, 2), 2);
      Guarded dout(RandomValues(n, -2, 2, 3), 3);
      Guarded out(n, 1), inverse(1, 0);
      RmsNormRows(1, n, x.data(), n, weight.data(), kEpsilon, out.data(), n,
                  inverse.data());
      const Mirrored m = Mirror(x, weight, dout);
      Row expected = Norm(m.x, m.weight, {});
      expected.resize(n);
      CHECK(Difference(out.span(), expected) == "");
      CHECK(Close(inverse[0], Measure(m.x).inverse, {0, 1e-7}));
      Guarded dx(RandomValues(n, -1, 1, 4), 1), dweight(n, 2);
      const Row before = dx.doubles();
      RmsNormBackwardRows(1, n, x.data(), inverse.data(), weight.data(),
                          dout.data(), dx.data(), dweight.data());
      // x moves both halves.
      const Gradients g = Numeric(2 * n, m.x, m.weight, m.dout);
      Row dx_expected,
          dweight_expected(g.dweight.begin(), g.dweight.begin() + n);
      for (size_t i = 0; i < n; ++i) {
        dx_expected.push_back(before[i] + g.dx[i] - g.dx[n + i]);
      }
      CHECK(Difference(dx.span(), dx_expected, {5e-6, 1e-5}) == "");
      CHECK(Difference(dweight.span(), dweight_expected, {5e-6, 1e-5}) == "");
      CHECK((out.Intact() && dx.Intact() && dweight.Intact()));
    }
  });
}

}  // namespace
}  // namespace clearhead::kernels
