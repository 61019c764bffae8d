#include "core/decode/rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/decode/log_sum_exp.h"

namespace clearhead {

Status CheckLogits(std::span<const float> logits, size_t step) {
  bool any = false;
  for (size_t token = 0; token < logits.size(); ++token) {
    const double logit = logits[token];
    if (std::isnan(logit) || logit == HUGE_VAL) {
      return Fail(ErrorCode::kArgument,
                  "step %: the logit of token % is %; the scorer has to give "
                  "numbers or −∞",
                  step, token, logit);
    }
    any = any || logit != -HUGE_VAL;
  }
  if (any) return {};
  return Fail(ErrorCode::kArgument,
              "step %: the logits of all tokens are −∞; the scorer has to "
              "give at least one number",
              step);
}

Status DecodeRows::Prepare(const std::shared_ptr<Budget>& budget,
                           Scorer& scorer, DecodeOptions options, size_t most,
                           Stage stage) {
  CH_RETURN_IF_ERROR(CheckOptions(options, scorer.vocabulary()));
  // The last token of an output is not read again.
  const auto prompt = static_cast<int64_t>(options.prompt.size());
  if (prompt > scorer.room() ||
      options.max_length - 1 > scorer.room() - prompt) {
    return Fail(ErrorCode::kRange,
                "a prompt of % tokens and an output of up to % are asked for; "
                "the scorer has room for % tokens, and the last of an output "
                "needs none; make it larger, or shorten one of them",
                prompt, options.max_length, scorer.room());
  }
  scorer_ = &scorer;
  options_ = std::move(options);
  stage_ = stage;
  vocabulary_ = static_cast<size_t>(scorer.vocabulary());
  CH_ASSIGN_OR_RETURN(
      logits_, Buffer::Allocate(budget, most * vocabulary_, sizeof(float)));
  return {};
}

Status DecodeRows::Start() {
  return scorer_->Start(options_.prompt, {logits_.as<float>(), vocabulary_});
}

Status DecodeRows::Advance(std::span<const int32_t> parents,
                           std::span<const int32_t> tokens) {
  return scorer_->Advance(parents, tokens,
                          {logits_.as<float>(), tokens.size() * vocabulary_});
}

Status DecodeRows::Distribute(size_t row, std::span<const int32_t> output,
                              Distribution* distribution) const {
  const std::span<const float> logits(logits_.as<float>() + row * vocabulary_,
                                      vocabulary_);
  CH_RETURN_IF_ERROR(CheckLogits(logits, output.size() + 1));
  std::vector<double>& scores = distribution->scores;
  scores.assign(logits.begin(), logits.end());
  const double all = LogSumExp(scores);
  distribution->log_probabilities = scores;
  for (double& log_p : distribution->log_probabilities) log_p -= all;
  if (stage_ == Stage::kLogProbabilities) {
    scores = distribution->log_probabilities;
  }
  distribution->removed_by.resize(vocabulary_);
  if (output.size() < options_.forced.size()) {
    KeepForced(options_.forced[output.size()], distribution);
    return {};
  }
  std::vector<int32_t> text = options_.prompt;
  text.insert(text.end(), output.begin(), output.end());
  Process(options_.processors,
          {.text = text,
           .end_tokens = options_.end_tokens,
           .length = static_cast<int>(output.size()),
           .max_length = options_.max_length},
          scores, distribution->removed_by);
  return {};
}

void DecodeRows::KeepForced(int32_t token, Distribution* distribution) const {
  const double score = distribution->scores[token];
  for (double& other : distribution->scores) other = -HUGE_VAL;
  distribution->scores[token] = score;
  for (int32_t& by : distribution->removed_by) by = kForced;
  distribution->removed_by[token] = score == -HUGE_VAL ? kImpossible : kKept;
}

Status DecodeRows::NothingLeft(int step,
                               const Distribution& distribution) const {
  const int32_t last = *std::max_element(distribution.removed_by.begin(),
                                         distribution.removed_by.end());
  if (last < 0) {
    return Fail(ErrorCode::kArgument,
                "step %: the forced token % has probability 0; force another",
                step, options_.forced[step - 1]);
  }
  return Fail(ErrorCode::kArgument,
              "step %: all % tokens are removed, the last by processor % (%); "
              "make it remove fewer",
              step, vocabulary_, last, NameOf(options_.processors[last].kind));
}

}  // namespace clearhead
