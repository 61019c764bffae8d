// Examples as arrays that a model takes: padded to the longest, shifted right
// with BOS, labels marked where nothing is asked. Which examples are trained on
// and which are held out depends on their content alone.
#ifndef CLEARHEAD_CORE_TRAIN_BATCH_H_
#define CLEARHEAD_CORE_TRAIN_BATCH_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/status.h"
#include "core/ops/losses.h"
#include "core/train/task.h"

namespace clearhead {

inline constexpr int64_t kMaxBatch = 4096;

enum class Side : uint8_t { kTraining, kHeldOut };
inline constexpr double kHeldOutShare = 0.1;  // of all contents

// What an example says: of a sentence the whole sentence, wherever it is cut
// and whatever is masked; else question and answer.
std::vector<int32_t> ContentOf(const Task& task, const Example& example);

// Where it belongs, by a hash of what it says.
Side SideOf(const Task& task, const Example& example);

// Draws until an example is on `side`; fails where the task has so few that
// none is found.
Result<Example> DrawOn(const Task& task, Side side, Random* random);

// `count` examples on a side, 0…65536.
Result<std::vector<Example>> DrawExamples(const Task& task, Side side,
                                          uint64_t seed, int64_t count);

// Rows are examples; what is beyond their length is kPadToken, or kIgnoreLabel.
struct Batch {
  int64_t rows = 0;                     // B
  int64_t source_width = 0;             // S, 0 where only a text is read
  int64_t target_width = 0;             // T; S where the source is labelled
  std::vector<int32_t> source;          // [B, S]
  std::vector<int32_t> source_lengths;  // [B]
  // What the decoder reads, [B, T]; empty where the source is labelled.
  std::vector<int32_t> input;
  std::vector<int32_t> labels;          // [B, T]
  std::vector<int32_t> target_lengths;  // [B], of input and labels
  int64_t supervised = 0;               // labels that are asked

  // What the model reads: tokens of source and input, without padding.
  int64_t tokens() const;
};

//             input              labels
// sequence    BOS + target       target + EOS
// labels      –                  target
// sentence    BOS + target       target + EOS
// window      target but the last, target but the first
// With `shifted` false the decoder reads the labels themselves, the leak that
// the shift prevents. 1…4096 examples, 2^22 cells at most.
Result<Batch> MakeBatch(TaskForm form, std::span<const Example> examples,
                        bool shifted = true);

// Batch number `step` ≥ 0 of `size` examples: drawn anew from seed and step, so
// that a run that is resumed meets the same.
Result<Batch> DrawBatch(const Task& task, Side side, uint64_t seed,
                        int64_t step, int64_t size, bool shifted = true);

// The order in which batches go through a fixed set, every epoch in another.
// What batch number `step` holds depends on the seed alone.
class BatchOrder {
 public:
  BatchOrder() = default;
  // `count` items 1…2^24 in batches of `size` ≥ 1; the last of an epoch may be
  // smaller.
  static Result<BatchOrder> Create(int64_t count, int64_t size, uint64_t seed);

  int64_t batches_per_epoch() const;
  // Numbers of items, none before step 0; valid until the next call.
  std::span<const int32_t> At(int64_t step);

 private:
  int64_t size_ = 1;
  uint64_t seed_ = 0;
  int64_t epoch_ = -1;
  std::vector<int32_t> order_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TRAIN_BATCH_H_
