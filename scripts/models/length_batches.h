// Batches of examples of like length, so that little of them is padding.
#ifndef CLEARHEAD_SCRIPTS_MODELS_LENGTH_BATCHES_H_
#define CLEARHEAD_SCRIPTS_MODELS_LENGTH_BATCHES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/train/batch.h"

namespace clearhead::models {

// Takes kBatchesOfPool batches of a BatchOrder at once, sorts what is in them
// by length, and gives it out in as many batches, in random order.
class LengthBatches {
 public:
  static constexpr int64_t kBatchesOfPool = 32;

  LengthBatches() = default;
  // The examples outlive it. Fails as BatchOrder::Create does.
  static Result<LengthBatches> Create(std::span<const Example> examples,
                                      int64_t size, uint64_t seed);

  // Batch number `step` ≥ 0, the same for the same seed.
  std::vector<Example> At(int64_t step);

 private:
  void Fill(int64_t pool);

  std::span<const Example> examples_;
  uint64_t seed_ = 0;
  BatchOrder order_;
  int64_t filled_ = -1;         // the number of the pool
  std::vector<int32_t> items_;  // of the pool, by length
  std::vector<int32_t> turns_;  // the place in items_ of each of its batches
};

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_LENGTH_BATCHES_H_
