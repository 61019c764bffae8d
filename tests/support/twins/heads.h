// Twins of heads: split, joined, pooled, and whole layers of them.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_HEADS_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_HEADS_H_

#include <cmath>
#include <cstdint>
#include <string>

#include "tests/support/twins/attention.h"
#include "tests/support/twins/base.h"
#include "tests/support/twins/positions.h"

namespace clearhead::test::twins {

template <typename Number>
Array<Number> SplitHeads(Call<Number> call) {
  return Split(call["x"], call.Get("heads").integer());
}

template <typename Number>
Array<Number> JoinHeads(Call<Number> call) {
  return Join(call["x"]);
}

template <typename Number>
Array<Number> PoolHeads(Call<Number> call) {
  const Array<Number>& x = call["x"];
  const int64_t heads = call.Get("heads").integer();
  const int64_t groups = call.Get("kv_heads").integer();
  const int64_t width = x.shape.back() / heads, size = heads / groups;
  Shape shape = x.shape;
  shape.back() = groups * width;
  Array<Number> out(shape);
  ForEachIndex(x.shape, [&](const Index& index) {
    const int64_t group = index.back() / width / size;
    out[WithLast(index, group * width + index.back() % width)] +=
        x[index] / static_cast<double>(size);
  });
  return out;
}

template <typename Number>
Array<Number> MultiHead(Call<Number> call) {
  const std::string share = call.Get("share").text;
  const bool one = share == "all", queries = one || share == "query_key";
  const Array<Number>& x = call["x"];
  const Array<Number>& context = call["context"].present ? call["context"] : x;
  const Array<Number>& values =
      call["value_context"].present ? call["value_context"] : context;
  const auto project = [&](const Array<Number>& from,
                           const std::string& owner) {
    return Project(from, call[(owner + "_weight").c_str()],
                   call[(owner + "_bias").c_str()]);
  };
  const Array<Number> q = project(x, "query");
  const Array<Number> k = project(context, queries ? "query" : "key");
  const Array<Number> v = one                    ? project(values, "query")
                          : share == "key_value" ? project(values, "key")
                                                 : project(values, "value");
  const int64_t heads = call.Get("heads").integer();
  const int64_t given = call.Get("kv_heads").integer();
  const int64_t groups = given == 0 ? heads : given;
  const auto turned = [&](const Array<Number>& parts) {
    if (!call["cos"].present) return parts;
    return Turned(parts, call["cos"], call["sin"],
                  call.Get("layout").text == "half");
  };
  const Array<Number> joined =
      Join(Attend(turned(Split(q, heads)),
                  After(call["past_key"], turned(Split(k, groups)), 2),
                  After(call["past_value"], Split(v, groups), 2), call["mask"],
                  call["bias"], call.Get("scale").number,
                  call.Get("softcap").number, call.Get("causal").flag()));
  return Project(joined, call["output_weight"], call["output_bias"]);
}

// RMSNorm of the last axis.
template <typename Number>
Array<Number> Normed(Array<Number> x, const Array<Number>& weight,
                     double epsilon) {
  const int64_t n = x.shape.back();
  ForEachIndex(x.shape, [&](const Index& row) {
    if (row.back() != 0) return;
    Number squares = 0;
    for (int64_t c = 0; c < n; ++c) {
      squares += x[WithLast(row, c)] * x[WithLast(row, c)];
    }
    const Number rms = std::sqrt(squares / static_cast<double>(n) + epsilon);
    for (int64_t c = 0; c < n; ++c) {
      x[WithLast(row, c)] *= weight[{c}] / rms;
    }
  });
  return x;
}

// MLA by its definition, whatever the form: keys and values of every head.
template <typename Number>
Array<Number> Latent(Call<Number> call) {
  const double epsilon = call.Get("epsilon").number;
  const int64_t heads = call.Get("heads").integer();
  const Array<Number>&x = call["x"], &cos = call["cos"],
        &up = call["key_value_up"];
  const int64_t rope = 2 * cos.shape.back(), rank = up.shape[0];
  const Array<Number> latent_x =
      call["query_down"].present ? Normed(Project(x, call["query_down"], {}),
                                          call["query_norm"], epsilon)
                                 : x;
  const Array<Number> q = Split(Project(latent_x, call["query_up"], {}), heads);
  const int64_t nope = q.shape[3] - rope;
  const Array<Number> down = Project(x, call["key_value_down"], {});
  const Array<Number> latent =
      After(call["past_latent"],
            Normed(Part(down, 2, 0, rank), call["key_value_norm"], epsilon), 1);
  const Array<Number> new_key =
      Turned(Split(Part(down, 2, rank, rope), 1), cos, call["sin"], false);
  const Array<Number> rope_key = After(call["past_rope_key"], Join(new_key), 1);
  const Array<Number> parts = Split(Project(latent, up, {}), heads);
  const Array<Number> query =
      Joined(Part(q, 3, 0, nope),
             Turned(Part(q, 3, nope, rope), cos, call["sin"], false), 3);
  Shape shape = parts.shape;
  shape[3] = nope + rope;
  Array<Number> key(shape);
  ForEachIndex(shape, [&](const Index& index) {
    key[index] = index[3] < nope
                     ? parts[index]
                     : rope_key[{index[0], index[2], index[3] - nope}];
  });
  const Array<Number> value = Part(parts, 3, nope, parts.shape[3] - nope);
  return Project(
      Join(Attend(query, key, value, call["mask"], {}, call.Get("scale").number,
                  call.Get("softcap").number, call.Get("causal").flag())),
      call["output_weight"], {});
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_HEADS_H_
