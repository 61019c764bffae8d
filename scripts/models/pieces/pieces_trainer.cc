#include "scripts/models/pieces/pieces_trainer.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/math.h"
#include "core/base/order.h"
#include "core/base/text.h"
#include "core/text/piece_units.h"
#include "core/text/pieces.h"
#include "scripts/models/pieces/candidates.h"

namespace clearhead {
namespace {

constexpr int kRoundsOfCounting = 2;  // between two rounds of dropping
// A candidate counts as this share of its occurrences even where no likeliest
// segmentation has it: it is what a dropped word falls back on.
constexpr double kPriorShare = 0.01;

int32_t CostOf(double count, double total) {
  const double cost = std::round(-1000 * Log(count / total));
  return static_cast<int32_t>(
      std::clamp<double>(cost, 0, static_cast<double>(kMaxPieceCost)));
}

class Trainer {
 public:
  // Of the units those of `whole`, which are among them, stay so.
  Trainer(const UnitCounts& units, const UnitCounts& whole)
      : units_(units), candidates_(FindCandidates(units)) {
    std::vector<ScoredPiece> pieces;
    pieces.reserve(candidates_.size());
    for (Candidate& candidate : candidates_) {
      candidate.stays |= whole.count(candidate.text) > 0;
      pieces.push_back({candidate.text, 0});
      counts_.push_back(static_cast<double>(candidate.occurrences));
    }
    segmenter_ = Segmenter(std::move(pieces));
    dropped_.resize(candidates_.size());
    SetCosts(0);
  }

  // Drops candidates until at most `most` are in use; false where the rest must
  // stay.
  bool ReduceTo(size_t most) {
    for (;;) {
      for (int round = 0; round < kRoundsOfCounting; ++round) {
        Count();
        SetCosts(kPriorShare);
      }
      const size_t used = Used().size();
      if (used <= most) return true;
      // A tenth of them at once, fewer towards the end.
      const size_t excess = used - most;
      if (!Drop(std::clamp(excess, used / 50 + 1, used / 10 + 1))) return false;
    }
  }

  // What segmentations take, the likeliest first.
  std::vector<ScoredPiece> Pieces() {
    SetCosts(0);
    std::vector<ScoredPiece> pieces;
    for (const int at : Used()) pieces.push_back(segmenter_.pieces()[at]);
    std::stable_sort(pieces.begin(), pieces.end(),
                     [](const ScoredPiece& a, const ScoredPiece& b) {
                       return a.cost < b.cost;
                     });
    return pieces;
  }
  std::vector<int> Used() const {
    std::vector<int> used;
    for (size_t at = 0; at < counts_.size(); ++at) {
      if (counts_[at] > 0) used.push_back(static_cast<int>(at));
    }
    return used;
  }

  bool IsSplit(std::string_view unit) const {
    return segmenter_.Best(unit).pieces.size() > 1;
  }

 private:
  // How often the likeliest segmentations of all units take each candidate.
  void Count() {
    std::fill(counts_.begin(), counts_.end(), 0);
    for (const auto& [unit, count] : units_) {
      for (const int32_t piece : segmenter_.Best(unit).pieces) {
        counts_[piece] += static_cast<double>(count);
      }
    }
  }

  // p = (count + prior · occurrences) ÷ their sum.
  void SetCosts(double prior) {
    const auto weight = [&](size_t at) {
      return dropped_[at] != 0
                 ? 0
                 : counts_[at] +
                       prior * static_cast<double>(candidates_[at].occurrences);
    };
    double total = 0;
    for (size_t at = 0; at < counts_.size(); ++at) total += weight(at);
    for (size_t at = 0; at < counts_.size(); ++at) {
      const bool possible = weight(at) > 0;
      segmenter_.SetCost(
          static_cast<int32_t>(at),
          possible ? CostOf(weight(at), total) : Segmenter::kNever);
    }
  }

  // What the text costs more without a candidate, times the pieces that come
  // into use in its place, and one: what frees no room is the last to go.
  double LossOf(int at) {
    const int32_t cost = segmenter_.pieces()[at].cost;
    segmenter_.SetCost(at, Segmenter::kNever);
    const Segmentation parts = segmenter_.Best(candidates_[at].text);
    segmenter_.SetCost(at, cost);
    double fresh = 1;
    for (const int32_t part : parts.pieces) fresh += counts_[part] == 0 ? 1 : 0;
    return counts_[at] * fresh *
           static_cast<double>(parts.cost - Segmenter::kEachPiece - cost);
  }

  // Drops the `count` candidates in use that are missed least.
  bool Drop(size_t count) {
    std::vector<int> droppable;
    std::vector<double> losses(candidates_.size());
    for (const int at : Used()) {
      if (candidates_[at].stays) continue;
      droppable.push_back(at);
      losses[at] = LossOf(at);
    }
    SortStable(&droppable,
               [&losses](int a, int b) { return losses[a] < losses[b]; });
    if (droppable.size() > count) droppable.resize(count);
    for (const int at : droppable) {
      dropped_[at] = 1;
      segmenter_.SetCost(at, Segmenter::kNever);
    }
    return !droppable.empty();
  }

  const UnitCounts& units_;
  std::vector<Candidate> candidates_;
  std::vector<double> counts_;
  std::vector<uint8_t> dropped_;
  Segmenter segmenter_;
};

}  // namespace

Result<std::string> TrainPieces(std::span<const std::string> sentences,
                                std::span<const std::string> whole,
                                size_t size) {
  UnitCounts units = CountUnits(sentences);
  const UnitCounts whole_units = CountUnits(whole);
  for (const auto& [unit, count] : whole_units) units[unit] += count;
  Trainer trainer(units, whole_units);
  constexpr size_t kAlways = kSpecialPieces + 1;  // and ▁
  if (size > kMaxPieces || size < kAlways ||
      !trainer.ReduceTo(size - kAlways)) {
    return Fail(ErrorCode::kArgument,
                "% pieces do not suffice for these sentences, or are more than "
                "%; what stays whole of them needs %",
                size, kMaxPieces, trainer.Used().size() + kAlways);
  }
  std::string vocabulary = Text("%\n0 %\n", kPiecesTitle, kSpaceMark);
  for (const ScoredPiece& piece : trainer.Pieces()) {
    vocabulary += Text("% %\n", piece.cost, piece.text);
  }
  for (const auto& [unit, count] : units) {
    if (trainer.IsSplit(unit)) vocabulary += Text("+ %\n", unit);
  }
  return vocabulary;
}

}  // namespace clearhead
