#include "core/decode/generation.h"

#include <utility>

#include "core/base/check.h"
#include "core/decode/greedy.h"

namespace clearhead {

Status Generation::Start(const std::shared_ptr<Budget>& budget, Scorer& scorer,
                         GenerationOptions options) {
  *this = Generation();
  CH_RETURN_IF_ERROR(rows_.Prepare(budget, scorer, std::move(options.decode), 1,
                                   Stage::kLogits));
  sample_ = options.sample;
  random_ = Random(options.seed);
  done_ = false;
  return {};
}

Status Generation::Step() {
  CH_CHECK(!done_, "a generation that is done has no next step");
  done_ = true;  // if it fails
  if (tokens_.empty()) {
    CH_RETURN_IF_ERROR(rows_.Start());
  } else {
    const int32_t parent = 0;
    CH_RETURN_IF_ERROR(rows_.Advance({&parent, 1}, {&tokens_.back(), 1}));
  }
  CH_RETURN_IF_ERROR(rows_.Distribute(0, tokens_, &distribution_));
  if (sample_) draw_ = DrawFrom(distribution_.scores, &random_);
  const int32_t token =
      sample_ ? draw_.token : MostLikely(distribution_.scores);
  const int step = static_cast<int>(tokens_.size()) + 1;
  if (token < 0) return rows_.NothingLeft(step, distribution_);
  tokens_.push_back(token);
  log_probability_ += distribution_.log_probabilities[token];
  done_ = Ends(rows_.options(), token) || step == rows_.options().max_length;
  return {};
}

}  // namespace clearhead
