// Sentences written by hand, each with its translation: 90 in French, 90 in
// Chinese, 20 into German.
#ifndef CLEARHEAD_TESTS_MODELS_HANDWRITTEN_H_
#define CLEARHEAD_TESTS_MODELS_HANDWRITTEN_H_

#include <string>
#include <vector>

#include "scripts/models/corpora.h"

namespace clearhead::models {

struct Handwritten {
  Pair pair;
  std::string source, target;
};

std::vector<Handwritten> ReadHandwritten();

}  // namespace clearhead::models

#endif  // CLEARHEAD_TESTS_MODELS_HANDWRITTEN_H_
