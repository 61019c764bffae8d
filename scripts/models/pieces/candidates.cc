#include "scripts/models/pieces/candidates.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "core/text/piece_units.h"
#include "core/text/pieces.h"
#include "core/text/utf8.h"

namespace clearhead {
namespace {

constexpr size_t kMaxPartCharacters = 16;

// Where the characters of a unit begin, and its end. ▁ belongs to the first.
std::vector<size_t> BordersOf(std::string_view unit) {
  std::vector<size_t> borders = {0};
  size_t at =
      unit.substr(0, kSpaceMark.size()) == kSpaceMark ? kSpaceMark.size() : 0;
  while (at < unit.size()) {
    NextCodePoint(unit, &at);
    borders.push_back(at);
  }
  return borders;
}

struct Part {
  int64_t occurrences = 0;
  std::string_view unit;   // the first one that it occurs in
  bool in_others = false;  // and in another
  bool whole = false;      // it is a unit
  bool contained = false;  // always in the same longer part
};
using Parts = std::map<std::string_view, Part>;

void CountParts(std::string_view unit, int64_t count, Parts* parts) {
  const std::vector<size_t> borders = BordersOf(unit);
  const size_t characters = borders.size() - 1;
  for (size_t first = 0; first < characters; ++first) {
    const size_t longest = std::min(characters, first + kMaxPartCharacters);
    for (size_t last = first + 1; last <= longest; ++last) {
      Part& part =
          (*parts)[unit.substr(borders[first], borders[last] - borders[first])];
      part.in_others |= part.occurrences > 0 && part.unit != unit;
      if (part.occurrences == 0) part.unit = unit;
      part.occurrences += count;
    }
  }
  // Also where it has more characters than a part.
  Part& whole = (*parts)[unit];
  whole.whole = true;
  whole.occurrences = std::max(whole.occurrences, count);
}

// Marks the parts one character shorter that occur no more often.
void MarkContained(std::string_view text, const Part& part, Parts* parts) {
  const std::vector<size_t> borders = BordersOf(text);
  if (borders.size() <= 2) return;
  for (const std::string_view shorter :
       {text.substr(0, borders[borders.size() - 2]), text.substr(borders[1])}) {
    const auto found = parts->find(shorter);
    if (found == parts->end()) continue;
    found->second.contained |= found->second.occurrences == part.occurrences;
  }
}

}  // namespace

UnitCounts CountUnits(std::span<const std::string> sentences) {
  UnitCounts counts;
  for (const std::string& sentence : sentences) {
    const PieceUnits split =
        SplitUnits(sentence, std::numeric_limits<size_t>::max());
    for (const PieceUnit& unit : split.units) {
      const bool fits = !unit.key.empty() && unit.key.size() <= kMaxPieceBytes;
      if (fits && unit.key != kSpaceMark) ++counts[unit.key];
    }
  }
  return counts;
}

std::vector<Candidate> FindCandidates(const UnitCounts& units) {
  Parts parts;
  for (const auto& [unit, count] : units) CountParts(unit, count, &parts);
  for (const auto& [text, part] : parts) MarkContained(text, part, &parts);
  std::vector<Candidate> candidates;
  for (const auto& [text, part] : parts) {
    const bool single = BordersOf(text).size() == 2;
    const bool elision = part.whole && text.back() == '\'';
    const bool shared = part.in_others && !part.contained;
    if (single || part.whole || shared) {
      candidates.push_back(
          {std::string(text), part.occurrences, single || elision});
    }
  }
  return candidates;
}

}  // namespace clearhead
