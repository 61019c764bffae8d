#include "scripts/models/length_batches.h"

#include <numeric>
#include <utility>

#include "core/base/order.h"
#include "core/base/random.h"

namespace clearhead::models {

Result<LengthBatches> LengthBatches::Create(std::span<const Example> examples,
                                            int64_t size, uint64_t seed) {
  LengthBatches made;
  made.examples_ = examples;
  made.seed_ = seed;
  CH_ASSIGN_OR_RETURN(
      made.order_,
      BatchOrder::Create(static_cast<int64_t>(examples.size()), size, seed));
  return made;
}

std::vector<Example> LengthBatches::At(int64_t step) {
  Fill(step / kBatchesOfPool);
  const auto turn = static_cast<size_t>(turns_[step % kBatchesOfPool]);
  const auto border = [this](size_t at) {
    return at * items_.size() / static_cast<size_t>(kBatchesOfPool);
  };
  std::vector<Example> batch;
  for (size_t i = border(turn); i < border(turn + 1); ++i) {
    batch.push_back(examples_[items_[i]]);
  }
  return batch;
}

void LengthBatches::Fill(int64_t pool) {
  if (pool == filled_) return;
  filled_ = pool;
  items_.clear();
  for (int64_t i = 0; i < kBatchesOfPool; ++i) {
    for (const int32_t item : order_.At(pool * kBatchesOfPool + i)) {
      items_.push_back(item);
    }
  }
  const auto lengths = [this](int32_t item) {
    const Example& example = examples_[item];
    return std::pair(example.target.size(), example.source.size());
  };
  SortStable(&items_,
             [&](int32_t a, int32_t b) { return lengths(a) < lengths(b); });
  turns_.resize(kBatchesOfPool);
  std::iota(turns_.begin(), turns_.end(), 0);
  // A stream of its own: those of the order are numbered by epochs.
  Random(seed_ + 1, static_cast<uint64_t>(pool)).Shuffle(turns_);
}

}  // namespace clearhead::models
