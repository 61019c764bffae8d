#include "core/model/constructed.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/hash.h"
#include "core/base/math.h"
#include "core/base/random.h"

namespace clearhead {
namespace {

// Constructed heads give the wanted key a score that is larger by this much
// than any other's: e^-7 < 0.001 each.
constexpr double kMargin = 7;

// The example worked by hand: weights of the second row are 1/7, 2/7, 4/7.
constexpr double kUnit = 2 * std::numbers::ln2;
constexpr float kExactQuery[4][4] = {
    {0, 1, 0, 0}, {0, 1, 2, 0}, {0, 3, 0, 0}, {0, 0, 0, 0}};
constexpr float kExactValue[4][2] = {{7, 0}, {0, 7}, {7, 7}, {0, 0}};

double ScoreDivisor(const SelfAttentionConfig& config) {
  return config.scaling ? std::sqrt(static_cast<double>(config.d_k)) : 1;
}

// Feature pairs that carry positions in the previous-token head; words live in
// the other features.
int64_t PositionPairs(const SelfAttentionConfig& config) {
  return std::max<int64_t>(
      1, std::min({int64_t{4}, config.d_model / 4, config.d_k / 2}));
}

double AngleOf(const SelfAttentionConfig& config, int64_t pair) {
  return Pow(10000.0, -2.0 * static_cast<double>(pair) /
                          static_cast<double>(config.d_model));
}

// How far the cosine sum Σ cos(Δθ) falls below its maximum at the nearest
// competitor, over every distance a sentence can have.
double CosineMargin(const SelfAttentionConfig& config) {
  double margin = HUGE_VAL;
  for (int distance = 1; distance <= kMaxTokens; ++distance) {
    double fall = 0;
    for (int64_t pair = 0; pair < PositionPairs(config); ++pair) {
      fall += 1 - Cos(distance * AngleOf(config, pair));
    }
    margin = std::min(margin, fall);
  }
  return margin;
}

void FillRandom(const SelfAttentionConfig& config, Projection projection,
                const TensorView& weight) {
  Random random(config.seed, 1 + static_cast<uint64_t>(projection));
  const auto deviation =
      static_cast<float>(1 / std::sqrt(static_cast<double>(config.d_model)));
  float* cells = weight.floats();
  for (int64_t i = 0; i < CountOf(weight.shape); ++i) {
    cells[i] = random.Normal() * deviation;
  }
}

// weight[c, h·D + d] = value where c = (h·D + d) mod C, or, `per_head`, c = d.
void FillDiagonal(const SelfAttentionConfig& config, bool per_head,
                  double value, const TensorView& weight) {
  const int64_t width = weight.shape[1] / config.heads;
  for (int64_t column = 0; column < weight.shape[1]; ++column) {
    const int64_t row = per_head ? column % width : column % weight.shape[0];
    if (row >= weight.shape[0]) continue;
    weight.floats()[weight.Offset({row, column})] = static_cast<float>(value);
  }
}

// The query of head h at position p is the position p − h − 1, found by turning
// every pair of features back by (h + 1)θ: q·k = β Σ cos((p − h − 1 − j)θ).
void FillTurnBack(const SelfAttentionConfig& config, const TensorView& weight) {
  const double beta = kMargin * ScoreDivisor(config) / CosineMargin(config);
  for (int64_t head = 0; head < config.heads; ++head) {
    for (int64_t pair = 0; pair < PositionPairs(config); ++pair) {
      const double turn = static_cast<double>(head + 1) * AngleOf(config, pair);
      const int64_t sine = 2 * pair;
      const int64_t column = head * config.d_k + sine;
      const auto set = [&](int64_t row, int64_t at, double value) {
        weight.floats()[weight.Offset({row, at})] =
            static_cast<float>(beta * value);
      };
      // sin(a − b) = sin a cos b − cos a sin b; cos(a − b) = cos a cos b + …
      set(sine, column, Cos(turn));
      set(sine + 1, column, -Sin(turn));
      set(sine, column + 1, Sin(turn));
      set(sine + 1, column + 1, Cos(turn));
    }
  }
}

// Keys are the positions as they stand.
void FillPositions(const SelfAttentionConfig& config,
                   const TensorView& weight) {
  for (int64_t head = 0; head < config.heads; ++head) {
    for (int64_t feature = 0; feature < 2 * PositionPairs(config); ++feature) {
      const Index cell = {feature, head * config.d_k + feature};
      weight.floats()[weight.Offset(cell)] = 1;
    }
  }
}

void FillPreviousToken(const SelfAttentionConfig& config, Projection projection,
                       const TensorView& weight) {
  if (projection == Projection::kQuery) {
    FillTurnBack(config, weight);
  } else if (projection == Projection::kKey) {
    FillPositions(config, weight);
  } else {
    FillDiagonal(config, false, 1, weight);
  }
}

// Without positions words have unit length where the head looks, so the same
// word scores 4·kMargin and another word the cosine between the two times that:
// kMargin less where the cosine is 3/4. Positions add to that what they score
// themselves, so that some places of the word win over others.
void FillSameWord(const SelfAttentionConfig& config, Projection projection,
                  const TensorView& weight) {
  const bool query = projection == Projection::kQuery;
  const double value = query ? 4 * kMargin * ScoreDivisor(config) : 1;
  FillDiagonal(config, projection != Projection::kValue, value, weight);
}

void FillExact(Projection projection, const TensorView& weight) {
  const int64_t width = weight.shape[1];
  for (int64_t row = 0; row < 4; ++row) {
    for (int64_t column = 0; column < width; ++column) {
      float value = 0;
      if (projection == Projection::kQuery) {
        value = kExactQuery[row][column];
      } else if (projection == Projection::kValue) {
        value = kExactValue[row][column];
      } else if (row == column && row < 3) {
        value = static_cast<float>(kUnit);
      }
      weight.floats()[row * width + column] = value;
    }
  }
}

// The = (1,0,0,1), cat = (0,1,0,1), sat = (0,0,1,1); other words get bits of
// their hash, so that scores stay multiples of ln 2 and weights fractions.
void FillExactWord(const std::string& word, float* row) {
  uint64_t bits = Hash(word);
  if (word == "The") bits = 1;
  if (word == "cat") bits = 2;
  if (word == "sat") bits = 4;
  for (int i = 0; i < 3; ++i) row[i] = static_cast<float>(bits >> i & 1);
  row[3] = 1;
}

void Normalise(int64_t n, float* row) {
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += static_cast<double>(row[i]) * row[i];
  if (sum == 0) return;
  const auto factor = static_cast<float>(1 / std::sqrt(sum));
  for (int64_t i = 0; i < n; ++i) row[i] *= factor;
}

}  // namespace

void FillEmbedding(const SelfAttentionConfig& config, const std::string& word,
                   float* row) {
  if (config.weights == WeightKind::kExact) {
    FillExactWord(word, row);
    return;
  }
  Random random(config.seed, Hash(word));
  for (int64_t c = 0; c < config.d_model; ++c) row[c] = random.Normal();
  if (config.weights == WeightKind::kPreviousToken) {
    const int64_t reserved =
        std::min(2 * PositionPairs(config), config.d_model);
    std::fill(row, row + reserved, 0.0f);
  }
  if (config.weights == WeightKind::kSameWord) {
    Normalise(std::min(config.d_model, config.d_k), row);
  }
}

void FillProjection(const SelfAttentionConfig& config, Projection projection,
                    const TensorView& weight) {
  switch (config.weights) {
    case WeightKind::kRandom:
      return FillRandom(config, projection, weight);
    case WeightKind::kIdentity:
      return FillDiagonal(config, false, 1, weight);
    case WeightKind::kPreviousToken:
      return FillPreviousToken(config, projection, weight);
    case WeightKind::kSameWord:
      return FillSameWord(config, projection, weight);
    case WeightKind::kExact:
      return FillExact(projection, weight);
  }
}

}  // namespace clearhead
