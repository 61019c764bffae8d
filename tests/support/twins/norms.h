// Twins of norms.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_NORMS_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_NORMS_H_

#include <cmath>
#include <cstdint>

#include "tests/support/twins/base.h"

namespace clearhead::test::twins {

template <typename Number>
Array<Number> LayerNorm(Call<Number> call) {
  Array<Number> out = call["x"];
  const int64_t n = out.shape.back();
  ForEachIndex(out.shape, [&](const Index& index) {
    if (index.back() != 0) return;
    Number mean = 0, variance = 0;
    for (int64_t c = 0; c < n; ++c) mean += out[WithLast(index, c)];
    mean /= static_cast<double>(n);
    for (int64_t c = 0; c < n; ++c) {
      const Number deviation = out[WithLast(index, c)] - mean;
      variance += deviation * deviation;
    }
    variance /= static_cast<double>(n);
    const Number sigma = std::sqrt(variance + call.Get("epsilon").number);
    for (int64_t c = 0; c < n; ++c) {
      Number& cell = out[WithLast(index, c)];
      cell = (cell - mean) / sigma;
      if (call["weight"].present) cell *= call["weight"][{c}];
      if (call["bias"].present) cell += call["bias"][{c}];
    }
  });
  return out;
}

template <typename Number>
Array<Number> RmsNorm(Call<Number> call) {
  const Array<Number>& x = call["x"];
  Array<Number> out = x;
  ForEachIndex(out.shape, [&](const Index& index) {
    const int64_t n = out.shape.back();
    Number square = 0;
    for (int64_t c = 0; c < n; ++c) {
      square += x[WithLast(index, c)] * x[WithLast(index, c)];
    }
    out[index] /=
        std::sqrt(square / static_cast<double>(n) + call.Get("epsilon").number);
    if (call["weight"].present) out[index] *= call["weight"][{index.back()}];
  });
  return out;
}

template <typename Number>
Array<Number> Norm(Call<Number> call) {
  const Array<Number>& x = call["x"];
  Shape shape = x.shape;
  shape.pop_back();
  Array<Number> out(shape);
  ForEachIndex(x.shape, [&](const Index& index) {
    Index row = index;
    row.pop_back();
    out[row] += x[index] * x[index];
  });
  if (call.Get("keep_axis").flag()) out.shape.push_back(1);
  for (Number& cell : out.cells) cell = std::sqrt(cell);
  return out;
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_NORMS_H_
