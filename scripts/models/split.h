// Which combinations of words never occur in training (corpora.h).
#ifndef CLEARHEAD_SCRIPTS_MODELS_SPLIT_H_
#define CLEARHEAD_SCRIPTS_MODELS_SPLIT_H_

#include <string>
#include <vector>

#include "scripts/models/clause.h"

namespace clearhead::models {

// The combinations of a clause by name, and whether one of them is held out.
struct Combinations {
  std::vector<std::string> names;
  bool held_out = false;
};

Combinations CombinationsOf(const Clause& clause, Language language);

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_SPLIT_H_
