// The best way to put a unit of text together out of pieces: as few of them as
// can be, and of these the likeliest, found by Viterbi's dynamic programme over
// the bytes of the unit. Source: Kudo 2018, "Subword Regularization", section
// 3.2, eq. 1–2. There the likeliest is taken at once, and a rare word may fall
// into frequent parts though it is a piece ("avis" into "a" and "vis").
#ifndef CLEARHEAD_CORE_TEXT_SEGMENTER_H_
#define CLEARHEAD_CORE_TEXT_SEGMENTER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clearhead {

struct ScoredPiece {
  std::string text;  // UTF-8, not empty
  // −1000·ln p, rounded: whole, so that every machine finds the same sums.
  int32_t cost = 0;
};

struct Segmentation {
  std::vector<int32_t> pieces;  // indices; empty where none fit
  int64_t cost = 0;             // of them, with kEachPiece for each
};

class Segmenter {
 public:
  // A piece of this cost is never taken.
  static constexpr int32_t kNever = INT32_MAX;
  // One piece more costs more than any sum of costs.
  static constexpr int64_t kEachPiece = int64_t{1} << 40;

  Segmenter() = default;
  explicit Segmenter(std::vector<ScoredPiece> pieces);

  const std::vector<ScoredPiece>& pieces() const { return pieces_; }
  void SetCost(int32_t piece, int32_t cost) { pieces_[piece].cost = cost; }

  // Of equal ones that whose last piece is longest, then the one before it.
  // ▁ alone never begins a longer unit: with the word behind it, it would say
  // another text than the unit does. In O(bytes · longest piece · log pieces).
  Segmentation Best(std::string_view unit) const;
  // The index of the piece that is `text`, whatever it costs, or −1.
  int32_t Find(std::string_view text) const;
  // A text that two pieces have, or "".
  std::string_view Twice() const;

 private:
  // The pieces from `first` to before `last` of by_text_.
  struct Range {
    size_t first, last;
  };
  // Those of `range`, which agree in `depth` bytes, that go on with `byte`.
  Range Narrow(Range range, size_t depth, char byte) const;

  std::vector<ScoredPiece> pieces_;
  std::vector<int> by_text_;  // indices in the order of their bytes
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TEXT_SEGMENTER_H_
