// Twins of softmax in all its forms.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_SOFTMAX_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_SOFTMAX_H_

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/twins/base.h"

namespace clearhead::test::twins {

// Weights of one line of scores; hidden ones are −∞.
template <typename Number>
void SoftmaxLine(std::vector<Number>* line) {
  double max = -HUGE_VAL;
  for (const Number& a : *line) max = std::max(max, std::real(a));
  Number sum = 0;
  for (Number& a : *line) {
    a = std::real(a) == -HUGE_VAL ? Number(0) : std::exp(a - max);
    sum += a;
  }
  // Hidden, they stay exactly 0 beside NaN too.
  for (Number& a : *line) a = a == Number(0) ? Number(0) : a / sum;
}

template <typename Number>
Array<Number> Softmax(Call<Number> call) {
  Array<Number> out = call["a"];
  int64_t axis = call.Get("axis").integer();
  if (axis < 0) axis += static_cast<int64_t>(out.shape.size());
  ForEachIndex(out.shape, [&](const Index& index) {
    if (index[axis] != 0) return;
    Index cell = index;
    std::vector<Number> line;
    for (cell[axis] = 0; cell[axis] < out.shape[axis]; ++cell[axis]) {
      line.push_back(out[cell]);
    }
    SoftmaxLine(&line);
    for (cell[axis] = 0; cell[axis] < out.shape[axis]; ++cell[axis]) {
      out[cell] = line[cell[axis]];
    }
  });
  return out;
}

// The nearest float or half. The step passes it as if it were not there.
template <typename Number>
Number Rounded(Number x, bool half) {
  const double exact = std::real(x);
  if (!std::isfinite(exact)) return x;
  double rounded = static_cast<float>(exact);
  if (half) {
    int exponent = 0;
    std::frexp(exact, &exponent);
    const double unit = std::ldexp(1, std::max(exponent, -13) - 11);
    rounded = std::nearbyint(exact / unit) * unit;
    if (std::abs(rounded) > 65504) rounded = std::copysign(HUGE_VAL, exact);
  }
  return x + (rounded - exact);
}

// Weights of a line that a policy has masked.
template <typename Number>
void RoundedSoftmax(bool zero, bool half, std::vector<Number>* line) {
  Number max = -HUGE_VAL, sum = 0;
  for (const Number& a : *line) {
    if (std::real(a) > std::real(max)) max = a;
  }
  if (std::real(max) == -HUGE_VAL) {
    // 0 ÷ 0, and NaN is the derivative by a score that was read.
    Number nothing = zero ? 0 : std::nan("");
    for (const Number& a : *line) {
      if (std::imag(a) != 0) nothing = a * std::nan("");
    }
    for (Number& a : *line) a = nothing;
    return;
  }
  for (Number& a : *line) {
    a = Rounded(std::exp(Rounded(a - max, half)), half);
    sum += a;
  }
  for (Number& a : *line) a = Rounded(a / Rounded(sum, half), half);
}

template <typename Number>
Array<Number> MaskedSoftmax(Call<Number> call) {
  const std::string fill = call.Get("fill").text;
  const bool half = call.Get("precision").text == "float16";
  Array<Number> out = call["scores"];
  const Number large = Rounded(-1e9, half);
  const bool replaces = fill == "minus-1e9";
  ForEachIndex(out.shape, [&](const Index& index) {
    if (index.back() != 0) return;
    std::vector<Number> line;
    std::vector<bool> hidden;
    for (int64_t s = 0; s < out.shape.back(); ++s) {
      const Index cell = WithLast(index, s);
      Number a = Rounded(out[cell], half);
      hidden.push_back(std::real(call["mask"].Wide(cell)) == 0);
      if (hidden.back() && replaces) a = large;
      if (hidden.back() && fill == "add-minus-1e9") {
        a = Rounded(a + large, half);
      }
      if (hidden.back() && (fill == "zero" || fill == "negative-infinity")) {
        a = -HUGE_VAL;
      }
      line.push_back(a);
    }
    RoundedSoftmax(fill == "zero", half, &line);
    for (int64_t s = 0; s < out.shape.back(); ++s) {
      const bool taken = hidden[s] && fill == "multiply-after-softmax";
      out[WithLast(index, s)] = taken ? Number(0) : line[s];
    }
  });
  return out;
}

template <typename Number>
Array<Number> LogSoftmax(Call<Number> call) {
  Array<Number> out = Softmax(call);
  for (Number& cell : out.cells) cell = std::log(cell);
  return out;
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_SOFTMAX_H_
