// The rows of a scorer while something is decoded, and what becomes of their
// logits on the way to a choice.
#ifndef CLEARHEAD_CORE_DECODE_ROWS_H_
#define CLEARHEAD_CORE_DECODE_ROWS_H_

#include <memory>
#include <span>
#include <vector>

#include "core/base/buffer.h"
#include "core/decode/options.h"
#include "core/decode/scorer.h"

namespace clearhead {

// One row before a choice, [V] each.
struct Distribution {
  std::vector<double> log_probabilities;  // log p as the scorer has it
  std::vector<double> scores;             // what is chosen by, −∞: removed
  std::vector<int32_t> removed_by;        // by what (RemovedBy)
};

// What processors are given: logits, as in greedy decoding and sampling, or
// their log-softmax, as in beam search.
enum class Stage : uint8_t { kLogits, kLogProbabilities };

// Whether a row's logits before step `step`, counted from 1, are something to
// choose from. Fails with kArgument for NaN, for ∞, and for −∞ of all tokens.
Status CheckLogits(std::span<const float> logits, size_t step);

class DecodeRows {
 public:
  // Checks the options and takes memory for the logits of `most` rows, counted
  // by the budget. The scorer outlives this object's use of it. Fails as
  // CheckOptions does, with kRange where the scorer has no room for the prompt
  // and the longest output, and with kMemory.
  Status Prepare(const std::shared_ptr<Budget>& budget, Scorer& scorer,
                 DecodeOptions options, size_t most, Stage stage);

  // The scorer's Start with the prompt, and its Advance.
  Status Start();
  Status Advance(std::span<const int32_t> parents,
                 std::span<const int32_t> tokens);

  // What the logits of row `row` become after `output`. Fails as CheckLogits
  // does.
  Status Distribute(size_t row, std::span<const int32_t> output,
                    Distribution* distribution) const;
  // The error of a step, counted from 1, in which no token is left to choose.
  Status NothingLeft(int step, const Distribution& distribution) const;

  const DecodeOptions& options() const { return options_; }

 private:
  void KeepForced(int32_t token, Distribution* distribution) const;

  Scorer* scorer_ = nullptr;
  DecodeOptions options_;
  Stage stage_ = Stage::kLogits;
  size_t vocabulary_ = 0;  // V
  Buffer logits_;          // [most, V]
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_ROWS_H_
