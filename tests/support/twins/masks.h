// Twins of masks.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_MASKS_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_MASKS_H_

#include <cmath>
#include <complex>
#include <cstdint>
#include <string>

#include "tests/support/twins/base.h"

namespace clearhead::test::twins {

// Distances to the end, where the last query sees the last key.
template <typename Number>
Array<Number> Mask(Call<Number> call) {
  const std::string kind = call.Get("kind").text;
  const int64_t queries = call.Get("queries").integer();
  const int64_t keys = call.Get("keys").integer();
  const int64_t length = call.Get("length").integer();
  const int64_t start = call.Get("start").integer();
  const bool content = call.Get("stream").text == "content";
  const auto listed = [&](const char* list, int64_t from_end) {
    return std::real(call[list][{keys - from_end}]);
  };
  Array<Number> out({queries, keys});
  ForEachIndex(out.shape, [&](const Index& index) {
    const int64_t query = queries - index[0], key = keys - index[1];
    const bool causal = key >= query,
               real = start <= index[1] && index[1] < length;
    const bool known = query <= keys;  // else no key stands where it does
    bool visible = true;
    if (kind == "causal") visible = causal;
    if (kind == "padding") visible = real;
    if (kind == "combined") visible = causal && real;
    if (kind == "prefix") visible = causal || index[1] < length;
    if (kind == "window") visible = causal && key - query < length;
    if (kind == "permutation") {
      const bool earlier =
          known && listed("order", key) < listed("order", query);
      visible = earlier || (content && key == query);
    }
    if (kind == "block") {
      visible = known && listed("documents", key) == listed("documents", query);
    }
    out[index] = visible ? 1.0 : 0.0;
  });
  return out;
}

template <typename Number>
Array<Number> CombineMasks(Call<Number> call) {
  const std::string kind = call.Get("kind").text;
  Array<Number> out = call["a"];
  ForEachIndex(out.shape, [&](const Index& index) {
    const Number a = out[index];
    if (kind == "not") {
      out[index] = Number(1) - a;
      return;
    }
    const Number b = call["b"].Wide(index);
    out[index] = kind == "and" ? a * b : a + b - a * b;
  });
  return out;
}

template <typename Number>
Array<Number> Visible(Call<Number> call) {
  const Array<Number>& mask = call["mask"];
  Shape shape = mask.shape;
  shape.pop_back();
  Array<Number> out(shape);
  ForEachIndex(mask.shape, [&](const Index& index) {
    Index query = index;
    query.pop_back();
    out[query] += mask[index];
  });
  return out;
}

template <typename Number>
Array<Number> Triangle(Call<Number> call) {
  Array<Number> out = call["a"];
  const int64_t offset = call.Get("offset").integer();
  ForEachIndex(out.shape, [&](const Index& index) {
    const int64_t above = index.FromBack(0) - index.FromBack(1) - offset;
    const bool kept = call.Get("upper").flag() ? above >= 0 : above <= 0;
    if (!kept) out[index] = 0;
  });
  return out;
}

template <typename Number>
Array<Number> ApplyMask(Call<Number> call) {
  Array<Number> out = call["a"];
  ForEachIndex(out.shape, [&](const Index& index) {
    if (std::real(call["visible"].Wide(index)) == 0) out[index] = -HUGE_VAL;
  });
  return out;
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_MASKS_H_
