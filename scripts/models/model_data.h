// What a shipped model learns from, in pieces of its own vocabulary, and what
// it is judged by.
#ifndef CLEARHEAD_SCRIPTS_MODELS_MODEL_DATA_H_
#define CLEARHEAD_SCRIPTS_MODELS_MODEL_DATA_H_

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/text/pieces.h"
#include "core/train/task.h"

namespace clearhead::models {

struct ModelData {
  // The vocabulary as Pieces::Parse reads it, and that read.
  std::string vocabulary;
  Pieces pieces;
  std::vector<Example> training;
  // By what they ask.
  std::vector<std::pair<std::string, std::vector<Example>>> held_out;
};

// A vocabulary of at most `size` pieces learnt from `sentences`; the words of
// `whole` stay so. No examples yet.
Result<ModelData> LearnPieces(std::span<const std::string> sentences,
                              std::span<const std::string> whole, size_t size);

// A text in pieces. Fails with kRange where it has more than 64.
Result<std::vector<int32_t>> IdsOf(const Pieces& pieces,
                                   const std::string& text);

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_MODEL_DATA_H_
