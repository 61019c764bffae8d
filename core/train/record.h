// One batch through a model, up to the loss.
#ifndef CLEARHEAD_CORE_TRAIN_RECORD_H_
#define CLEARHEAD_CORE_TRAIN_RECORD_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/model.h"
#include "core/train/batch.h"

namespace clearhead {

struct Recorded {
  Tensor logits;                   // [B, T, V]
  Tensor labels;                   // [B, T]
  Tensor loss;                     // []
  std::vector<Tensor> parameters;  // by number; those that were used
};

struct RecordOptions {
  double label_smoothing = 0;            // 0…1
  std::optional<uint64_t> dropout = {};  // the seed, while training
};

// How a model is asked:
//   encoder and decoder  source → encoder, input → decoder
//   decoder, recurrent   source and input as one text, of which the input is
//                        asked; or labels of the source
//   encoder              labels of the source
// Fails with kArgument where the model cannot be asked so, and as the model
// does.
Result<Recorded> Record(Graph& graph, const Model& model, const Batch& batch,
                        const RecordOptions& options);

// Source and input of every row as one text, with labels for the input alone:
// what a decoder without an encoder reads.
Batch AsText(const Batch& batch);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TRAIN_RECORD_H_
