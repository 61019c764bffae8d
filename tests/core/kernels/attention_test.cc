// Fused attention against a reference that stores every score: forward in any
// number type, backward in double, itself checked by the complex step.
#include "core/kernels/attention.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <cstdint>
#include <string>
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

struct Case {
  AttentionShape shape;
  bool causal = false;
  bool bias = false;
  float softcap = 0;
  float scale = 0.3f;
  // Share of hidden keys; with some, query 1 sees none and keys 2.. of query 0
  // are hidden.
  double hidden = 0;
  double size = 1;       // of the elements of q and k
  size_t extra = 0;      // floats between rows
  bool one_row = false;  // bias and visibility are the same for all queries
};

std::string Describe(const Case& c) {
  return "T " + std::to_string(c.shape.queries) + " S " +
         std::to_string(c.shape.keys) + " D " +
         std::to_string(c.shape.key_width) + " Dv " +
         std::to_string(c.shape.value_width) + (c.causal ? " causal" : "") +
         (c.bias ? " bias" : "") + " softcap " + std::to_string(c.softcap) +
         " hidden " + std::to_string(c.hidden);
}

// Compact operands: q [T, D], k [S, D], v [S, Dv], bias [T or 1, S].
template <typename Number>
struct Operands {
  std::vector<Number> q, k, v, bias;
};

template <typename Number>
double Real(Number x) {
  return std::real(x);
}

struct Reference {
  Case c;
  std::vector<uint8_t> visible;  // [T or 1, S]; empty: all

  size_t T() const { return c.shape.queries; }
  size_t S() const { return c.shape.keys; }
  size_t D() const { return c.shape.key_width; }
  size_t Dv() const { return c.shape.value_width; }
  size_t MaskRow(size_t t) const { return c.one_row ? 0 : t; }

  bool Visible(size_t t, size_t s) const {
    if (!visible.empty() && visible[MaskRow(t) * S() + s] == 0) return false;
    return !c.causal || s + T() <= t + S();
  }

  template <typename Number>
  Number Capped(const Operands<Number>& x, size_t t, size_t s) const {
    Number score = 0;
    for (size_t d = 0; d < D(); ++d)
      score += x.q[t * D() + d] * x.k[s * D() + d];
    score *= static_cast<double>(c.scale);
    const double cap = c.softcap;
    return cap > 0 ? cap * std::tanh(score / cap) : score;
  }

  // The weights of query t, hidden ones 0; *log_sum_exp -inf if all are.
  template <typename Number>
  std::vector<Number> Weights(const Operands<Number>& x, size_t t,
                              Number* log_sum_exp) const {
    std::vector<Number> weights(S(), Number(0));
    double max = -INFINITY;
    for (size_t s = 0; s < S(); ++s) {
      if (!Visible(t, s)) continue;
      weights[s] = Capped(x, t, s);
      if (c.bias) weights[s] += x.bias[MaskRow(t) * S() + s];
      max = std::max(max, Real(weights[s]));
    }
    Number sum = 0;
    for (size_t s = 0; s < S(); ++s) {
      if (!Visible(t, s)) continue;
      weights[s] = std::exp(weights[s] - max);
      sum += weights[s];
    }
    *log_sum_exp = max == -INFINITY ? Number(max) : max + std::log(sum);
    for (Number& weight : weights) {
      if (max != -INFINITY) weight /= sum;
    }
    return weights;
  }

  template <typename Number>
  std::vector<Number> Forward(const Operands<Number>& x,
                              std::vector<Number>* log_sum_exp) const {
    std::vector<Number> out(T() * Dv(), Number(0));
    log_sum_exp->resize(T());
    for (size_t t = 0; t < T(); ++t) {
      const auto weights = Weights(x, t, &(*log_sum_exp)[t]);
      for (size_t s = 0; s < S(); ++s) {
        for (size_t d = 0; d < Dv(); ++d) {
          out[t * Dv() + d] += weights[s] * x.v[s * Dv() + d];
        }
      }
    }
    return out;
  }

