#include "core/text/segmenter.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/order.h"
#include "core/text/piece_units.h"

namespace clearhead {

Segmenter::Segmenter(std::vector<ScoredPiece> pieces)
    : pieces_(std::move(pieces)) {
  by_text_ = OrderOf(static_cast<int>(pieces_.size()), [this](int a, int b) {
    return pieces_[a].text < pieces_[b].text;
  });
}

std::string_view Segmenter::Twice() const {
  for (size_t i = 1; i < by_text_.size(); ++i) {
    const std::string& text = pieces_[by_text_[i]].text;
    if (pieces_[by_text_[i - 1]].text == text) return text;
  }
  return "";
}

Segmenter::Range Segmenter::Narrow(Range range, size_t depth, char byte) const {
  // −1 where the piece ends: such a piece stands before all longer ones.
  const auto at = [&](int piece) {
    const std::string& text = pieces_[piece].text;
    return depth < text.size() ? static_cast<unsigned char>(text[depth]) : -1;
  };
  const int wanted = static_cast<unsigned char>(byte);
  const auto begin = by_text_.begin();
  const auto first =
      std::partition_point(begin + range.first, begin + range.last,
                           [&](int piece) { return at(piece) < wanted; });
  const auto last =
      std::partition_point(first, begin + range.last,
                           [&](int piece) { return at(piece) == wanted; });
  return {static_cast<size_t>(first - begin),
          static_cast<size_t>(last - begin)};
}

int32_t Segmenter::Find(std::string_view text) const {
  Range range = {0, by_text_.size()};
  for (size_t depth = 0; depth < text.size(); ++depth) {
    range = Narrow(range, depth, text[depth]);
  }
  const bool found = !text.empty() && range.first != range.last &&
                     pieces_[by_text_[range.first]].text.size() == text.size();
  return found ? by_text_[range.first] : -1;
}

Segmentation Segmenter::Best(std::string_view unit) const {
  constexpr int64_t kNone = std::numeric_limits<int64_t>::max();
  // The least cost of the bytes before each place, and the piece that ends
  // there.
  struct Place {
    int64_t cost = kNone;
    int32_t piece = -1;
  };
  std::vector<Place> places(unit.size() + 1);
  places[0].cost = 0;
  for (size_t begin = 0; begin < unit.size(); ++begin) {
    if (places[begin].cost == kNone) continue;
    Range range = {0, by_text_.size()};
    for (size_t end = begin; end < unit.size(); ++end) {
      range = Narrow(range, end - begin, unit[end]);
      if (range.first == range.last) break;
      const int32_t piece = by_text_[range.first];
      const ScoredPiece& scored = pieces_[piece];
      const size_t length = end + 1 - begin;
      if (scored.text.size() > length || scored.cost == kNever) continue;
      const bool lone_mark =
          begin == 0 && length < unit.size() && scored.text == kSpaceMark;
      Place& place = places[end + 1];
      const int64_t cost = places[begin].cost + kEachPiece + scored.cost;
      if (!lone_mark && cost < place.cost) place = {cost, piece};
    }
  }
  Segmentation best;
  if (unit.empty() || places.back().cost == kNone) return best;
  best.cost = places.back().cost;
  for (size_t end = unit.size(); end > 0;) {
    best.pieces.push_back(places[end].piece);
    end -= pieces_[places[end].piece].text.size();
  }
  std::reverse(best.pieces.begin(), best.pieces.end());
  return best;
}

}  // namespace clearhead
