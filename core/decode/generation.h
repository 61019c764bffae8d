// One text, token by token: greedy or drawn.
#ifndef CLEARHEAD_CORE_DECODE_GENERATION_H_
#define CLEARHEAD_CORE_DECODE_GENERATION_H_

#include <memory>
#include <vector>

#include "core/decode/rows.h"
#include "core/decode/sample.h"

namespace clearhead {

struct GenerationOptions {
  DecodeOptions decode = {};
  bool sample = false;  // draw instead of taking the highest score
  uint64_t seed = 0;    // of the draws; a forced token takes one, too
};

// Begin with Start, call Step until done, which an error is, too. Between steps
// it may be left at any time.
class Generation {
 public:
  // Errors of CheckOptions, and kMemory. The scorer has to live, and nobody
  // else to use it, until the last Step.
  Status Start(const std::shared_ptr<Budget>& budget, Scorer& scorer,
               GenerationOptions options);
  // Chooses the next token. Fails with kArgument where the scorer gives no
  // numbers or no token is left, and as the scorer does.
  Status Step();
  // An end token was chosen, or the longest output is reached.
  bool done() const { return done_; }

  const DecodeOptions& options() const { return rows_.options(); }
  const std::vector<int32_t>& tokens() const { return tokens_; }  // the output
  // Σ log p of the output as the scorer has it, processors or not.
  double log_probability() const { return log_probability_; }
  // What the last token was chosen from, and how it was drawn.
  const Distribution& distribution() const { return distribution_; }
  const TokenDraw& draw() const { return draw_; }

 private:
  DecodeRows rows_;
  bool sample_ = false;
  Random random_{0};
  bool done_ = true;
  std::vector<int32_t> tokens_;
  double log_probability_ = 0;
  Distribution distribution_;
  TokenDraw draw_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_GENERATION_H_
