#include "core/decode/truncation.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/math.h"
#include "core/base/order.h"
#include "core/decode/log_sum_exp.h"

namespace clearhead {
namespace {

// Masses that differ by no more are the same: logits are float32.
constexpr double kSameMass = 1e-7;

// The tokens from the highest score to the lowest, of equal ones the lower id
// first.
std::vector<int> ByScore(Scores scores) {
  return OrderOf(static_cast<int>(scores.size()),
                 [&](int a, int b) { return scores[a] > scores[b]; });
}

// How many tokens remain whatever happens, at most all.
size_t Kept(const Processor& processor, Scores scores) {
  return std::min(static_cast<size_t>(processor.keep), scores.size());
}

}  // namespace

void TopK(const Processor& processor, const Place&, Scores scores) {
  const auto most = static_cast<double>(scores.size());
  const size_t count =
      std::max(static_cast<size_t>(std::min(processor.value, most)),
               Kept(processor, scores));
  const double least = scores[ByScore(scores)[count - 1]];
  for (double& score : scores) {
    if (score < least) score = kRemoved;
  }
}

// From the lowest on, while what is removed has at most the mass 1 − value.
void TopP(const Processor& processor, const Place&, Scores scores) {
  if (processor.value == 1) return;
  const std::vector<int> order = ByScore(scores);
  const double all = LogSumExp(scores);
  double mass = 0;
  for (size_t i = scores.size(); i-- > Kept(processor, scores);) {
    mass += Exp(scores[order[i]] - all);
    if (mass > 1 - processor.value + kSameMass) return;
    scores[order[i]] = kRemoved;
  }
}

void MinP(const Processor& processor, const Place&, Scores scores) {
  const std::vector<int> order = ByScore(scores);
  const double least = scores[order[0]] + Log(processor.value);
  for (size_t i = Kept(processor, scores); i < scores.size(); ++i) {
    if (scores[order[i]] < least) scores[order[i]] = kRemoved;
  }
}

void Typical(const Processor& processor, const Place&, Scores scores) {
  const double all = LogSumExp(scores);
  double entropy = 0;
  for (const double score : scores) {
    if (score != kRemoved) entropy -= (score - all) * Exp(score - all);
  }
  // | −log p − entropy |: how far from typical a token is.
  std::vector<double> far;
  for (const double score : scores) {
    far.push_back(std::abs(all - score - entropy));
  }
  const std::vector<int> order =
      OrderOf(static_cast<int>(scores.size()),
              [&](int a, int b) { return far[a] < far[b]; });
  size_t last = 0;
  double mass = Exp(scores[order[0]] - all);
  while (last + 1 < scores.size() && mass < processor.value - kSameMass) {
    mass += Exp(scores[order[++last]] - all);
  }
  const double farthest = far[order[last]];
  for (size_t i = Kept(processor, scores); i < scores.size(); ++i) {
    if (far[order[i]] > farthest) scores[order[i]] = kRemoved;
  }
}

}  // namespace clearhead