  Operands<double> Backward(const Operands<double>& x,
                            const std::vector<double>& dout) const {
    Operands<double> dx{
        std::vector<double>(x.q.size()), std::vector<double>(x.k.size()),
        std::vector<double>(x.v.size()), std::vector<double>(x.bias.size())};
    for (size_t t = 0; t < T(); ++t) {
      double log_sum_exp = 0, mean = 0;
      const auto weights = Weights(x, t, &log_sum_exp);
      std::vector<double> d_weights(S());
      for (size_t s = 0; s < S(); ++s) {
        for (size_t d = 0; d < Dv(); ++d) {
          dx.v[s * Dv() + d] += weights[s] * dout[t * Dv() + d];
          d_weights[s] += dout[t * Dv() + d] * x.v[s * Dv() + d];
        }
        mean += weights[s] * d_weights[s];
      }
      for (size_t s = 0; s < S(); ++s) {
        double d_score = weights[s] * (d_weights[s] - mean);
        if (c.bias) dx.bias[MaskRow(t) * S() + s] += d_score;
        if (c.softcap > 0) {
          const double tanh = Capped(x, t, s) / c.softcap;
          d_score *= 1 - tanh * tanh;
        }
        for (size_t d = 0; d < D(); ++d) {
          dx.q[t * D() + d] += c.scale * d_score * x.k[s * D() + d];
          dx.k[s * D() + d] += c.scale * d_score * x.q[t * D() + d];
        }
      }
    }
    return dx;
  }
};

Reference MakeReference(const Case& c) {
  Reference reference{c, {}};
  if (c.hidden == 0) return reference;
  const size_t rows = c.one_row ? 1 : c.shape.queries;
  const auto random = RandomValues(rows * c.shape.keys, 0, 1, 7);
  for (size_t i = 0; i < random.size(); ++i) {
    const size_t t = i / c.shape.keys, s = i % c.shape.keys;
    const bool forced = !c.one_row && (t == 1 || (t == 0 && s >= 2));
    // Any byte but 0 is visible.
    reference.visible.push_back(forced || random[i] < c.hidden ? 0
                                                               : 1 + i % 255);
  }
  return reference;
}

Operands<double> MakeOperands(const Case& c) {
  const size_t rows = c.one_row ? 1 : c.shape.queries;
  return {RandomValues(c.shape.queries * c.shape.key_width, -c.size, c.size, 1),
          RandomValues(c.shape.keys * c.shape.key_width, -c.size, c.size, 2),
          RandomValues(c.shape.keys * c.shape.value_width, -1, 1, 3),
          RandomValues(c.bias ? rows * c.shape.keys : 0, -2, 2, 4)};
}

TEST_CASE("The reference's backward is its complex step",
          "[kernels][attention]") {
  for (const Case& c :
       {Case{{4, 5, 3, 2}}, Case{{3, 5, 2, 3}, true, true, 1.5f},
        Case{{5, 3, 2, 2}, true, true, 0, 0.7f, 0.3},
        Case{{3, 4, 3, 1}, false, true, 2, 1, 0.2, 1, 0, true}}) {
    const Reference reference = MakeReference(c);
    const auto x = MakeOperands(c);
    const auto dout =
        RandomValues(c.shape.queries * c.shape.value_width, -1, 1, 5);
    const auto dx = reference.Backward(x, dout);
    const auto check = [&](auto member) {
      using Complex = std::complex<double>;
      Operands<Complex> z{{x.q.begin(), x.q.end()},
                          {x.k.begin(), x.k.end()},
                          {x.v.begin(), x.v.end()},
                          {x.bias.begin(), x.bias.end()}};
      for (size_t i = 0; i < member(z).size(); ++i) {
        const Complex old = member(z)[i];
        member(z)[i] += Complex(0, 1e-30);
        std::vector<Complex> log_sum_exp;
        const auto out = reference.Forward(z, &log_sum_exp);
        member(z)[i] = old;
        double slope = 0;
        for (size_t j = 0; j < out.size(); ++j) {
          slope += out[j].imag() * 1e30 * dout[j];
        }
        CAPTURE(Describe(c), i);
        CHECK(member(dx)[i] == Approx(slope).margin(1e-12));
      }
    };
    check([](auto& o) -> auto& { return o.q; });
    check([](auto& o) -> auto& { return o.k; });
    check([](auto& o) -> auto& { return o.v; });
    check([](auto& o) -> auto& { return o.bias; });
  }
}

