// Twins of sums, products and activations.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_ELEMENTWISE_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_ELEMENTWISE_H_

#include <cmath>
#include <complex>
#include <cstdint>
#include <string>

#include "tests/support/twins/base.h"

namespace clearhead::test::twins {

template <typename Number>
Array<Number> Add(Call<Number> call) {
  Array<Number> out = call["a"];
  ForEachIndex(out.shape, [&](const Index& index) {
    out[index] += call["b"].Wide(index);
  });
  return out;
}

template <typename Number>
Array<Number> Difference(Call<Number> call) {
  Array<Number> out = call["a"];
  ForEachIndex(out.shape, [&](const Index& index) {
    out[index] -= call["b"].Wide(index);
  });
  return out;
}

template <typename Number>
Array<Number> Multiply(Call<Number> call) {
  Array<Number> out = call["a"];
  ForEachIndex(out.shape, [&](const Index& index) {
    out[index] *= call["b"].Wide(index);
  });
  return out;
}

template <typename Number>
Array<Number> Divide(Call<Number> call) {
  Array<Number> out = call["a"];
  ForEachIndex(out.shape, [&](const Index& index) {
    out[index] /= call["divisor"].Wide(index);
  });
  return out;
}

// erf(x + ih) = erf x + ih·2/√π·e^(−x²) for a small step h.
inline double Erf(double x) { return std::erf(x); }

inline std::complex<double> Erf(std::complex<double> x) {
  const double a = x.real();
  return {std::erf(a), x.imag() * 2 / std::sqrt(M_PI) * std::exp(-a * a)};
}

// In words of the papers; large arguments are not tried.
template <typename Number>
Number Activated(const std::string& kind, double given, Number x) {
  const bool positive = std::real(x) > 0;
  const double alpha = std::isnan(given) ? 1 : given;
  const auto sigmoid = [](Number z) { return 1.0 / (1.0 + std::exp(-z)); };
  if (kind == "relu") return positive ? x : Number(0);
  if (kind == "leaky_relu") {
    return positive ? x : x * (std::isnan(given) ? 0.01 : given);
  }
  if (kind == "elu") return positive ? x : alpha * (std::exp(x) - 1.0);
  if (kind == "tanh") return std::tanh(x);
  if (kind == "sigmoid") return sigmoid(x);
  if (kind == "silu") return x * sigmoid(alpha * x);
  if (kind == "quick_gelu") return x * sigmoid(1.702 * x);
  if (kind == "gelu_tanh") {
    const Number inner = x + 0.044715 * x * x * x;
    return 0.5 * x * (1.0 + std::tanh(std::sqrt(2 / M_PI) * inner));
  }
  if (kind == "gelu") return x * 0.5 * (1.0 + Erf(x / std::sqrt(2.0)));
  if (kind == "erf") return Erf(x);
  const Number softplus = std::log(1.0 + std::exp(x));
  return kind == "softplus" ? softplus : x * std::tanh(softplus);
}

template <typename Number>
Array<Number> Activation(Call<Number> call) {
  Array<Number> out = call["x"];
  for (Number& cell : out.cells) {
    cell = Activated(call.Get("kind").text, call.Get("alpha").number, cell);
  }
  return out;
}

template <typename Number>
Array<Number> Scale(Call<Number> call) {
  Array<Number> out = call["a"];
  for (Number& cell : out.cells) cell /= call.Get("divisor").number;
  return out;
}

template <typename Number>
Number Cap(Number a, double cap) {
  return cap * std::tanh(a / cap);
}

template <typename Number>
Array<Number> SoftCap(Call<Number> call) {
  Array<Number> out = call["a"];
  for (Number& cell : out.cells) cell = Cap(cell, call.Get("cap").number);
  return out;
}

template <typename Number>
Array<Number> Linear(Call<Number> call) {
  return Project(call["x"], call["weight"], call["bias"]);
}

template <typename Number>
Array<Number> MatMul(Call<Number> call) {
  const bool ta = call.Get("transpose_a").flag();
  const bool tb = call.Get("transpose_b").flag();
  const Array<Number> a = ta ? Transposed(call["a"]) : call["a"];
  const Array<Number> b = tb ? Transposed(call["b"]) : call["b"];
  Shape shape = a.shape;
  shape.back() = b.shape.back();
  Array<Number> out(shape);
  ForEachIndex(shape, [&](const Index& index) {
    for (int64_t k = 0; k < a.shape.back(); ++k) {
      Index right = index;
      right[index.size() - 2] = k;
      // Not Wide(index): the inner axes of b are never repeated.
      Index entry = b.shape;
      const size_t lead = index.size() - b.shape.size();
      for (size_t axis = 0; axis < b.shape.size(); ++axis) {
        const bool inner = axis + 2 >= b.shape.size();
        entry[axis] = !inner && b.shape[axis] == 1 ? 0 : right[lead + axis];
      }
      out[index] += a[WithLast(index, k)] * b[entry];
    }
  });
  return out;
}

template <typename Number>
Array<Number> Concatenate(Call<Number> call) {
  return Joined(call["a"], call["b"], Axis(call, call["a"]));
}

template <typename Number>
Array<Number> Slice(Call<Number> call) {
  return Part(call["a"], Axis(call, call["a"]), call.Get("start").integer(),
              call.Get("length").integer());
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_ELEMENTWISE_H_
