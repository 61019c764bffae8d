// Twins of cross entropy and its two steps.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_LOSSES_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_LOSSES_H_

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>

#include "tests/support/twins/base.h"

namespace clearhead::test::twins {

// −Σ_c q_c·ln p_c of one row, the target q and the probabilities p written out.
template <typename Number>
Number LossOfRow(Call<Number> call, const Index& token, int64_t label) {
  const Array<Number>&logits = call["logits"], &weight = call["weight"];
  const int64_t classes = logits.shape.back();
  const double smoothing = call.Get("label_smoothing").number;
  double max = -HUGE_VAL;
  for (int64_t c = 0; c < classes; ++c) {
    max = std::max(max, std::real(logits[Followed(token, c)]));
  }
  Number sum = 0, loss = 0;
  for (int64_t c = 0; c < classes; ++c) {
    sum += std::exp(logits[Followed(token, c)] - max);
  }
  const bool given = call.Get("log_probabilities").flag();
  for (int64_t c = 0; c < classes; ++c) {
    const Number w = weight.present ? weight[{c}] : Number(1);
    const double q = (c == label ? 1 - smoothing : 0) +
                     smoothing / static_cast<double>(classes);
    const Number a = logits[Followed(token, c)];
    loss -= q * w * (given ? a : a - max - std::log(sum));
  }
  return loss;
}

// The label of a token, or -1 of one to ignore.
template <typename Number>
int64_t LabelOf(Call<Number> call, const Index& token) {
  const auto label = static_cast<int64_t>(std::real(call["labels"][token]));
  return label == call.Get("ignore").integer() ? -1 : label;
}

template <typename Number>
Array<Number> TokenLosses(Call<Number> call) {
  Array<Number> out(call["labels"].shape);
  ForEachIndex(out.shape, [&](const Index& token) {
    const int64_t label = LabelOf(call, token);
    out[token] = label < 0 ? Number(0) : LossOfRow(call, token, label);
  });
  return out;
}

template <typename Number>
Number SumOf(const Array<Number>& a) {
  Number sum = 0;
  for (const Number& cell : a.cells) sum += cell;
  return sum;
}

template <typename Number>
Array<Number> TotalLoss(Call<Number> call) {
  Array<Number> out((Shape()));
  out.cells[0] = SumOf(call["losses"]);
  const bool weighted = call["weights"].present;
  if (call.Get("mean").flag()) {
    out.cells[0] /=
        weighted ? SumOf(call["weights"]) : Number(call["losses"].cells.size());
  }
  return out;
}

template <typename Number>
Array<Number> CrossEntropy(Call<Number> call) {
  const Array<Number> losses = TokenLosses(call);
  const std::string reduction = call.Get("reduction").text;
  if (reduction == "none") return losses;
  Array<Number> out((Shape()));
  Number divisor = 0;
  ForEachIndex(losses.shape, [&](const Index& token) {
    const int64_t label = LabelOf(call, token);
    if (label < 0) return;
    divisor += call["weight"].present ? call["weight"][{label}] : Number(1);
  });
  out.cells[0] = SumOf(losses);
  if (reduction == "mean") out.cells[0] /= divisor;
  return out;
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_LOSSES_H_
