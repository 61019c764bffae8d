// Twins of what reads tables and draws numbers.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_DRAWS_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_DRAWS_H_

#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>

#include "tests/support/twins/base.h"

namespace clearhead::test::twins {

template <typename Number>
Array<Number> Embedding(Call<Number> call) {
  const Array<Number>&table = call["table"], &ids = call["ids"];
  const int64_t padding = call.Get("padding").integer();
  Shape shape = ids.shape;
  shape.push_back(table.shape[1]);
  Array<Number> out(shape);
  ForEachIndex(shape, [&](const Index& index) {
    Index token = index;
    token.pop_back();
    const auto id = static_cast<int64_t>(std::real(ids[token]));
    out[index] = table[{id, index.back()}];
    // The row of padding is a constant.
    if (id == padding) out[index] = std::real(out[index]);
  });
  return out;
}

template <typename Number>
Shape ShapeAsked(Call<Number> call) {
  Shape shape;
  for (const int64_t size : call.Get("shape").integers) shape.push_back(size);
  return shape;
}

// Fills the shape from PCG32 by O'Neill's definition: each(next) is a cell,
// next() a draw of 32 bits.
template <typename Number, typename Each>
Array<Number> Drawn(Call<Number> call, const Shape& shape, const Each& each) {
  Array<Number> out(shape);
  const auto stream = static_cast<uint64_t>(call.Get("stream").integer());
  const uint64_t increment = stream << 1 | 1;
  uint64_t state = 0;
  const auto next = [&] {
    const uint64_t old = state;
    state = old * 6364136223846793005ULL + increment;
    const auto mixed = static_cast<uint32_t>((old >> 18 ^ old) >> 27);
    const auto turn = static_cast<uint32_t>(old >> 59);
    return mixed >> turn | mixed << (-turn & 31);
  };
  next();
  state += static_cast<uint64_t>(call.Get("seed").integer());
  next();
  ForEachIndex(out.shape, [&](const Index& index) { out[index] = each(next); });
  return out;
}

// Box–Muller, in double.
template <typename Number>
Array<Number> Normal(Call<Number> call) {
  const double deviation = call.Get("deviation").number;
  double radius = 0;
  double angle = 0;
  bool second = false;
  return Drawn(call, ShapeAsked(call), [&](const auto& next) {
    if (!second) {
      radius = std::sqrt(-2 * std::log(1 - next() * 0x1p-32));
      angle = 2 * std::numbers::pi * (next() * 0x1p-32);
    }
    const double wave = second ? std::sin(angle) : std::cos(angle);
    second = !second;
    return deviation * radius * wave;
  });
}

// The upper 24 bits of a draw as a fraction.
template <typename Number>
Array<Number> Uniform(Call<Number> call) {
  const double low = call.Get("low").number, high = call.Get("high").number;
  return Drawn(call, ShapeAsked(call), [&](const auto& next) {
    return low + (high - low) * std::floor(next() / 256.0) / 16777216.0;
  });
}

// 1/(1 − p) times x where the draw is kept.
template <typename Number>
Array<Number> Dropout(Call<Number> call) {
  const double keep = 1 - call.Get("rate").number;
  const Array<Number>& x = call["x"];
  Array<Number> out = Drawn(call, x.shape, [&](const auto& next) {
    return next() < keep * 4294967296.0 ? 1 / keep : 0;
  });
  ForEachIndex(x.shape, [&](const Index& index) {
    out[index] = out[index] == Number(0) ? Number(0) : out[index] * x[index];
  });
  return out;
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_DRAWS_H_