// Compact rows [rows, width] into rows `extra` floats further apart; the gaps
// are NaN so that reading or writing them is found.
std::vector<double> Spread(const std::vector<double>& compact, size_t width,
                           size_t extra) {
  if (width == 0 || compact.empty()) return {};
  std::vector<double> wide;
  for (size_t i = 0; i < compact.size(); ++i) {
    if (i > 0 && i % width == 0) wide.insert(wide.end(), extra, NAN);
    wide.push_back(compact[i]);
  }
  return wide;
}

std::vector<double> Plus(std::vector<double> a, const std::vector<double>& b) {
  for (size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

float* Aligned(std::vector<float>& storage, size_t floats) {
  storage.assign(floats + 32, std::nanf(""));
  const auto address = reinterpret_cast<uintptr_t>(storage.data());
  return storage.data() + (-address & 63) / sizeof(float);
}

// Forward and backward of one case with garbage in the workspace.
void Check(const Case& c) {
  CAPTURE(Describe(c));
  const auto [T, S, D, V] = c.shape;
  const size_t extra = c.extra;
  const Reference reference = MakeReference(c);
  const auto x = MakeOperands(c);
  const auto dout_values = RandomValues(T * V, -1, 1, 5);
  std::vector<double> expected_lse;
  const auto expected = reference.Forward(x, &expected_lse);
  const auto dx = reference.Backward(x, dout_values);

  Guarded q(Spread(x.q, D, extra), 1), k(Spread(x.k, D, extra), 2);
  Guarded v(Spread(x.v, V, extra), 3), bias(Spread(x.bias, S, extra), 1);
  Guarded dout(Spread(dout_values, V, extra), 1);
  Guarded out(Spread(std::vector<double>(T * V, 0), V, extra), 3);
  for (float& element : out.span()) element = std::nanf("");
  Guarded lse(T, 1, std::nanf(""));
  AttentionMask mask;
  mask.causal = c.causal;
  std::vector<uint8_t> visible = reference.visible;
  visible.shrink_to_fit();
  if (!visible.empty()) mask.visible = visible.data();
  mask.stride = c.one_row ? 0 : static_cast<ptrdiff_t>(S);
  if (c.bias) mask.bias = bias.data();
  mask.bias_stride = c.one_row ? 0 : static_cast<ptrdiff_t>(S + extra);
  const auto d_stride = static_cast<ptrdiff_t>(D + extra);
  const auto v_stride = static_cast<ptrdiff_t>(V + extra);

  std::vector<float> storage;
  const size_t floats = AttentionWorkspace(c.shape);
  float* workspace = Aligned(storage, floats);
  workspace[floats] = 12345;
  Attention(c.shape, {q.data(), d_stride}, {k.data(), d_stride},
            {v.data(), v_stride}, mask, c.scale, c.softcap,
            {out.data(), v_stride}, lse.data(), workspace);
  CHECK(out.Intact());
  CHECK(lse.Intact());
  CHECK(workspace[floats] == 12345);
  const test::Tolerance close{3e-6 * std::max(1.0, c.size * c.size), 1e-5};
  CHECK(Difference(out.span(), Spread(expected, V, extra), close) == "");
  CHECK(Difference(lse.span(), expected_lse, close) == "");

  const auto q_old = RandomValues(T * D, -1, 1, 11);
  const auto k_old = RandomValues(S * D, -1, 1, 12);
  const auto v_old = RandomValues(S * V, -1, 1, 13);
  const auto bias_old = RandomValues(x.bias.size(), -1, 1, 14);
  Guarded dq(Spread(q_old, D, extra), 1), dk(Spread(k_old, D, extra), 2);
  Guarded dv(Spread(v_old, V, extra), 3), dbias(Spread(bias_old, S, extra), 1);
  std::fill_n(workspace, floats, std::nanf(""));
  AttentionBackward(
      c.shape, {q.data(), d_stride}, {k.data(), d_stride}, {v.data(), v_stride},
      mask, c.scale, c.softcap, {out.data(), v_stride}, lse.data(),
      {dout.data(), v_stride}, {dq.data(), d_stride}, {dk.data(), d_stride},
      {dv.data(), v_stride},
      {c.bias ? dbias.data() : nullptr, mask.bias_stride}, workspace);
  CHECK(dq.Intact());
  CHECK(dk.Intact());
  CHECK(dv.Intact());
  CHECK(dbias.Intact());
  CHECK(workspace[floats] == 12345);
  const test::Tolerance sums{1e-5 * std::max(1.0, c.size * c.size), 3e-5};
  CHECK(Difference(dq.span(), Spread(Plus(dx.q, q_old), D, extra), sums) == "");
  CHECK(Difference(dk.span(), Spread(Plus(dx.k, k_old), D, extra), sums) == "");
  CHECK(Difference(dv.span(), Spread(Plus(dx.v, v_old), V, extra), sums) == "");
  CHECK(Difference(dbias.span(), Spread(Plus(dx.bias, bias_old), S, extra),
                   sums) == "");
}

TEST_CASE("Attention of small shapes", "[kernels][attention]") {
  EachTarget([] {
    for (const size_t T : {0, 1, 2, 3, 5, 8, 17, 33}) {
      for (const size_t S : {0, 1, 2, 4, 7, 9, 16, 31, 33}) {
        for (const bool causal : {false, true}) {
          Check({{T, S, 4 + T % 3, 3 + S % 5}, causal, S % 2 == 1, 0, 0.5f});
        }
      }
    }
  });
}

TEST_CASE("Attention of any width", "[kernels][attention]") {
  EachTarget([] {
    for (size_t width = 0; width <= 33; ++width) {
      Check({{5, 6, width, 34 - width}, true, false, 0, 0.2f, 0, 1, 2});
    }
    Check({{9, 11, 130, 67}, false, false, 0, 0.1f, 0, 1, 5});
  });
}

TEST_CASE("Attention with masks, bias and soft cap", "[kernels][attention]") {
  EachTarget([] {
    for (const bool causal : {false, true}) {
      for (const bool bias : {false, true}) {
        for (const float softcap : {0.0f, 0.8f}) {
          for (const double hidden : {0.0, 0.3, 1.0}) {
            for (const bool one_row : {false, true}) {
              Check({{6, 19, 5, 7},
                     causal,
                     bias,
                     softcap,
                     0.6f,
                     hidden,
                     1,
                     3,
                     one_row});
              Check({{19, 6, 5, 7},
                     causal,
                     bias,
                     softcap,
                     0.6f,
                     hidden,
                     1,
                     0,
                     one_row});
            }
          }
        }
      }
    }
  });
}

TEST_CASE("Attention over several blocks of keys", "[kernels][attention]") {
  EachTarget([] {
    Check({{70, 600, 16, 8}, false, false, 0, 1.0f, 0, 2});
    Check({{70, 600, 16, 8}, true, true, 0, 0.3f, 0.5, 1, 1});
    Check({{600, 70, 8, 16}, true, false, 5, 0.3f, 0, 1, 1});
    Check({{520, 520, 8, 9}, true, false, 0, 1.0f, 0, 2});
    Check({{131, 257, 64, 64}, false, false, 0, 0.125f});
  });
}

TEST_CASE("Attention with large scores stays finite", "[kernels][attention]") {
  EachTarget([] {
    Check({{9, 300, 8, 5}, false, false, 0, 1, 0, 20});
    Check({{300, 300, 8, 5}, true, false, 0, 1, 0.2, 20});
    Check({{9, 30, 8, 5}, false, true, 10, 1, 0, 20});
  });
}

TEST_CASE("A bias of -inf hides, also in a whole row", "[kernels][attention]") {
  EachTarget([] {
    const size_t T = 3, S = 300;
    std::vector<float> q(T, 1), k(S, 1), v(S), bias(T * S, -INFINITY), storage;
    for (size_t s = 0; s < S; ++s) v[s] = static_cast<float>(s);
    bias[0 * S + 290] = 0;  // query 0 sees the last block only
    bias[2 * S + 5] = bias[2 * S + 7] = -3;
    std::vector<float> out(T), lse(T), dq(T), dk(S), dv(S), dout(T, 1);
    const AttentionShape shape{T, S, 1, 1};
    AttentionMask mask;
    mask.bias = bias.data();
    mask.bias_stride = S;
    float* workspace = Aligned(storage, AttentionWorkspace(shape));
    Attention(shape, {q.data(), 1}, {k.data(), 1}, {v.data(), 1}, mask, 1, 0,
              {out.data(), 1}, lse.data(), workspace);
    CHECK(out[0] == 290);
    CHECK(out[1] == 0);
    CHECK(lse[1] == -INFINITY);
    CHECK(out[2] == Approx(6));
    CHECK(lse[2] == Approx(-2 + std::log(2.0)));
    AttentionBackward(shape, {q.data(), 1}, {k.data(), 1}, {v.data(), 1}, mask,
                      1, 0, {out.data(), 1}, lse.data(), {dout.data(), 1},
                      {dq.data(), 1}, {dk.data(), 1}, {dv.data(), 1},
                      {nullptr, 0}, workspace);
    for (size_t s = 0; s < S; ++s) {
      CHECK(dv[s] == Approx(s == 290 ? 1 : s == 5 || s == 7 ? 0.5 : 0));
    }
  });
}

// Every result of one call under a bias of 0, [T, S].
std::vector<std::vector<float>> Results(AttentionShape shape,
                                        AttentionMask mask,
                                        const Operands<float>& x,
                                        const std::vector<float>& dout) {
  const auto [T, S, D, V] = shape;
  std::vector<float> out(T * V), lse(T), dq(T * D), dk(S * D), dv(S * V);
  std::vector<float> bias(T * S), dbias(T * S), storage;
  const auto d = static_cast<ptrdiff_t>(D), v = static_cast<ptrdiff_t>(V);
  mask.bias = bias.data();
  mask.stride = mask.bias_stride = static_cast<ptrdiff_t>(S);
  float* workspace = Aligned(storage, AttentionWorkspace(shape));
  Attention(shape, {x.q.data(), d}, {x.k.data(), d}, {x.v.data(), v}, mask,
            0.4f, 3, {out.data(), v}, lse.data(), workspace);
  AttentionBackward(shape, {x.q.data(), d}, {x.k.data(), d}, {x.v.data(), v},
                    mask, 0.4f, 3, {out.data(), v}, lse.data(),
                    {dout.data(), v}, {dq.data(), d}, {dk.data(), d},
                    {dv.data(), v}, {dbias.data(), mask.bias_stride},
                    workspace);
  return {out, lse, dq, dk, dv, dbias};
}

// The numbers of row `row` of a compact matrix become `value`.
void Poison(std::vector<float>* matrix, size_t width, size_t row, float value) {
  std::fill_n(matrix->begin() + static_cast<ptrdiff_t>(row * width), width,
              value);
}

TEST_CASE("Nothing of a hidden key or a blind query passes, whatever it is",
          "[kernels][attention]") {
  EachTarget([] {
    for (const size_t S : {5, 40, 300}) {
      const AttentionShape shape{9, S, 5, 7};
      const Case c{shape};
      const auto floats = [](const std::vector<double>& values) {
        return std::vector<float>(values.begin(), values.end());
      };
      const auto x = MakeOperands(c);
      const Operands<float> clean{floats(x.q), floats(x.k), floats(x.v), {}};
      const auto dout = floats(RandomValues(9 * 7, -1, 1, 5));
      std::vector<uint8_t> visible(9 * S, 1);
      for (size_t t = 0; t < 9; ++t) visible[t * S + 3] = 0;
      std::fill_n(visible.begin() + static_cast<ptrdiff_t>(4 * S), S, 0);
      AttentionMask mask;
      mask.visible = visible.data();
      const auto expected = Results(shape, mask, clean, dout);
      for (const float value : {std::nanf(""), INFINITY, -INFINITY}) {
        Operands<float> poisoned = clean;
        std::vector<float> d_poisoned = dout;
        Poison(&poisoned.k, 5, 3, value);
        Poison(&poisoned.v, 7, 3, value);
        Poison(&poisoned.q, 5, 4, value);
        Poison(&d_poisoned, 7, 4, value);
        const auto results = Results(shape, mask, poisoned, d_poisoned);
        for (size_t i = 0; i < results.size(); ++i) {
          CAPTURE(S, value, i);
          CHECK(Difference(
                    results[i],
                    std::vector<double>(expected[i].begin(), expected[i].end()),
                    {3e-6, 3e-5}) == "");
        }
      }
    }
  });
}

TEST_CASE("A later key that is not finite leaves earlier queries alone",
          "[kernels][attention]") {
  EachTarget([] {
    const AttentionShape shape{20, 20, 3, 2};
    std::vector<float> q(60, 0.5f), k(60, 0.25f), v(40, 2), out(40), lse(20);
    std::vector<float> storage;
    Poison(&v, 2, 13, INFINITY);
    Poison(&k, 3, 17, std::nanf(""));
    AttentionMask mask;
    mask.causal = true;
    Attention(shape, {q.data(), 3}, {k.data(), 3}, {v.data(), 2}, mask, 1, 0,
              {out.data(), 2}, lse.data(),
              Aligned(storage, AttentionWorkspace(shape)));
    for (size_t t = 0; t < 20; ++t) {
      CAPTURE(t);
      if (t < 13) CHECK(out[2 * t] == Approx(2));
      if (t >= 13 && t < 17) CHECK(out[2 * t] == INFINITY);
      if (t >= 17) CHECK(std::isnan(out[2 * t]));
    }
  });
}

// Two keys with scores 0 and -x, values 0 and 1: out is e^-x / (1 + e^-x). The
// exponential may err by 3e-7, the score by the rounding of x times log2(e).
TEST_CASE("The exponential is exact to 3e-7", "[kernels][attention]") {
  EachTarget([] {
    const std::vector<float> k{0, -1}, v{0, 1};
    std::vector<float> storage;
    const AttentionShape shape{1, 2, 1, 1};
    float* workspace = Aligned(storage, AttentionWorkspace(shape));
    double worst = 0;
    for (float x = 0; x < 87; x += x < 2 ? 1.0f / 512 : 1.0f / 8) {
      float out = 0, lse = 0;
      Attention(shape, {&x, 1}, {k.data(), 1}, {v.data(), 1}, {}, 1, 0,
                {&out, 1}, &lse, workspace);
      const double expected = 1 / (1 + std::exp(double{x}));
      const double error = std::abs(out / expected - 1);
      worst = std::max(worst, error / (5e-7 + 1.8e-7 * x));
    }
    CHECK(worst < 1);
    CHECK(worst > 0);
  });
}

TEST_CASE("NaN in a query makes its row NaN, not 0", "[kernels][attention]") {
  EachTarget([] {
    for (const size_t S : {1, 3, 40, 300}) {
      std::vector<float> q{1, std::nanf(""), 1}, k(S, 1), v(S, 2), storage;
      std::vector<float> out(3), lse(3);
      const AttentionShape shape{3, S, 1, 1};
      Attention(shape, {q.data(), 1}, {k.data(), 1}, {v.data(), 1}, {}, 1, 0,
                {out.data(), 1}, lse.data(),
                Aligned(storage, AttentionWorkspace(shape)));
      CHECK(out[0] == Approx(2));
      CHECK(std::isnan(out[1]));
      CHECK(out[2] == Approx(2));
    }
  });
}

TEST_CASE("The attention workspace does not grow with T x S",
          "[kernels][attention]") {
  EachTarget([] {
    CHECK(AttentionWorkspace({4096, 4096, 64, 64}) * sizeof(float) < 400000);
  });
}

}  // namespace
}  // namespace clearhead::kernels
