#include "core/decode/beam.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/base/math.h"
#include "core/base/order.h"

namespace clearhead {
namespace {

constexpr double kSteepest = 10;  // |α|
constexpr int32_t kRoot = -1;

}  // namespace

double LengthPenalty::Divisor(int length) const {
  return Pow(form == Form::kPower ? length : (5.0 + length) / 6, exponent);
}

Status CheckLengthPenalty(const LengthPenalty& penalty) {
  // So that NaN fails, too.
  if (std::abs(penalty.exponent) <= kSteepest) return {};
  return Fail(ErrorCode::kRange,
              "the exponent of the length penalty is %; allowed are % to %",
              penalty.exponent, -kSteepest, kSteepest);
}

Status BeamSearch::Start(const std::shared_ptr<Budget>& budget, Scorer& scorer,
                         BeamOptions options) {
  *this = BeamSearch();
  if (options.width < 1 || options.width > kMostBeams) {
    return Fail(ErrorCode::kRange, "the width is %; allowed are 1 to %",
                options.width, kMostBeams);
  }
  CH_RETURN_IF_ERROR(CheckLengthPenalty(options.penalty));
  CH_RETURN_IF_ERROR(rows_.Prepare(budget, scorer, std::move(options.decode),
                                   static_cast<size_t>(options.width),
                                   Stage::kLogProbabilities));
  width_ = options.width;
  if (candidates() > kMostBeamNodes / rows_.options().max_length) {
    return Fail(ErrorCode::kRange,
                "% candidates in each of up to % steps make a tree of more "
                "than % nodes; take a smaller width or a shorter output",
                candidates(), rows_.options().max_length, kMostBeamNodes);
  }
  penalty_ = options.penalty;
  stopping_ = options.stopping;
  live_ = {kRoot};
  done_ = false;
  return {};
}

Status BeamSearch::Step() {
  CH_CHECK(!done_, "a search that is done has no next step");
  done_ = true;  // if it fails
  std::vector<Candidate> best;
  CH_RETURN_IF_ERROR(Continue());
  CH_RETURN_IF_ERROR(Collect(&best));
  Divide(best);
  Finish(best.empty() ? 0 : best[0].sum);
  return {};
}

// The scorer continues the live nodes.
Status BeamSearch::Continue() {
  continued_ = std::move(live_);
  live_.clear();
  if (length_++ == 0) return rows_.Start();
  std::vector<int32_t> tokens;
  for (const int32_t node : continued_) tokens.push_back(nodes_[node].token);
  return rows_.Advance(parents_, tokens);
}

// Of a step at most: even if each row ends with every end token, width others
// are among them.
int64_t BeamSearch::candidates() const {
  const size_t ends = rows_.options().end_tokens.size();
  return static_cast<int64_t>(std::max<size_t>(2, ends + 1)) * width_;
}

// The best candidates of all rows.
Status BeamSearch::Collect(std::vector<Candidate>* best) {
  const auto most = static_cast<size_t>(candidates());
  const auto before = [](const Candidate& a, const Candidate& b) {
    if (a.sum != b.sum) return a.sum > b.sum;
    return a.token != b.token ? a.token < b.token : a.row < b.row;
  };
  Distribution distribution;
  for (size_t row = 0; row < continued_.size(); ++row) {
    CH_RETURN_IF_ERROR(Inspect(row, &distribution));
    const int32_t node = continued_[row];
    const double sum = node == kRoot ? 0 : nodes_[node].sum;
    bool any = false;
    for (size_t token = 0; token < distribution.scores.size(); ++token) {
      const double log_p = distribution.scores[token];
      if (log_p == -HUGE_VAL) continue;
      any = true;
      const Candidate candidate{sum + log_p, log_p, static_cast<int32_t>(token),
                                static_cast<int32_t>(row)};
      if (best->size() == most) {
        if (!before(candidate, best->back())) continue;
        best->pop_back();
      }
      best->insert(
          std::upper_bound(best->begin(), best->end(), candidate, before),
          candidate);
    }
    if (!any && node != kRoot) nodes_[node].fate = Fate::kNoChoice;
  }
  if (!best->empty() || !finished_.empty()) return {};
  return rows_.NothingLeft(length_, distribution);
}

// Every candidate becomes a node. An end token finishes only among the width
// best; of the others the width best live on.
void BeamSearch::Divide(const std::vector<Candidate>& best) {
  const auto width = static_cast<size_t>(width_);
  parents_.clear();
  for (size_t rank = 0; rank < best.size(); ++rank) {
    const Candidate& candidate = best[rank];
    const auto node = static_cast<int32_t>(nodes_.size());
    Fate fate = Fate::kOutranked;
    if (Ends(rows_.options(), candidate.token)) {
      fate = rank < width ? Fate::kEnded : Fate::kEndedLow;
      if (fate == Fate::kEnded) finished_.push_back(node);
    } else if (live_.size() < width) {
      fate = Fate::kLive;
      live_.push_back(node);
      parents_.push_back(candidate.row);
    }
    nodes_.push_back({.token = candidate.token,
                      .parent = continued_[candidate.row],
                      .length = length_,
                      .fate = fate,
                      .log_probability = candidate.log_probability,
                      .sum = candidate.sum});
  }
}

// Whether the search goes on, and what becomes of the live nodes if not.
void BeamSearch::Finish(double best_sum) {
  const bool stops = CannotImprove(best_sum);
  done_ = stops || live_.empty() || length_ == rows_.options().max_length;
  if (!done_) return;
  for (const int32_t node : live_) {
    nodes_[node].fate = stops ? Fate::kStopped : Fate::kLongest;
    if (!stops) finished_.push_back(node);
  }
  live_.clear();
}

bool BeamSearch::CannotImprove(double best_sum) const {
  const auto width = static_cast<size_t>(width_);
  if (finished_.size() < width) return false;
  if (stopping_ == EarlyStopping::kAtOnce) return true;
  // A larger divisor brings a negative sum nearer to 0: the score is best at
  // the greatest length where the exponent is positive.
  const bool longest =
      stopping_ == EarlyStopping::kNever && penalty_.exponent > 0;
  const int length = longest ? rows_.options().max_length : length_;
  return Best().back().score >= best_sum / penalty_.Divisor(length);
}

Status BeamSearch::Inspect(size_t row, Distribution* distribution) const {
  if (row >= continued_.size()) {
    return Fail(
        ErrorCode::kRange,
        "row % was asked for; the last step continued %, counted from 0", row,
        continued_.size());
  }
  return rows_.Distribute(row, TokensOf(continued_[row]), distribution);
}

std::vector<int32_t> BeamSearch::TokensOf(int32_t node) const {
  CH_CHECK(node >= kRoot && node < static_cast<int32_t>(nodes_.size()),
           "a node is one of the tree's");
  std::vector<int32_t> tokens;
  for (; node != kRoot; node = nodes_[node].parent) {
    tokens.push_back(nodes_[node].token);
  }
  std::reverse(tokens.begin(), tokens.end());
  return tokens;
}

std::vector<Hypothesis> BeamSearch::Ranked(const LengthPenalty& penalty,
                                           size_t most) const {
  std::vector<double> scores;
  for (const int32_t node : finished_) {
    scores.push_back(nodes_[node].sum / penalty.Divisor(nodes_[node].length));
  }
  std::vector<Hypothesis> ranked;
  for (const int place :
       OrderOf(static_cast<int>(scores.size()),
               [&](int a, int b) { return scores[a] > scores[b]; })) {
    if (ranked.size() == most) break;
    ranked.push_back({finished_[place], scores[place]});
  }
  return ranked;
}

std::vector<Hypothesis> BeamSearch::Best() const {
  return Ranked(penalty_, static_cast<size_t>(width_));
}

}  // namespace clearhead
