// Twins of layers: feed-forward and recurrent.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_LAYERS_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_LAYERS_H_

#include <cmath>
#include <cstdint>

#include "tests/support/twins/attention.h"
#include "tests/support/twins/base.h"
#include "tests/support/twins/elementwise.h"

namespace clearhead::test::twins {

template <typename Number>
Array<Number> FeedForward(Call<Number> call) {
  const Array<Number>& x = call["x"];
  Array<Number> hidden = Project(x, call["in_weight"], call["in_bias"]);
  for (Number& cell : hidden.cells) {
    cell = Activated(call.Get("kind").text, call.Get("alpha").number, cell);
  }
  if (call["gate_weight"].present) {
    const Array<Number> gate =
        Project(x, call["gate_weight"], call["gate_bias"]);
    ForEachIndex(hidden.shape,
                 [&](const Index& index) { hidden[index] *= gate[index]; });
  }
  return Project(hidden, call["out_weight"], call["out_bias"]);
}

template <typename Number>
Array<Number> Recurrent(Call<Number> call) {
  Array<Number> out = Project(call["x"], call["input_weight"], call["bias"]);
  const Array<Number>& weight = call["state_weight"];
  const int64_t width = weight.shape[0];
  // In the order of indices every state comes after the one it reads.
  ForEachIndex(out.shape, [&](const Index& index) {
    const int64_t b = index[0], t = index[1], n = index[2];
    Number sum = out[index];
    for (int64_t m = 0; m < width; ++m) {
      if (t > 0) {
        sum += out[{b, t - 1, m}] * weight[{m, n}];
      } else if (call["start"].present) {
        sum += call["start"][{b, 0, m}] * weight[{m, n}];
      }
    }
    out[index] = std::tanh(sum);
  });
  return out;
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_LAYERS_H_
