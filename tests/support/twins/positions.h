// Twins of the schemes of positions.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_POSITIONS_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_POSITIONS_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/twins/base.h"

namespace clearhead::test::twins {

template <typename Number>
Array<Number> Sinusoidal(Call<Number> call) {
  const int64_t length = call.Get("length").integer();
  const int64_t width = call.Get("width").integer();
  Array<Number> out({length, width});
  ForEachIndex(out.shape, [&](const Index& index) {
    const auto pair = static_cast<double>(index[1] / 2);
    const double angle =
        (call.Get("start").number + static_cast<double>(index[0])) *
        std::exp(-2 * pair / static_cast<double>(width) *
                 std::log(call.Get("base").number));
    out[index] = index[1] % 2 == 1 ? std::cos(angle) : std::sin(angle);
  });
  return out;
}

// θ of one pair, from the formulas of the papers and the reference code.
template <typename Number>
Number Speed(Call<Number> call, int64_t pair) {
  const auto number = [&](const char* name, double otherwise = NAN) {
    const double given = call.Get(name).number;
    return std::isnan(given) ? otherwise : given;
  };
  const std::string scaling = call.Get("scaling").text;
  const double d = number("width"), s = number("factor");
  const double trained = number("trained_length");
  double base = number("base");
  double growth = 1;
  if (scaling == "ntk") growth = s;
  if (scaling == "dynamic" && number("length") > trained) {
    growth = s * number("length") / trained - (s - 1);
  }
  base *= std::pow(growth, d / (d - 2));
  const auto i = static_cast<double>(pair);
  const double theta = 1 / std::pow(base, 2 * i / d);
  if (scaling == "linear") return theta / s;
  if (scaling == "longrope") {
    return theta / call["factors"][{pair}];
  }
  if (scaling != "yarn" && scaling != "llama3") return theta;
  const bool yarn = scaling == "yarn";
  const double low = number("low", 1), high = number("high", yarn ? 32 : 4);
  const std::string ramp = call.Get("ramp").text;
  double keep = (trained / (2 * M_PI / theta) - low) / (high - low);
  if (yarn && ramp != "turns") {
    const auto place = [&](double turns) {
      return d * std::log(trained / (turns * 2 * M_PI)) / (2 * std::log(base));
    };
    double first = place(high), last = place(low);
    if (ramp == "rounded") {
      first = std::floor(first);
      last = std::ceil(last);
    }
    first = std::max(first, 0.0);
    last = std::min(last, d - 1);
    if (first == last) last += 0.001;
    keep = 1 - (i - first) / (last - first);
  }
  keep = std::min(std::max(keep, 0.0), 1.0);
  return theta * keep + theta / s * (1 - keep);
}

template <typename Number>
Array<Number> RotaryFrequencies(Call<Number> call) {
  Array<Number> out({call.Get("width").integer() / 2});
  for (int64_t pair = 0; pair < out.shape[0]; ++pair) {
    out[{pair}] = Speed(call, pair);
  }
  return out;
}

template <typename Number>
Array<Number> RotaryTable(Call<Number> call) {
  const Array<Number>&positions = call["positions"],
        &speeds = call["frequencies"];
  Shape shape = positions.shape;
  shape.push_back(speeds.shape[0]);
  Array<Number> out(shape);
  ForEachIndex(shape, [&](const Index& index) {
    Index position = index;
    position.pop_back();
    Number speed = speeds[{index.back()}];
    if (call["remainder"].present) speed += call["remainder"][{index.back()}];
    out[index] = std::cos(positions[position] * speed);
    if (call["attention_factor"].present) {
      out[index] *= call["attention_factor"][Index()];
    }
  });
  return out;
}

// Every pair of features as a complex number, written out: (i, i + F) in
// halves, (2i, 2i + 1) side by side.
template <typename Number>
Array<Number> Turned(const Array<Number>& x, const Array<Number>& cos,
                     const Array<Number>& sin, bool half) {
  Array<Number> out = x;
  const int64_t pairs = cos.shape.back();
  ForEachIndex({x.shape[0], x.shape[1], x.shape[2], pairs},
               [&](const Index& index) {
                 const int64_t i = index[3];
                 const Index a = WithLast(index, half ? i : 2 * i);
                 const Index b = WithLast(index, half ? i + pairs : 2 * i + 1);
                 const Index angle = {index[0], index[2], i};
                 const Number c = cos.Wide(angle), s = sin.Wide(angle);
                 out[a] = x[a] * c - x[b] * s;
                 out[b] = x[a] * s + x[b] * c;
               });
  return out;
}

template <typename Number>
Array<Number> Rotary(Call<Number> call) {
  return Turned(call["x"], call["cos"], call["sin"],
                call.Get("layout").text == "half");
}

template <typename Number>
Array<Number> Alibi(Call<Number> call) {
  const int64_t heads = call.Get("heads").integer();
  const int64_t queries = call.Get("queries").integer();
  const int64_t keys = call.Get("keys").integer();
  // Slopes of the largest power of two, then every second one of the next.
  std::vector<double> slopes;
  int64_t power = 1;
  while (power * 2 <= heads) power *= 2;
  for (int64_t i = 1; i <= power; ++i) {
    slopes.push_back(
        std::exp2(-8.0 * static_cast<double>(i) / static_cast<double>(power)));
  }
  for (int64_t i = 1; static_cast<int64_t>(slopes.size()) < heads; i += 2) {
    slopes.push_back(
        std::exp2(-4.0 * static_cast<double>(i) / static_cast<double>(power)));
  }
  Array<Number> out({heads, queries, keys});
  ForEachIndex(out.shape, [&](const Index& index) {
    auto behind = static_cast<double>((keys - index[2]) - (queries - index[1]));
    if (call.Get("symmetric").flag()) behind = std::abs(behind);
    out[index] = slopes[static_cast<size_t>(index[0])] *
                 (call.Get("reversed").flag() ? behind : -behind);
  });
  return out;
}

template <typename Number>
Array<Number> RelativeBias(Call<Number> call) {
  const Array<Number>& table = call["table"];
  const int64_t queries = call.Get("queries").integer();
  const int64_t keys = call.Get("keys").integer();
  const bool both = call.Get("bidirectional").flag();
  const double furthest = call.Get("max_distance").number;
  Array<Number> out({table.shape[1], queries, keys});
  ForEachIndex(out.shape, [&](const Index& index) {
    const int64_t behind = (keys - index[2]) - (queries - index[1]);
    const int64_t buckets = both ? table.shape[0] / 2 : table.shape[0];
    const int64_t distance =
        std::max<int64_t>(both ? std::abs(behind) : behind, 0);
    const int64_t exact = buckets / 2;
    int64_t bucket = distance;
    if (distance >= exact) {
      const double share = std::log(static_cast<double>(distance) / exact) /
                           std::log(furthest / static_cast<double>(exact));
      bucket = std::min<int64_t>(
          buckets - 1,
          exact + static_cast<int64_t>(
                      share * static_cast<double>(buckets - exact) + 1e-6));
    }
    if (both && behind < 0) bucket += buckets;
    out[index] = table[{bucket, index[0]}];
  });
  return out;
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_POSITIONS_H_
