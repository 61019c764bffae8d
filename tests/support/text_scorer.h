// Scorers for tests of decoding: the logits are a function of the text alone.
#ifndef CLEARHEAD_TESTS_SUPPORT_TEXT_SCORER_H_
#define CLEARHEAD_TESTS_SUPPORT_TEXT_SCORER_H_

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/decode/scorer.h"

namespace clearhead::test {

using Text = std::vector<int32_t>;

// Keeps the text of every row, as a model keeps its cache.
class TextScorer : public Scorer {
 public:
  // Writes the logits of what follows `text`, the prompt included.
  using Rule = std::function<void(const Text& text, std::span<float> logits)>;

  TextScorer(int64_t vocabulary, Rule rule)
      : vocabulary_(vocabulary), rule_(std::move(rule)) {}

  int64_t vocabulary() const override { return vocabulary_; }
  int calls() const { return calls_; }

  Status Start(std::span<const int32_t> prompt,
               std::span<float> logits) override {
    rows_ = {Text(prompt.begin(), prompt.end())};
    return Write(logits);
  }

  Status Advance(std::span<const int32_t> parents,
                 std::span<const int32_t> tokens,
                 std::span<float> logits) override {
    if (parents.size() != tokens.size()) {
      return Fail(ErrorCode::kShape, "as many parents as tokens");
    }
    std::vector<Text> rows;
    for (size_t i = 0; i < tokens.size(); ++i) {
      const auto parent = static_cast<size_t>(parents[i]);
      if (parent >= rows_.size()) {
        return Fail(ErrorCode::kRange, "no such row");
      }
      rows.push_back(rows_[parent]);
      rows.back().push_back(tokens[i]);
    }
    rows_ = std::move(rows);
    return Write(logits);
  }

 private:
  Status Write(std::span<float> logits) {
    ++calls_;
    const auto count = static_cast<size_t>(vocabulary_);
    if (logits.size() != rows_.size() * count) {
      return Fail(ErrorCode::kShape, "logits of all rows");
    }
    for (size_t i = 0; i < rows_.size(); ++i) {
      rule_(rows_[i], logits.subspan(i * count, count));
    }
    return {};
  }

  int64_t vocabulary_;
  Rule rule_;
  std::vector<Text> rows_;
  int calls_ = 0;
};

// A stream of random numbers for every text.
inline Random RandomOf(const Text& text, uint64_t seed) {
  uint64_t stream = 0;
  for (const int32_t token : text) {
    stream = stream * 31 + static_cast<uint64_t>(token) + 1;
  }
  return Random(seed, stream);
}

// The logits by the last token of the text alone: `table`, [V, V].
inline TextScorer::Rule TableRule(std::vector<double> table) {
  const auto count = static_cast<size_t>(std::lround(std::sqrt(table.size())));
  return [count, table](const Text& text, std::span<float> logits) {
    const size_t row = static_cast<size_t>(text.back());
    for (size_t v = 0; v < count; ++v) {
      logits[v] = static_cast<float>(table[row * count + v]);
    }
  };
}

// Logits drawn from the seed by the whole text, so that no two texts share any.
inline TextScorer::Rule DrawnRule(uint64_t seed) {
  return [seed](const Text& text, std::span<float> logits) {
    Random random = RandomOf(text, seed);
    for (float& logit : logits) logit = random.Normal();
  };
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_TEXT_SCORER_H_
