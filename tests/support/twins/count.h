// The twin of count.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_COUNT_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_COUNT_H_

#include <cmath>
#include <string>

#include "tests/support/twins/base.h"

namespace clearhead::test::twins {

// Written as the layers are built, matrix by matrix.
template <typename Number>
Array<Number> Counted(Call<Number> call) {
  const auto size = [&](const char* name, double otherwise = NAN) {
    const double given = call.Get(name).number;
    return std::isnan(given) ? otherwise : given;
  };
  const std::string kind = call.Get("kind").text;
  const bool always = kind == "bert" || kind == "gpt2";
  const double bias = always || call.Get("bias").flag();
  const double c = size("width"), h = size("heads"), g = size("groups", h);
  const double d = size("head_width", c / h), f = size("hidden");
  const double e = size("value_width", d), k = size("latent");
  const double r = size("rotary"), layers = size("layers", 1);
  const double tokens = size("batch", 1) * size("length", 1);
  const auto linear = [&](double in, double out, double with) {
    return in * out + with * out;
  };
  const auto attention = [&](double with) {
    return linear(c, h * d, with) + 2 * linear(c, g * d, with) +
           linear(h * d, c, with);
  };
  const auto forward = [&](double with) {
    return linear(c, f, with) + linear(f, c, with);
  };
  const auto layer = [&](double with) {
    return attention(with) + forward(with) + 2 * (c + with * c);
  };
  double count = NAN;
  if (kind == "linear") count = linear(c, f, bias);
  if (kind == "attention") count = attention(bias);
  if (kind == "latent_attention") {
    const double q = size("query_latent", 0);
    const double queries = h * (d + r);
    count = (q > 0 ? c * q + q * queries : c * queries) + c * (k + r) +
            k * h * (d + e) + h * e * c;
  }
  if (kind == "feed_forward") count = forward(bias);
  if (kind == "gated_feed_forward") {
    count = 2 * linear(c, f, bias) + linear(f, c, bias);
  }
  if (kind == "norm") count = c + bias * c;
  if (kind == "encoder_layer") count = layer(bias);
  if (kind == "decoder_layer") {
    count = layer(bias) + attention(bias) + c + bias * c;
  }
  const double words = size("vocabulary") * c;
  if (kind == "bert") {
    count = words + size("positions") * c + 2 * c + 2 * c + layers * layer(1) +
            linear(c, c, 1);
  }
  if (kind == "gpt2") {
    count = words + size("positions") * c + layers * layer(1) + 2 * c;
  }
  if (kind == "t5") {
    count =
        words + layers * (2 * layer(0) + attention(0) + c) + 2 * c + 2 * 32 * h;
  }
  const double bytes = size("bytes", 1);
  if (kind == "key_value_cache") count = 2 * layers * tokens * g * d * bytes;
  if (kind == "latent_cache") count = layers * tokens * (k + r) * bytes;
  const double times = 2 * layers * tokens;
  if (kind == "attention_operations") {
    count = times * size("keys", size("length", 1)) * h * (d + e);
  }
  if (kind == "projection_operations") count = times * attention(0);
  if (kind == "feed_forward_operations") count = times * forward(0);
  if (kind == "rank_freedom") count = k * (c + f - k);
  if (kind == "symmetric_rank_freedom") count = k * c - k * (k - 1) / 2;
  Array<Number> out{Shape()};
  out.cells[0] = count;
  return out;
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_COUNT_H_
