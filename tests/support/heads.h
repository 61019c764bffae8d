// ONNX joins the heads of a tensor with three axes.
#ifndef CLEARHEAD_TESTS_SUPPORT_HEADS_H_
#define CLEARHEAD_TESTS_SUPPORT_HEADS_H_

#include "tests/support/vectors.h"

namespace clearhead::test {

// [B, T, H·D] as [B, H, T, D]; four axes stay.
inline VectorTensor Split(const VectorTensor& x, double heads) {
  if (x.shape.size() == 4) return x;
  const auto h = static_cast<int64_t>(heads);
  const int64_t d = x.shape[2] / h;
  VectorTensor split{x.dtype, {x.shape[0], h, x.shape[1], d}, {}};
  for (int64_t i = 0; i < CountOf(split.shape); ++i) {
    const Index at = IndexAt(split.shape, i);
    split.values.push_back(
        x.values[FlatOf(x.shape, {at[0], at[2], at[1] * d + at[3]})]);
  }
  return split;
}

// [B, H, T, D] as [B, T, H·D] where the expected output has three axes.
inline VectorTensor Join(const VectorTensor& x, size_t axes) {
  if (axes == 4) return x;
  const int64_t d = x.shape[3];
  VectorTensor joined{x.dtype, {x.shape[0], x.shape[2], x.shape[1] * d}, {}};
  for (int64_t i = 0; i < CountOf(joined.shape); ++i) {
    const Index at = IndexAt(joined.shape, i);
    joined.values.push_back(
        x.values[FlatOf(x.shape, {at[0], at[2] / d, at[1], at[2] % d})]);
  }
  return joined;
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_HEADS_H_
