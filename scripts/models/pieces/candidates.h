// What the trainer chooses pieces from.
#ifndef CLEARHEAD_SCRIPTS_MODELS_PIECES_CANDIDATES_H_
#define CLEARHEAD_SCRIPTS_MODELS_PIECES_CANDIDATES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace clearhead {

// How often each unit of text occurs, by its key.
using UnitCounts = std::map<std::string, int64_t>;

// Of the sentences; without ▁ and units that no piece may match or that are
// longer than a piece may be.
UnitCounts CountUnits(std::span<const std::string> sentences);

struct Candidate {
  std::string text;
  int64_t occurrences = 0;
  // One character, with ▁ where it begins a word, or an elision.
  bool stays = false;
};

// Single characters, whole units, and the parts of units that occur in two of
// them or more and are not always part of the same longer one ("parl" in parle
// and parlons, but not "parlon"). In the order of their bytes.
std::vector<Candidate> FindCandidates(const UnitCounts& units);

}  // namespace clearhead

#endif  // CLEARHEAD_SCRIPTS_MODELS_PIECES_CANDIDATES_H_
