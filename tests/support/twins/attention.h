// Twins of attention.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_ATTENTION_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_ATTENTION_H_

#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include "tests/support/twins/base.h"
#include "tests/support/twins/elementwise.h"
#include "tests/support/twins/softmax.h"

namespace clearhead::test::twins {

template <typename Number>
int64_t Group(const Array<Number>& q, const Array<Number>& k, int64_t head) {
  return head / (q.shape[1] / k.shape[1]);
}

template <typename Number>
Number DotProduct(const Array<Number>& q, const Array<Number>& k,
                  const Index& score) {
  Number sum = 0;
  for (int64_t d = 0; d < q.shape[3]; ++d) {
    sum += q[{score[0], score[1], score[2], d}] *
           k[{score[0], Group(q, k, score[1]), score[3], d}];
  }
  return sum;
}

template <typename Number>
Array<Number> Scores(Call<Number> call) {
  const Array<Number>&q = call["q"], &k = call["k"];
  Array<Number> out({q.shape[0], q.shape[1], q.shape[2], k.shape[2]});
  ForEachIndex(out.shape, [&](const Index& index) {
    out[index] = DotProduct(q, k, index);
  });
  return out;
}

// weight·value; a weight of exactly 0 takes nothing of a value of ∞ or NaN.
template <typename Number>
Number Weighed(const Number& weight, const Number& value) {
  return weight == Number(0) ? Number(0) : weight * value;
}

template <typename Number>
Array<Number> WeightedSum(Call<Number> call) {
  const Array<Number>&weights = call["weights"], &v = call["v"];
  Array<Number> out(
      {weights.shape[0], weights.shape[1], weights.shape[2], v.shape[3]});
  ForEachIndex(out.shape, [&](const Index& index) {
    for (int64_t s = 0; s < v.shape[2]; ++s) {
      out[index] +=
          Weighed(weights[WithLast(index, s)],
                  v[{index[0], Group(weights, v, index[1]), s, index[3]}]);
    }
  });
  return out;
}

// Softmax(cap(scale·QKᵀ) + bias, hidden keys left out)·V; NaN for 1/√D.
template <typename Number>
Array<Number> Attend(const Array<Number>& q, const Array<Number>& k,
                     const Array<Number>& v, const Array<Number>& mask,
                     const Array<Number>& bias, double given, double cap,
                     bool causal) {
  const double scale = std::isnan(given)
                           ? std::pow(static_cast<double>(q.shape[3]), -0.5)
                           : given;
  const int64_t T = q.shape[2], S = k.shape[2];
  Array<Number> out({q.shape[0], q.shape[1], T, v.shape[3]});
  ForEachIndex({q.shape[0], q.shape[1], T}, [&](const Index& row) {
    std::vector<Number> line(static_cast<size_t>(S));
    for (int64_t s = 0; s < S; ++s) {
      const Index score = {row[0], row[1], row[2], s};
      Number a = DotProduct(q, k, score) * scale;
      if (cap > 0) a = Cap(a, cap);
      if (bias.present) a += bias.Wide(score);
      const bool hidden = (mask.present && std::real(mask.Wide(score)) == 0) ||
                          (causal && S - s < T - row[2]);
      line[s] = hidden ? Number(-HUGE_VAL) : a;
    }
    SoftmaxLine(&line);
    for (int64_t e = 0; e < v.shape[3]; ++e) {
      for (int64_t s = 0; s < S; ++s) {
        out[{row[0], row[1], row[2], e}] +=
            Weighed(line[s], v[{row[0], Group(q, v, row[1]), s, e}]);
      }
    }
  });
  return out;
}

// The rows of `past`, where there are any, in front of those of `now`.
template <typename Number>
Array<Number> After(const Array<Number>& past, const Array<Number>& now,
                    size_t axis) {
  return past.present ? Joined(past, now, axis) : now;
}

template <typename Number>
Array<Number> Attention(Call<Number> call) {
  return Attend(call["q"], After(call["past_key"], call["k"], 2),
                After(call["past_value"], call["v"], 2), call["mask"],
                call["bias"], call.Get("scale").number,
                call.Get("softcap").number, call.Get("causal").flag());
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_ATTENTION_H_
